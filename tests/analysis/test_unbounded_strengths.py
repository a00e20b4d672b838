"""Systems whose strengths nothing bounds: they have a score and no interval."""

import numpy as np
import pytest
from msgspec.structs import replace

from rankings.analysis.arrays import FloatArray
from rankings.analysis.bradley_terry import Model, bradley_terry, davidson, systems_without_bound
from rankings.analysis.pair_counts import PairCounts, count_pairs
from rankings.analysis.ranking import rank_systems
from rankings.formats.columns import Judgments
from tests.analysis.made_up import ranking
from tests.analysis.published import published_table

MODELS: tuple[Model, ...] = ("bradley-terry", "bradley-terry-half-ties", "bradley-terry-without-ties")
SEPARATED = [ranking("j", str(s), ("A", 1), ("B", 2 + s % 2), ("C", 3 - s % 2)) for s in range(8)]


def counted(*rankings) -> PairCounts:
    return count_pairs(Judgments.of(rankings))


@pytest.mark.parametrize("method", ["bradley-terry", "trueskill-mean-field"])
@pytest.mark.parametrize("judges", [1, 2])
def test_they_have_no_interval(method, judges):
    """A always wins: resampling cannot change it, and its score tells the number of games alone."""
    made = [replace(one, judge=f"j{number}") for number in range(judges) for one in SEPARATED]
    found = rank_systems(Judgments.of(made), method, replicates=50)
    assert [(one.score_low, one.score_high, one.score_sd) for one in found.systems] == [(None,) * 3] * 3
    assert found.systems[0].rank_high == 1
    assert sum("No interval" in note for note in found.notes) == 1


def test_ties_bound_half_wins_but_not_davidsons_strengths_by_themselves():
    """A wins or ties: half wins bound it. By Davidson ties grow with it, unless others bound their rate."""
    pair = [ranking("j", str(s), ("A", 1), ("B", 1 + s % 2)) for s in range(6)]
    others = [ranking("j", f"o{s}", ("C", 1 + s % 3), ("B", 2)) for s in range(6)]
    assert [bool(systems_without_bound(counted(*pair), method)) for method in MODELS] == [True, False, True]
    bound = [bool(systems_without_bound(counted(*pair, *others), method)) for method in MODELS]
    assert bound == [False, False, True]


@pytest.mark.parametrize("seed", range(30))
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
        assert bool(systems_without_bound(counts, method)) == bool(np.ptp(strength) > 10), (method, strength)


def test_the_published_strengths_are_bounded(shared):
    assert not systems_without_bound(count_pairs(published_table(shared)), "bradley-terry")
