"""Choosing systems: as if the others had never been judged, and unknown names with a suggestion."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rankings.analysis.pair_counts import count_pairs
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment
from tests.analysis.made_up import judgments as made_up

SYSTEMS = "ABCDE"


def _restricted(judgments: list[Judgment], chosen: set[str]) -> Judgments:
    whole = Judgments.of(judgments)
    return whole.of_systems(chosen & set(whole.named_systems)).without_empty_rows(whole)


@given(made_up(systems=SYSTEMS), st.sets(st.sampled_from(SYSTEMS), min_size=1))
def test_pairs_of_the_chosen_systems_are_those_of_all_between_them(
    judgments: list[Judgment], chosen: set[str]
) -> None:
    counted = count_pairs(Judgments.of(_restricted(judgments, chosen), systems=SYSTEMS))
    for a, b in combinations(SYSTEMS, 2):
        wins = ties = losses = 0
        for judgment in judgments:
            rank = {name: output.rank for output in judgment.outputs for name in output.systems}
            if {a, b} <= rank.keys() & chosen:
                wins += rank[a] < rank[b]
                ties += rank[a] == rank[b]
                losses += rank[a] > rank[b]
        i, j = SYSTEMS.index(a), SYSTEMS.index(b)
        assert (counted.wins[i, j], counted.ties[i, j], counted.wins[j, i]) == (wins, ties, losses)


def test_outputs_and_judgments_without_a_chosen_system_go_and_skipped_ones_stay() -> None:
    outputs = (JudgedOutput(("A", "B"), 1), JudgedOutput(("C",), 4))
    judgments = [
        Judgment("j", "1", outputs, item="7", seconds=2.5),
        Judgment("j", "2", (JudgedOutput(("C",), 1),)),
        Judgment("j", "3", skipped=True),
    ]
    assert list(_restricted(judgments, {"B"})) == [
        Judgment("j", "1", (JudgedOutput(("B",), 1),), item="7", seconds=2.5),
        Judgment("j", "3", skipped=True),
    ]
    assert Judgments.of(judgments).named_systems == ("A", "B", "C")
