"""Outputs that nobody can tell apart by looking: found, and left as they are."""

import pytest

from rankings.items.collapse import collapse, look_alike

CAFE = "un caf\u00e9 noir ."


@pytest.mark.parametrize(
    ("other", "is_alike"),
    [
        ("un cafe\u0301 noir .", True),
        ("un caf\u00e9\u00a0noir .", True),
        ("un ca\u00adf\u00e9 noir .", True),
        ("un cafe\u0301\u200b\u00a0noir .", True),
        ("un caf\u00e8 noir .", False),
        ("uncaf\u00e9 noir .", False),
        ("un caf\u00e9 noir.", False),
        ("Un caf\u00e9 noir .", False),
    ],
)
def test_what_cannot_be_seen_is_a_look_alike(other: str, is_alike: bool) -> None:
    outputs = collapse({"A": CAFE, "B": "un th\u00e9 noir .", "C": other})
    assert len(outputs) == 3
    assert look_alike(outputs) == (("A", "C") if is_alike else None)
