"""Held against the print: numbers, marks, ranges, random draws, and what is missing."""

import pytest

from appraise_gec.reproduction.comparing import Ours, compared
from appraise_gec.reproduction.exhibits import grid

PLACE = ("AMU", "score")


def verdict(printed, ours, known=()):
    (number,) = compared({PLACE: printed}, known, {} if ours is None else {PLACE: ours})
    return number.verdict, number.ours


@pytest.mark.parametrize(
    ("printed", "ours", "wanted"),
    [
        ("0.628", 0.6283699, ("equal", "0.628")),
        ("0.63", 0.625, ("equal", "0.62")),
        (".46", 0.4551582, ("equal", "0.46")),
        ("2,397", 2391, ("differs", "2391")),
        ("10-11", "9-11", ("differs", "9-11")),
        (".44‡", ".44‡", ("equal", ".44‡")),
        (".44‡", ".44†", ("differs", ".44†")),
        ("†", 0.2, ("differs", "0.200")),
    ],
)
def test_the_verdict(printed, ours, wanted):
    assert verdict(printed, Ours(ours)) == wanted


def test_random_draws_may_differ_by_two_standard_errors_beyond_the_printed_precision():
    assert verdict("0.50", Ours(0.524, error=0.01))[0] == "chance"
    assert verdict("0.50", Ours(0.526, error=0.01))[0] == "differs"
    assert verdict("†", Ours(0.002, error=0.001))[0] == "chance"


def test_a_printed_table_must_be_complete():
    assert grid("A_b 1 2", "x y_z") == {("A b", "x"): "1", ("A b", "y z"): "2"}
    with pytest.raises(ValueError, match="zip"):
        grid("A 1", "x y")
