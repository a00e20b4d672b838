"""M2 files are read as the official scorer reads them, joined, applied as texts, and written back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import (
    Annotation,
    Edit,
    Gold,
    GoldSentence,
    annotator_texts,
    apply_edits,
    gold_references,
)
from metrics.references.joining import join_golds
from metrics.references.m2_file import MOST_EDITS_OF_SENTENCE, looks_like_m2, read_m2
from metrics.references.plain import read_references
from rankings.formats.records import FormatError
from tests.metrics.m2_text import m2_text

EXAMPLE = """S This are a example .
A 1 2|||SVA|||is||was|||REQUIRED|||-NONE-|||0
A 2 3|||ArtOrDet|||an|||REQUIRED|||-NONE-|||0
A 2 3|||ArtOrDet|||-NONE-|||REQUIRED|||-NONE-|||3

S Fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Untouched .

"""


def read(text: str, name: str = "gold.m2") -> Gold:
    return read_m2(text.encode(), name)


def edit_line(span: str, text: str, annotator: int = 0) -> str:
    return f"A {span}|||X|||{text}|||REQUIRED|||-NONE-|||{annotator}\n"


def test_edits_annotators_and_corrections_are_read() -> None:
    gold = read(EXAMPLE)
    first = gold.sentences[0]
    assert gold.sources == ("This are a example .", "Fine .", "Untouched .")
    assert [note.annotator for note in first.annotations] == [0, 3]
    assert first.annotations[0].edits[0] == Edit(1, 2, "SVA", ("is", "was"), line=2)
    assert first.annotations[1].edits[0].corrections == ("",)
    # Two who change nothing: one says so, of the other there is no line.
    assert gold.sentences[1].annotations == (Annotation(1, (), noop=True),)
    assert gold.sentences[2].annotations == (Annotation(0),)
    odd = "\ufeff" + EXAMPLE.replace("\n\n", "\n  \n").replace("\n", "\r\n").rstrip()
    assert read(odd).sentences == gold.sentences
    assert looks_like_m2(EXAMPLE.encode())
    assert not looks_like_m2(b"S is a letter .\nA second line .\n")


def test_what_is_odd_is_reported_and_what_lies_outside_is_left_out() -> None:
    gold = read("S a b c d e\n" + edit_line("2 9", "y"))
    assert gold.sentences[0].annotations == (Annotation(0),)
    (warning,) = gold.warnings
    assert (warning.line, warning.fatal) == (2, False)
    assert "The edit 2 9 lies outside of the sentence, which has 5 tokens" in warning.message
    noop = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n"
    gold = read(f"S a b c\n{noop}" + edit_line("0 2", "y") + edit_line("1 3", "z"))
    assert (gold.edit_count, [warning.line for warning in gold.warnings]) == (2, [3, 4])


@pytest.mark.parametrize(
    ("text", "lines", "message"),
    [
        ("S a b\n" + edit_line("1", "y"), [2], 'two token offsets, as in A 3 4, and found "1"'),
        ("S a b\n" + edit_line("0 1", "y").replace("|||0", "|||me"), [2], "Expected the annotator's number"),
        ("S a b\n" + edit_line("2 1", "y"), [2], "ends before it begins"),
        ("S a b\nS c d\n", [2], "A new sentence needs an empty line before it"),
        ("x\n\nS a\nA 0\n\ny\n", [1, 4, 6], "Expected a source sentence"),
        ("", [None], "The file is empty. Expected lines that begin"),
        ("S a\n" + edit_line("0 1", "y") * (MOST_EDITS_OF_SENTENCE + 1), [1], "more than 2,000 edit lines"),
    ],
)
def test_every_wrong_line_is_reported(text: str, lines: list[int | None], message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert [problem.line for problem in caught.value.problems] == lines
    assert message in caught.value.problems[0].message


WORDS = st.text("abcß中ع-|,", min_size=1, max_size=4).filter(
    lambda word: "||" not in word and word[0] != "|" != word[-1] and word != "-NONE-"
)
SOURCES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)


@st.composite
def sentences(draw) -> GoldSentence:
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


@given(st.lists(sentences(), min_size=1, max_size=4))
def test_what_is_written_is_read_again(written: list[GoldSentence]) -> None:
    text = m2_text(Gold("gold.m2", tuple(written)))
    again = read(text)
    assert m2_text(again) == text
    for one, other in zip(written, again.sentences, strict=True):
        assert (one.source, len(one.annotations)) == (other.source, len(other.annotations))


def test_the_published_files(shared, gold) -> None:
    for name, one in gold.items():
        original = (shared / "data" / "conll14" / f"{name}.m2").read_text(encoding="utf-8")
        assert (m2_text(one) == original, len(one.sentences), one.warnings) == (True, 1312, ())
    assert [gold[f"official-2014.{one}"].edit_count for one in ("0", "1", "combined")] == [2391, 3317, 5598]
    # The merged file keeps one copy of what both say; types may differ, places and words not.
    for annotator in (0, 1):
        again = gold["official-2014.combined"].only(annotator)
        for one, other in zip(again.sentences, gold[f"official-2014.{annotator}"].sentences, strict=True):
            ours, theirs = (
                [(e.start, e.end, e.corrections) for e in sentence.annotations[0].edits]
                for sentence in (one, other)
            )
            assert ours == theirs


FIRST = f"""S a b
{edit_line("0 1", "A")}{edit_line("0 1", "C", 3)}
S c d
{edit_line("1 2", "D")}
S e

