"""Outputs that nobody can tell apart by looking: found, named by their difference, and left as they are."""

import pytest

from rankings.items.collapse import collapse, collapse_corpus
from rankings.items.look_alikes import Difference, LookAlikes, look_alikes

CAFE = "un caf\u00e9 noir ."


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ("un cafe\u0301 noir .", Difference.FORM),
        ("un caf\u00e9\u00a0noir .", Difference.BLANKS),
        ("un ca\u00adf\u00e9 noir .", Difference.INVISIBLE),
        ("un cafe\u0301\u200b\u00a0noir .", Difference.SEVERAL),
    ],
)
def test_the_difference_that_nobody_sees_is_named(other: str, difference: Difference) -> None:
    outputs = collapse({"A": CAFE, "B": "un th\u00e9 noir .", "C": other})
    assert len(outputs) == 3
    assert look_alikes([outputs]) == (LookAlikes(difference, 1, 0, ("A", "C")),)


@pytest.mark.parametrize(
    "other", ["un caf\u00e8 noir .", "uncaf\u00e9 noir .", "un caf\u00e9 noir.", "Un caf\u00e9 noir ."]
)
def test_what_can_be_seen_is_no_look_alike(other: str) -> None:
    assert look_alikes([collapse({"A": CAFE, "B": other})]) == ()


def test_sentences_are_counted_once_and_the_first_is_the_example() -> None:
    outputs = {
        "A": ["a", CAFE, CAFE, "b  c"],
        "B": ["a", "un cafe\u0301 noir .", "un cafe\u0301 noir .", "b c"],
        "C": ["x", "un cafe\u0301 noir .", CAFE, "b\u00a0c"],
    }
    assert look_alikes(collapse_corpus(outputs)) == (
        LookAlikes(Difference.FORM, 2, 1, ("A", "B")),
        LookAlikes(Difference.BLANKS, 1, 3, ("A", "B")),
    )
