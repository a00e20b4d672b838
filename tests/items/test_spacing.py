"""Spaces around punctuation: recognised, and set like those of other texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankings.items.spacing import SpacingTally, outliers, set_spacing, spacing_of, tally

PAIRS = [
    ("We do n't eat fish .", "We don't eat fish."),
    ("Yes , she 's here ( at last ) !", "Yes, she's here (at last)!"),
    ('He said " no " , twice .', 'He said "no", twice.'),
    ("Wait ... what ?!", "Wait... what?!"),
    ("In 3.14 s , at 10:30 .", "In 3.14 s, at 10:30."),
]


@pytest.mark.parametrize(("apart", "joined"), PAIRS)
def test_a_text_is_set_apart_and_joined(apart: str, joined: str) -> None:
    assert spacing_of(apart) == "apart"
    assert spacing_of(joined) == "joined"
    assert set_spacing(apart, "joined", "") == joined
    assert set_spacing(joined, "apart", "").replace("?!", "? !") == apart.replace("?!", "? !")


def test_a_style_is_decided_by_the_majority_of_marks() -> None:
    assert spacing_of("Mr. Smith left , and so did I .") == "apart"
    assert spacing_of("Nothing to see") is None
    assert spacing_of("Mr. Smith left .") is None
    assert spacing_of("") is None


@given(st.text(alphabet="ab.,!?'\"()n't s …”“", max_size=40), st.text(max_size=20))
def test_nothing_but_spaces_changes(text: str, source: str) -> None:
    for style in ("apart", "joined"):
        changed = set_spacing(text, style, source)
        assert "".join(changed.split()) == "".join(text.split())
        # Once set, a text stays.
        assert set_spacing(set_spacing(changed, style, source), style, source) == set_spacing(
            changed, style, source
        )
    assert set_spacing(text, "", source) == text


def test_texts_unlike_the_others_are_found() -> None:
    apart, joined = (tally([pair[side] for pair in PAIRS]) for side in (0, 1))
    assert (apart, joined) == (SpacingTally(5, 0), SpacingTally(0, 5))
    (found,) = outliers({"source": apart, "A": apart, "B": joined, "C": apart})
    assert (found.name, found.style, found.own, found.others) == ("B", "joined", joined, SpacingTally(15, 0))
    assert [one.name for one in outliers({"source": apart, "A": apart, "B": joined})] == ["B"]
    assert not outliers({"source": joined, "A": joined})
    assert not outliers({"source": apart, "A": SpacingTally(0, 2)})
