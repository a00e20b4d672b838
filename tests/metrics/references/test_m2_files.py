"""M2 files are read as the official scorer reads them, and what is wrong is told with its line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import Annotation, Edit, Gold, GoldSentence
from metrics.references.m2_file import MOST_EDITS_OF_SENTENCE, looks_like_m2, read_m2, write_m2
from rankings.formats.limits import Limits
from rankings.formats.records import FormatError

EXAMPLE = """S This are a example .
A 1 2|||SVA|||is||was|||REQUIRED|||-NONE-|||0
A 2 3|||ArtOrDet|||an|||REQUIRED|||-NONE-|||0
A 2 3|||ArtOrDet|||-NONE-|||REQUIRED|||-NONE-|||3

S Fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Untouched .

"""


def problems_of(text):
    with pytest.raises(FormatError) as caught:
        read_m2(text.encode(), "gold.m2")
    return caught.value.problems


def test_edits_annotators_and_corrections_are_read():
    gold = read_m2(EXAMPLE.encode(), "gold.m2")
    first = gold.sentences[0]
    assert gold.sources == ("This are a example .", "Fine .", "Untouched .")
    assert gold.annotators == (0, 1, 3)
    assert [note.annotator for note in first.annotations] == [0, 3]
    assert first.annotations[0].edits[0] == Edit(1, 2, "SVA", ("is", "was"), line=2)
    assert first.annotations[1].edits[0].corrections == ("",)
    assert gold.warnings == ()
    # Two who change nothing: one says so, of the other there is no line.
    assert gold.sentences[1].annotations == (Annotation(1, (), noop=True),)
    assert gold.sentences[2].annotations == (Annotation(0),)


def test_windows_line_ends_a_byte_order_mark_and_blank_looking_lines_change_nothing():
    text = "\ufeff" + EXAMPLE.replace("\n\n", "\n  \n").replace("\n", "\r\n").rstrip()
    assert read_m2(text.encode(), "gold.m2").sentences == read_m2(EXAMPLE.encode(), "gold.m2").sentences


@pytest.mark.parametrize("span", ["2 9", "-1 2"])
def test_an_edit_outside_of_the_sentence_is_left_out_and_reported(span):
    text = f"S a b c d e\nA {span}|||X|||y|||REQUIRED|||-NONE-|||0\n"
    gold = read_m2(text.encode(), "gold.m2")
    assert gold.sentences[0].annotations == (Annotation(0),)
    (warning,) = gold.warnings
    assert (warning.file, warning.line, warning.fatal) == ("gold.m2", 2, False)
    assert f"The edit {span} lies outside of the sentence, which has 5 tokens" in warning.message


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("S a b\nA 1|||X|||y|||REQUIRED|||-NONE-|||0\n", 2, 'two token offsets, as in A 3 4, and found "1"'),
        ("S a b\nA 0 1|||X|||y|||REQUIRED|||-NONE-|||me\n", 2, "Expected the annotator's number"),
        ("S a b\nA 2 1|||X|||y|||REQUIRED|||-NONE-|||0\n", 2, "ends before it begins"),
        ("S a b\nS c d\n", 2, "A new sentence needs an empty line before it"),
        ("S a b\n\nA 0 1|||X|||y|||REQUIRED|||-NONE-|||0\n", 3, "Expected a source sentence"),
        ("", None, "The file is empty. Expected lines that begin"),
    ],
)
def test_a_wrong_line_is_reported_with_its_number(text, line, message):
    (problem,) = problems_of(text)
    assert problem.line == line
    assert message in problem.message


def test_every_wrong_line_is_reported_not_only_the_first():
    assert [problem.line for problem in problems_of("x\n\nS a\nA 0\n\ny\n")] == [1, 4, 6]


def test_size_is_bounded():
    many = "S a\n" + "A 0 1|||X|||y|||REQUIRED|||-NONE-|||0\n" * (MOST_EDITS_OF_SENTENCE + 1)
    assert "more than 2,000 edit lines" in problems_of(many)[0].message
    with pytest.raises(FormatError, match="More than 2 sentences"):
        read_m2(b"S a\n\nS b\n\nS c\n", "gold.m2", Limits(lines=2))


def test_contradictions_are_reported_and_lose_nothing():
    text = (
        "S a b c\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n"
        "A 0 2|||X|||y|||REQUIRED|||-NONE-|||0\nA 1 3|||X|||z|||REQUIRED|||-NONE-|||0\n"
    )
    gold = read_m2(text.encode(), "gold.m2")
    assert gold.edit_count == 2
    assert [warning.line for warning in gold.warnings] == [3, 4]


@given(st.binary(max_size=200))
def test_no_bytes_do_anything_but_be_read_or_refused(data):
    try:
        read_m2(data, "gold.m2")
    except FormatError as error:
        assert error.problems


WORDS = st.text("abcß中ع-|,", min_size=1, max_size=4).filter(
    lambda word: "||" not in word and word[0] != "|" != word[-1] and word != "-NONE-"
)
SOURCES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)


@st.composite
def sentences(draw):
    source = draw(SOURCES)
    length = len(source.split())
    annotations = []
    for annotator in sorted(draw(st.sets(st.integers(0, 20), min_size=1, max_size=3))):
        edits = []
        for _ in range(draw(st.integers(0, 3))):
            start = draw(st.integers(0, length))
            end = draw(st.integers(start, length))
            corrections = draw(st.lists(st.one_of(st.just(""), SOURCES), min_size=1, max_size=3).map(tuple))
            edits.append(Edit(start, end, draw(WORDS), corrections))
        annotations.append(Annotation(annotator, tuple(edits), noop=not edits))
    return GoldSentence(source, tuple(annotations))


def without_lines(gold):
    return [
        (
            sentence.source,
            [
                (
                    note.annotator,
                    note.noop,
                    [(one.start, one.end, one.type, one.corrections) for one in note.edits],
                )
                for note in sentence.annotations
            ],
        )
        for sentence in gold.sentences
    ]


@given(st.lists(sentences(), min_size=1, max_size=4))
def test_what_is_written_is_read_again(written):
    gold = Gold("gold.m2", tuple(written))
    assert without_lines(read_m2(write_m2(gold).encode(), "gold.m2")) == without_lines(gold)


def test_the_published_files_are_written_back_byte_by_byte(shared, gold):
    for name, one in gold.items():
        original = (shared / "data" / "conll14" / f"{name}.m2").read_text(encoding="utf-8")
        assert write_m2(one) == original, name


def test_the_published_files_hold_what_is_known_of_them(gold):
    assert {name: len(one.sentences) for name, one in gold.items()} == dict.fromkeys(gold, 1312)
    assert gold["official-2014.0"].edit_count == 2391
    assert gold["official-2014.1"].edit_count == 3317
    assert gold["official-2014.combined"].edit_count == 2391 + 3207
    assert all(not one.warnings for one in gold.values())


def test_a_text_that_the_format_cannot_hold_is_refused():
    bad = Gold("gold.m2", (GoldSentence("a ||| b", (Annotation(0),)),))
    with pytest.raises(ValueError, match="cannot be written"):
        write_m2(bad)


def test_m2_is_told_from_text():
    assert looks_like_m2(EXAMPLE.encode())
    assert not looks_like_m2(b"S is a letter .\nA second line .\n")
    assert not looks_like_m2(b"")
