"""The edits that people can judge one by one: spans that rebuild the output, and kinds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankings.items.edits import EDIT_KINDS, edit_kind, offered_edits
from rankings.items.tokens import tokenize

WORDS = st.lists(st.sampled_from(["a", "the", "cat", "Cat", ",", ".", "has", "have", "two"]), max_size=9)


@pytest.mark.parametrize(
    ("original", "correction", "kind"),
    [
        ("", "the", "insertion"),
        ("the", "", "deletion"),
        ("have", "has", "replacement"),
        ("", ",", "punctuation"),
        ("cats", "Cats", "case"),
        ("not is", "is not", "order"),
        (" ", "  ", "spacing"),
        ("e\u0301t", "\u00e9t", "encoding"),
    ],
)
def test_kinds(original: str, correction: str, kind: str) -> None:
    assert edit_kind(original, correction) == kind
    assert kind in EDIT_KINDS


def test_nothing_is_no_edit() -> None:
    with pytest.raises(ValueError, match="changes nothing"):
        edit_kind("a", "a")


def test_spans_are_those_of_the_source() -> None:
    edits = offered_edits("He have two cat .", "He has two big cats .")
    assert [(e.start, e.end, e.original, e.correction, e.kind, e.tokens) for e in edits] == [
        (1, 2, "have", "has", "replacement", "spaces"),
        (3, 4, "cat", "big cats", "replacement", "spaces"),
    ]
    assert [(e.start, e.end) for e in offered_edits("I go home .", "I go to home .")] == [(2, 2)]
    (edit,) = offered_edits("It is cold.", "It is so cold.")
    assert (edit.start, edit.end, edit.correction, edit.tokens) == (2, 2, "so", "words")
    (space,) = offered_edits("I  go home", "I go home")
    assert (space.start, space.end, space.kind) == (1, 1, "spacing")
    assert offered_edits("It is .", "") == []
    assert offered_edits("It is .", "It is .") == []


@given(WORDS, WORDS)
def test_edits_rebuild_the_output_and_no_two_stand_at_one_place(old: list[str], new: list[str]) -> None:
    source, output = " ".join(old), " ".join(new)
    edits = offered_edits(source, output)
    assert len({(edit.start, edit.end) for edit in edits}) == len(edits)
    if not output:
        return
    tokens = [token.text for token in tokenize(source, edits[0].tokens)] if edits else old
    built: list[str] = []
    done = 0
    for edit in edits:
        assert done <= edit.start <= edit.end <= len(tokens)
        assert (
            edit.start == edit.end or " ".join(tokens[edit.start : edit.end]).split() == edit.original.split()
        )
        built += [*tokens[done : edit.start], *edit.correction.split()]
        done = edit.end
    assert "".join([*built, *tokens[done:]]) == output.replace(" ", "")
