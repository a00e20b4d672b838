"""Judgments as columns: the same as a list of records, whatever is chosen, joined or renamed."""

from collections.abc import Collection
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rankings.formats.columns import Judgments
from rankings.formats.filtering import JudgmentFilter
from rankings.formats.fingerprint import all_held
from rankings.formats.left_out import filtered
from rankings.formats.records import JudgedOutput, Judgment
from tests.analysis.made_up import ranking
from tests.formats.strategies import judgments

MADE_UP = st.lists(judgments(), max_size=8)


@given(MADE_UP, MADE_UP, st.data())
def test_rows_are_chosen_joined_and_renamed_as_records_are(
    some: list[Judgment], others: list[Judgment], data: st.DataObject
) -> None:
    columns = Judgments.of(some)
    assert list(columns) == some
    assert list(columns.join(Judgments.of(others))) == [*some, *others]
    chosen = data.draw(st.lists(st.booleans(), min_size=len(some), max_size=len(some)))
    kept = columns.where(np.array(chosen, dtype=bool))
    assert list(kept) == [one for one, keep in zip(some, chosen, strict=True) if keep]
    assert set(kept.judges) == {one.judge for one in kept}
    named = columns.rename(judge="judge of {}".format, system="{}!".format)
    assert list(named) == [
        replace(
            one,
            judge=f"judge of {one.judge}",
            outputs=tuple(
                JudgedOutput(tuple(f"{name}!" for name in output.systems), output.rank)
                for output in one.outputs
            ),
        )
        for one in some
    ]


@given(MADE_UP, st.data())
def test_matrices_hold_the_ranks_and_the_outputs_of_each_system(
    some: list[Judgment], data: st.DataObject
) -> None:
    columns = Judgments.of(some)
    left_out = data.draw(st.sets(st.sampled_from(columns.named_systems or ("A",))))
    for table, without in ((columns, set[str]()), (columns.of_systems(_rest(columns, left_out)), left_out)):
        for row, one in enumerate(some):
            expected: dict[str, tuple[int, int]] = {}
            outputs = [set(output.systems) - without for output in one.outputs]
            ranked = [
                (names, output.rank) for names, output in zip(outputs, one.outputs, strict=True) if names
            ]
            for number, (names, rank) in enumerate(() if one.skipped else ranked):
                expected |= dict.fromkeys(names, (rank, number))
            found = {
                name: (int(table.ranks[row, column]), int(table.groups[row, column]))
                for column, name in enumerate(table.systems)
                if table.covered[row, column]
            }
            assert found == expected


def _rest(columns: Judgments, left_out: Collection[str]) -> list[str]:
    return [name for name in columns.named_systems if name not in left_out]


@given(
    MADE_UP,
    st.dates(date(1900, 1, 2), date(2200, 12, 30)),
    st.integers(0, 20_000),
    st.sampled_from(["UTC", "Asia/Kathmandu"]),
    st.floats(0.1, 80_000),
)
def test_filters_keep_what_they_say(
    some: list[Judgment], first: date, days: int, zone: str, least: float
) -> None:
    last = min(first + timedelta(days), date(2200, 12, 30))
    wanted = JudgmentFilter((), first, last, zone, least)
    columns = Judgments.of(some)
    left = filtered(columns, wanted)
    expected = []
    for one in some:
        seconds = one.seconds if one.active_seconds is None else one.active_seconds
        day = one.submitted_at and one.submitted_at.astimezone(ZoneInfo(zone)).date()
        in_time = day is not None and first <= day <= last
        expected.append(in_time and (seconds is None or seconds >= least))
    assert left.kept.tolist() == expected
    assert left.counting == sum(expected)
    assert sum(stage["rankings"] for stage in left.left_out.values()) == len(some) - sum(expected)


def test_names_are_in_byte_order_whatever_the_order_of_the_file() -> None:
    table = Judgments.of([ranking("z", "2", ("é", 1), ("b", 2)), ranking("Z", "10", ("B", 1), ("a", 2))])
    assert table.systems == ("B", "a", "b", "é")
    assert (table.judges, table.sentences) == (("Z", "z"), ("10", "2"))


def test_what_cannot_be_a_column_is_refused_with_judge_and_sentence() -> None:
    for rank in (0, -1, 40_000):
        with pytest.raises(ValueError, match=f"judge ann, sentence 7: rank {rank} is not between"):
            Judgments.of([ranking("ann", "7", ("A", rank))])
    with pytest.raises(ValueError, match="judge ann, sentence 7: B is named twice"):
        _ = Judgments.of([ranking("ann", "7", ("A B", 1), ("B", 2))]).ranks
    with pytest.raises(ValueError, match="no system is called X; systems are A"):
        Judgments.of([Judgment("ann", "7", (JudgedOutput(("A",), 1),))]).of_systems(["X"])


def test_the_same_judgments_are_found_in_more_of_them_unless_they_differ() -> None:
    few = [Judgment("ann", str(k), (JudgedOutput(("A",), 1), JudgedOutput(("B",), 2))) for k in range(3)]
    some, more = Judgments.of(few[:2]), Judgments.of(few)
    assert all_held(some, more) and not all_held(more, some)
    timed = Judgments.of([replace(one, seconds=2.0) for one in few])
    assert all_held(some, timed)
    assert not all_held(timed, Judgments.of([replace(one, seconds=3.0) for one in few]))
    nameless = Judgments.of([replace(one, judge="unknown") for one in few])
    assert not all_held(nameless, nameless)
