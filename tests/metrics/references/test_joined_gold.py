"""Several gold files as the annotators of one gold standard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import Annotation, Edit, Gold, GoldSentence
from metrics.references.joining import join_golds
from metrics.references.m2_file import read_m2, write_m2
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material
from rankings.formats.records import FormatError

FIRST = """S a b
A 0 1|||X|||A|||REQUIRED|||-NONE-|||0
A 0 1|||X|||C|||REQUIRED|||-NONE-|||3

S c d
A 1 2|||Y|||D|||REQUIRED|||-NONE-|||0

S e

"""
SECOND = """S a  b
A 1 2|||Z|||B|||REQUIRED|||-NONE-|||5

S c d

S e

"""


def read(text: str, name: str) -> Gold:
    return read_m2(text.encode(), name)


def test_annotators_of_the_second_file_follow_those_of_the_first():
    joined = join_golds([read(FIRST, "first.m2"), read(SECOND, "second.m2")])
    assert joined.name == "first.m2, second.m2"
    assert joined.sources == ("a b", "c d", "e")
    said = [
        [
            (note.annotator, [edit.corrections for edit in note.edits], note.noop)
            for note in sentence.annotations
        ]
        for sentence in joined.sentences
    ]
    # The second file names no annotator in two sentences: that is its annotator 0, before 5.
    assert said == [
        [(0, [("A",)], False), (3, [("C",)], False), (5, [("B",)], False)],
        [(0, [("D",)], False), (4, [], True)],
        [(0, [], False), (4, [], False)],
    ]
    assert join_golds([joined]) is joined


def test_three_files_are_numbered_without_a_gap():
    one = read(SECOND.replace("|||5", "|||0"), "one.m2")
    assert join_golds([one, one, one]).annotators == (0, 1, 2)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (
            SECOND.replace("S c d", "S c e"),
            "Sentence 2 differs from that of first.m2, line 5: token 2 is 'e' here and 'd' there.",
        ),
        (SECOND.removesuffix("S e\n\n"), "The file has 2 sentences, but first.m2 has 3."),
    ],
)
def test_other_sentences_are_refused_with_both_places(other, said):
    with pytest.raises(FormatError) as refusal:
        join_golds([read(FIRST, "first.m2"), read(other, "second.m2")])
    (problem,) = refusal.value.problems
    assert (problem.file, problem.line) == ("second.m2", 4)
    assert problem.message.replace('"', "'").startswith(said)


TOKENS = st.lists(st.sampled_from("ab"), min_size=1, max_size=4)


@st.composite
def annotated(draw) -> tuple[list[GoldSentence], list[GoldSentence]]:
    """The same sentences by two annotators."""
    first: list[GoldSentence] = []
    second: list[GoldSentence] = []
    for tokens in draw(st.lists(TOKENS, min_size=1, max_size=4)):
        for sentences in (first, second):
            places = sorted(draw(st.sets(st.integers(0, len(tokens) - 1), max_size=3)))
            edits = tuple(Edit(k, k + 1, "X", (draw(st.sampled_from(["", "c", "c d"])),)) for k in places)
            sentences.append(GoldSentence(" ".join(tokens), (Annotation(0, edits),)))
    return first, second


@given(annotated())
def test_joined_files_score_as_one_file_with_both_annotators(drawn):
    """That file is written here line by line, as the official combined one is."""
    first, second = drawn
    joined = join_golds([Gold("a", tuple(first)), Gold("b", tuple(second))])
    lines = []
    for one, other in zip(first, second, strict=True):
        lines.append(f"S {one.source}")
        for number, sentence in enumerate((one, other)):
            edits = sentence.annotations[0].edits
            if not edits and (one.annotations[0].edits or other.annotations[0].edits):
                lines.append(f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{number}")
            lines += [
                f"A {edit.start} {edit.end}|||X|||{edit.corrections[0]}|||REQUIRED|||-NONE-|||{number}"
                for edit in edits
            ]
        lines.append("")
    combined = read("\n".join(lines), "combined.m2")
    outputs = [sentence.source.replace("a", "c", 1) for sentence in first]
    for metric in ("m2", "i-measure", "gleu", "sari"):
        scorer = make_scorer(metric)
        ours = scorer.score(outputs, Material(joined.sources, joined))
        theirs = scorer.score(outputs, Material(combined.sources, combined))
        # Means of the same numbers, which may be added up in another order.
        assert ours.score == pytest.approx(theirs.score, rel=1e-12), metric
    again = read_m2(write_m2(joined).encode(), "again.m2")
    assert make_scorer("m2").score(outputs, Material(again.sources, again)) == make_scorer("m2").score(
        outputs, Material(joined.sources, joined)
    )


@pytest.mark.parametrize("metric", ["m2", "gleu"])
def test_the_two_official_files_score_as_the_combined_one(metric, gold, outputs):
    joined = join_golds([gold["official-2014.0"], gold["official-2014.1"]])
    combined = gold["official-2014.combined"]
    scorer = make_scorer(metric)
    ours = scorer.score(outputs["UMC"], Material(joined.sources, joined))
    theirs = scorer.score(outputs["UMC"], Material(combined.sources, combined))
    assert (ours.score, ours.parts, ours.sentences) == (theirs.score, theirs.parts, theirs.sentences)
