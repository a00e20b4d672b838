"""Shares of rejected edits: counts, intervals, and for whom they speak."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rankings.analysis.edit_marks import share_with_interval, summarise_rejected_edits
from rankings.formats.edit_marks import EditJudgment

EDIT = EditJudgment("J1", "0", ("A",), 0, 1, "have", "has", "", "0", "replacement", "spaces")
UNITS = st.lists(
    st.integers(0, 40).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), min_size=1, max_size=8
)


def judged(**fields: object) -> EditJudgment:
    return replace(EDIT, **fields)  # type: ignore[arg-type]


def test_shared_outputs_count_for_each_system_and_once_in_all() -> None:
    edits = [
        judged(systems=("A", "B"), verdict="wrong"),
        judged(judge="J2", systems=("A", "B")),
        judged(systems=("B",), start=3, end=3, original="", correction="the", kind="insertion"),
        judged(judge="J2", systems=("B",), start=3, end=3, original="", correction="the", kind="insertion"),
        judged(judge="J2", sentence="5", systems=("C",), verdict="unneeded"),
        judged(judge="J2", sentence="6", systems=("C",), verdict="wrong"),
    ]
    made = summarise_rejected_edits(edits)
    counts = {one.name: (one.edits, one.rejected, one.wrong, one.unneeded) for one in made.systems}
    assert counts == {"A": (2, 1, 1, 0), "B": (4, 1, 1, 0), "C": (2, 2, 1, 1)}
    assert [one.name for one in made.systems] == ["C", "A", "B"]
    assert (made.total.edits, made.total.rejected, made.total.share) == (6, 3, 0.5)
    assert {one.name: one.rejected for one in made.kinds} == {"replacement": 3, "insertion": 0}
    # One of several judges says nothing of judges like these.
    assert made.systems[0].low is None
    assert made.unit == "judges"


@given(UNITS, st.sampled_from([None, 0.0, 0.3, 1.0]))
def test_intervals_hold_the_share_and_stay_within_the_scale(
    units: list[tuple[int, int]], clustering: float | None
) -> None:
    share, low, high = share_with_interval(units, 0.95, clustering)
    seen = [unit for unit in units if unit[0]]
    if not seen:
        assert share is None
    elif len(seen) < 2:
        assert (low, high) == (None, None)
    else:
        assert share is not None and low is not None and high is not None
        assert 0 <= low <= share <= high <= 1
        assert high > low


def test_judges_who_differ_make_it_wider_and_none_rejected_is_no_certainty() -> None:
    alike = share_with_interval([(50, 10)] * 6, 0.95, 0.0)
    differ = share_with_interval([(50, 40), (50, 20), *[(50, 0)] * 4], 0.95, 0.5)
    assert alike.share == differ.share
    assert (differ.high or 0) - (differ.low or 0) > 2 * ((alike.high or 0) - (alike.low or 0))
    none = share_with_interval([(50, 0)] * 3, 0.95, None)
    assert none.low == 0
    assert (none.high or 0) > 0.3
