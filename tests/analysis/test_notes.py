"""What a ranking tells its reader about the data and the method."""

from dataclasses import replace

import numpy as np
import pytest

from rankings.analysis.arrays import FloatArray
from rankings.analysis.bradley_terry import bradley_terry, davidson
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import PairCounts, count_pairs
from rankings.analysis.ranking import rank_systems
from rankings.analysis.trueskill_methods import MEAN_FIELD, SIMULATED
from rankings.analysis.unbounded_strengths import Model, unbounded_strengths
from tests.analysis.made_up import ranking
from tests.analysis.published import published_table

MODELS: tuple[Model, ...] = ("bradley-terry", "bradley-terry-half-ties", "bradley-terry-without-ties")


def counted(*rankings) -> PairCounts:
    return count_pairs(JudgmentTable.from_judgments(rankings))


def test_strengths_without_a_bound_are_named():
    """A and B beat each other, and both always beat C."""
    made = [ranking("j", str(s), ("A", 1 + s % 2), ("B", 2 - s % 2), ("C", 3)) for s in range(6)]
    for method in MODELS:
        assert unbounded_strengths(counted(*made), method) == ((("A", "B"), ("C",)),)
    found = rank_systems(JudgmentTable.from_judgments(made), "bradley-terry", replicates=200)
    assert found.notes[0].endswith("the order, and have no interval: A, B above C.")
    assert [(one.score_low, one.score_high, one.score_sd) for one in found.systems] == [(None,) * 3] * 3
    assert not any("resampling never changed" in note for note in found.notes)
    assert not any("bounds" in note for note in rank_systems(JudgmentTable.from_judgments(made)).notes)


SEPARATED = [ranking("j", str(s), ("A", 1), ("B", 2 + s % 2), ("C", 3 - s % 2)) for s in range(8)]


@pytest.mark.parametrize("judges", [1, 2])
def test_trueskill_gives_no_interval_where_nothing_bounds_it(judges):
    """A always wins: resampling cannot change it, and its score grows with the number of games alone."""
    made = [replace(one, judge=f"j{number}") for number in range(judges) for one in SEPARATED]
    found = rank_systems(JudgmentTable.from_judgments(made), "trueskill-mean-field", replicates=50)
    assert [(one.score_low, one.score_high, one.score_sd) for one in found.systems] == [(None,) * 3] * 3
    assert found.systems[0].rank_high == 1
    assert found.notes[0] == (
        "Nothing bounds how far these systems lie apart, so that their scores tell the number of games, not "
        "a distance, and have no interval: A above B, C."
    )


def test_trueskill_is_bounded_by_a_tie_or_a_win():
    for method in (SIMULATED, MEAN_FIELD):
        assert method.without_bound(counted(*SEPARATED)) == frozenset("ABC")
        for other in "BC":
            tied = ranking("j", "tied", ("A", 1), (other, 1))
            assert method.without_bound(counted(*SEPARATED, tied)) == frozenset()
            assert method.note_on_counts(counted(*SEPARATED, tied)) == ""
    bounded = [*SEPARATED, *(ranking("j", f"lost {n}", ("A", 2), ("B", 1), ("C", 3)) for n in range(3))]
    found = rank_systems(JudgmentTable.from_judgments(bounded), "trueskill-mean-field", replicates=50)
    assert all(one.score_low is not None for one in found.systems)


def test_every_cut_is_named():
    """A beats all others, B and C beat D and E, and within these groups each wins sometimes."""
    made = [
        ranking(
            "j",
            str(s),
            ("A", 1),
            *zip("BC", (2, 3) if s % 2 else (3, 2), strict=True),
            *zip("DE", (4, 5) if s % 3 else (5, 4), strict=True),
        )
        for s in range(12)
    ]
    cuts = {(("A", "B", "C"), ("D", "E")), (("A",), ("B", "C"))}
    for method in MODELS:
        assert set(unbounded_strengths(counted(*made), method)) == cuts, method
    # One victory of the last over the first takes all bounds away.
    upset = [*made, ranking("j", "upset", ("E", 1), ("A", 2))]
    for method in MODELS:
        assert unbounded_strengths(counted(*upset), method) == ()


@pytest.mark.parametrize("seed", range(10))
def test_cuts_without_ties_are_those_that_nobody_crosses_upwards(seed):
    """By brute force: two systems lie apart by a bounded amount if each reaches the other by wins."""
    rng = np.random.default_rng(seed)
    wins = rng.poisson(0.5, (5, 5)) * (1 - np.eye(5, dtype=np.int64))
    names = tuple("ABCDE")
    reach = wins > 0
    for _ in range(5):
        reach = reach | ((reach.astype(int) @ reach.astype(int)) > 0)
    parted = {(i, j) for i in range(5) for j in range(5) if reach[i, j] and not reach[j, i]}
    cuts = unbounded_strengths(PairCounts(names, wins, np.zeros((5, 5), dtype=np.int64)), "bradley-terry")
    cut_pairs = {(names.index(a), names.index(b)) for above, below in cuts for a in above for b in below}
    assert {pair for pair in parted if wins[pair] or wins[pair[::-1]]} <= cut_pairs
    assert not any((reach[i, j] and reach[j, i]) for i, j in cut_pairs)


def test_ties_bound_half_wins_but_not_davidsons_strengths_by_themselves():
    """A wins or ties: half wins bound it. By Davidson ties grow with it, unless others bound their rate."""
    pair = [ranking("j", str(s), ("A", 1), ("B", 1 + s % 2)) for s in range(6)]
    others = [ranking("j", f"o{s}", ("C", 1 + s % 3), ("B", 2)) for s in range(6)]
    alone = [len(unbounded_strengths(counted(*pair), method)) for method in MODELS]
    assert alone == [1, 0, 1]
    bound = [len(unbounded_strengths(counted(*pair, *others), method)) for method in MODELS]
    assert bound == [0, 0, 1]


@pytest.mark.parametrize("seed", range(15))
def test_strengths_have_no_bound_where_the_fit_runs_to_its_prior(seed):
    """Against fits on sparse made-up counts: only the weak prior holds strengths as far apart as this."""
    rng = np.random.default_rng(seed)
    n = 4
    wins = rng.poisson(0.6, (n, n)) * (1 - np.eye(n, dtype=np.int64))
    ties = np.triu(rng.poisson(0.4, (n, n)), 1)
    ties = ties + ties.T
    counts = PairCounts(tuple("ABCD"), wins, ties)
    fits: dict[Model, FloatArray] = {
        "bradley-terry": davidson(wins[None], ties[None]).strength[0],
        "bradley-terry-half-ties": bradley_terry(wins[None], ties[None]).strength[0],
        "bradley-terry-without-ties": bradley_terry(wins[None]).strength[0],
    }
    for method, strength in fits.items():
        assert bool(unbounded_strengths(counts, method)) == bool(np.ptp(strength) > 10), (method, strength)


def test_the_published_strengths_are_bounded(shared):
    counts = count_pairs(published_table(shared))
    assert unbounded_strengths(counts, "bradley-terry") == ()
