"""Reference texts: from edits, and from files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import Edit, annotator_texts, apply_edits, gold_references
from metrics.references.m2_file import read_m2
from metrics.references.plain import read_references
from rankings.formats.records import FormatError

TWO_ANNOTATORS = b"""S a b c
A 0 1|||X|||A|||REQUIRED|||-NONE-|||0
A 3 3|||Y|||d e||f|||REQUIRED|||-NONE-|||0
A 1 2|||X||||||REQUIRED|||-NONE-|||1

S same
A 0 1|||X|||Same|||REQUIRED|||-NONE-|||0

S fine

"""


def applied(source, *edits):
    return " ".join(apply_edits(source.split(), [Edit(s, e, "X", (text,)) for s, e, text in edits]))


def test_edits_are_applied_from_left_to_right_and_none_inside_of_another():
    assert applied("a b c d", (0, 1, "A"), (1, 2, ""), (3, 3, "x y"), (3, 4, "D")) == "A c x y D"
    assert applied("a b", (1, 1, "x"), (1, 1, "y")) == "a x y b"
    assert applied("a b c", (2, 3, "C"), (0, 1, "A")) == "A b C"
    assert applied("a b", (1, 2, "B"), (1, 1, "x")) == applied("a b", (1, 1, "x"), (1, 2, "B")) == "a x B"
    assert applied("a b c d", (0, 3, "x"), (1, 2, "B"), (3, 4, "D")) == "x D"


@given(st.lists(st.sampled_from("abc"), max_size=6), st.data())
def test_replacing_words_by_themselves_changes_nothing(tokens, data):
    spans = st.tuples(st.integers(0, len(tokens)), st.integers(0, len(tokens))).map(sorted)
    edits = [Edit(s, e, "X", (" ".join(tokens[s:e]),)) for s, e in data.draw(st.lists(spans, max_size=4))]
    assert apply_edits(tokens, edits) == tokens


def test_gold_gives_one_reference_for_each_annotation():
    gold = read_m2(TWO_ANNOTATORS, "gold.m2")
    assert gold_references(gold) == (("A b c d e", "a c"), ("Same",), ("fine",))


def test_an_annotator_missing_in_a_sentence_shares_the_first_annotation():
    gold = read_m2(TWO_ANNOTATORS, "gold.m2")
    assert annotator_texts(gold, 1) == ("a c", "Same", "fine")
    assert annotator_texts(gold, 0, without_types={"Y"}) == ("A b c", "Same", "fine")
    with pytest.raises(ValueError, match=r"no annotator 7; it has 0, 1"):
        gold.only(7)


def test_merged_annotators_are_told_apart_again(gold):
    """The published merged file keeps one copy of what both say; types may differ, places and words not."""
    for annotator in (0, 1):
        again = gold["official-2014.combined"].only(annotator)
        alone = gold[f"official-2014.{annotator}"]
        for one, other in zip(again.sentences, alone.sentences, strict=True):
            assert [(e.start, e.end, e.corrections) for e in one.annotations[0].edits] == [
                (e.start, e.end, e.corrections) for e in other.annotations[0].edits
            ]


def test_references_are_read_from_text_and_from_m2():
    plain = b"A b c\r\nsame \nfine\n"
    assert read_references([("r0.txt", plain), ("gold.m2", TWO_ANNOTATORS)]) == (
        ("A b c", "A b c d e", "a c"),
        ("same", "Same"),
        ("fine", "fine"),
    )


def test_counts_that_differ_are_reported_with_both_counts():
    with pytest.raises(FormatError, match=r"r1\.txt: The file has 1 sentence, but r0\.txt has 2"):
        read_references([("r0.txt", b"a\nb\n"), ("r1.txt", b"a\n")])


def test_gold_made_for_another_source_is_reported_with_line_and_token():
    with pytest.raises(FormatError) as caught:
        read_references([("gold.m2", TWO_ANNOTATORS)], sources=["a b c", "name", "fine"])
    (problem,) = caught.value.problems
    assert (problem.file, problem.line) == ("gold.m2", 6)
    assert 'token 1 is "same" here and "name" there' in problem.message


def test_no_reference_file_is_refused():
    with pytest.raises(FormatError, match="No reference was given"):
        read_references([])