"""
SECOND = f"S a  b\n{edit_line('1 2', 'B', 5)}\nS c d\n\nS e\n\n"


def test_annotators_of_the_second_file_follow_those_of_the_first() -> None:
    joined = join_golds([read(FIRST, "first.m2"), read(SECOND, "second.m2")])
    assert (joined.name, joined.sources) == ("first.m2, second.m2", ("a b", "c d", "e"))
    said = [
        [(note.annotator, [e.corrections for e in note.edits], note.noop) for note in sentence.annotations]
        for sentence in joined.sentences
    ]
    # The second file names no annotator in two sentences: that is its annotator 0, before 5.
    assert said == [
        [(0, [("A",)], False), (3, [("C",)], False), (5, [("B",)], False)],
        [(0, [("D",)], False), (4, [], True)],
        [(0, [], False), (4, [], False)],
    ]
    for other, message in (
        (
            SECOND.replace("S c d", "S c e"),
            'Sentence 2 differs from sentence 2 of first.m2: token 2 is "e"',
        ),
        (SECOND.removesuffix("S e\n\n"), "The gold has 2 sentences, but first.m2 has 3."),
    ):
        with pytest.raises(FormatError) as refusal:
            join_golds([read(FIRST, "first.m2"), read(other, "second.m2")])
        (problem,) = refusal.value.problems
        assert (problem.file, problem.line, problem.message.startswith(message)) == ("second.m2", 4, True)


def applied(source: str, *edits: tuple[int, int, str]) -> str:
    return " ".join(apply_edits(source.split(), [Edit(s, e, "X", (text,)) for s, e, text in edits]))


def test_edits_are_applied_from_left_to_right_and_none_inside_of_another() -> None:
    assert applied("a b c d", (0, 1, "A"), (1, 2, ""), (3, 3, "x y"), (3, 4, "D")) == "A c x y D"
    assert applied("a b", (1, 1, "x"), (1, 1, "y")) == "a x y b"
    assert applied("a b", (1, 2, "B"), (1, 1, "x")) == applied("a b", (1, 1, "x"), (1, 2, "B")) == "a x B"
    assert applied("a b c d", (0, 3, "x"), (1, 2, "B"), (3, 4, "D")) == "x D"


def test_references_from_gold_and_from_text() -> None:
    text = (
        f"S a b c\n{edit_line('0 1', 'A')}{edit_line('3 3', 'd e||f')}{edit_line('1 2', '', 1)}\n"
        f"S same\n{edit_line('0 1', 'Same')}\nS fine\n\n"
    )
    gold = read(text)
    assert gold_references(gold) == (("A b c d e", "a c"), ("Same",), ("fine",))
    # An annotator missing in a sentence shares its first annotation.
    assert annotator_texts(gold, 1) == ("a c", "Same", "fine")
    with pytest.raises(ValueError, match=r"no annotator 7; it has 0, 1"):
        gold.only(7)
    files = [("r0.txt", b"A b c\r\nsame \nfine\n"), ("gold.m2", text.encode())]
    assert read_references(files, ["a b c", "same", "fine"])[0] == ("A b c", "A b c d e", "a c")
    with pytest.raises(FormatError, match=r"r1\.txt:2: The file has 1 line, but the source has 2 sentences"):
        read_references([("r0.txt", b"a\nb\n"), ("r1.txt", b"a\n")], ["a", "b"])
    with pytest.raises(FormatError, match=r'gold\.m2:6: .* token 1 is "same" here and "name" there'):
        read_references([("gold.m2", text.encode())], ["a b c", "name", "fine"])
    with pytest.raises(FormatError, match="No reference was given"):
        read_references([], [])
