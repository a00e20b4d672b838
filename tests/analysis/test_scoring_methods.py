"""TrueSkill and Bradley-Terry: the published numbers, and what must hold for any data."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rankings.analysis import trueskill
from rankings.analysis.arrays import FloatArray
from rankings.analysis.bradley_terry import bradley_terry, davidson
from rankings.analysis.expected_wins import expected_wins, expected_wins_of_winners
from rankings.analysis.methods import METHODS
from rankings.analysis.pair_counts import PairCounts, count_pairs
from rankings.analysis.scoring import scoring_method
from rankings.analysis.trueskill import (
    DRAW_PROBABILITY,
    SIGMA,
    trueskill_runs,
    update_series,
)
from rankings.analysis.trueskill_kernel import NARROW_ADVANTAGE, NARROW_SHIFT, _from_series, _update
from rankings.analysis.trueskill_mean_field import mean_field_with_noise
from rankings.formats.columns import Judgments
from tests.analysis.made_up import judgments
from tests.analysis.published import expected_numbers, published_table

RUNS = 200


@pytest.fixture(scope="module")
def runs(shared):
    counts = count_pairs(published_table(shared))
    shape = (RUNS, *counts.wins.shape)
    wins, ties = np.broadcast_to(counts.wins, shape), np.broadcast_to(counts.ties, shape)
    return counts.systems, trueskill_runs(wins, ties, np.random.SeedSequence(3))


def test_trueskill_runs_follow_the_law_of_the_original(shared, runs):
    """Against 20,000 runs: means by z and deviations by chi square, each missed once in 10,000 seeds."""
    systems, found = runs
    limit = expected_numbers(shared)["table3c_TS"]["limit_20000"]
    sd = np.array([limit["sd"][name] for name in systems])
    error = sd * np.sqrt(1 / RUNS + 1 / limit["B"])
    z = (found.mu.mean(axis=0) - np.array([limit["mean"][name] for name in systems])) / error
    tail = 1e-4 / 2 / len(systems)
    assert np.abs(z).max() < stats.norm.isf(tail)
    ratio = found.mu.var(axis=0, ddof=1) / sd**2
    slack = 1 + 5 / np.sqrt(2 * limit["B"])
    assert ratio.min() > stats.chi2.ppf(tail, RUNS - 1) / (RUNS - 1) / slack
    assert ratio.max() < stats.chi2.isf(tail, RUNS - 1) / (RUNS - 1) * slack


def test_trueskill_variances_end_where_the_originals_end(shared, runs):
    _, found = runs
    wanted = expected_numbers(shared)["table3c_TS"]["final_sigma2_mean"]
    wanted = float(np.mean(list(wanted.values()))) if isinstance(wanted, dict) else wanted
    assert found.sigma_squared.mean() == pytest.approx(wanted, abs=2e-7)


def test_mean_field_is_where_runs_go(shared):
    """The mean field leaves out terms of the order of one game, hence 3e-4 of means and 4 % of deviations."""
    counts = count_pairs(published_table(shared))
    law = mean_field_with_noise(counts.wins[None], counts.ties[None])
    limit = expected_numbers(shared)["table3c_TS"]["limit_20000"]
    for i, name in enumerate(counts.systems):
        assert law.mean[0, i] == pytest.approx(limit["mean"][name], abs=3e-4)
        assert np.sqrt(law.covariance[0, i, i]) == pytest.approx(limit["sd"][name], rel=0.04)
    # The reference has its own approximation, no closer to the runs than this.
    other = expected_numbers(shared)["table3c_TS"]["meanfield"]
    for i, name in enumerate(counts.systems):
        assert law.mean[0, i] == pytest.approx(other["mean"][name], abs=2e-4)
        assert np.sqrt(law.covariance[0, i, i]) == pytest.approx(other["sd"][name], rel=1e-3)


def test_a_run_has_the_constants_of_the_original(shared):
    table_3c = expected_numbers(shared)["table3c_TS"]
    steps = count_pairs(published_table(shared)).total + 1
    beta = trueskill.BETA_PER_OBSERVATION * steps
    assert (steps, trueskill.SIGMA) == (table_3c["N"], table_3c["sigma0"])
    assert beta == pytest.approx(table_3c["beta"], rel=1e-12)
    # The original's error function is good to 1.2e-7.
    margin = trueskill.DRAW_MARGIN_PER_BETA * beta
    assert margin == pytest.approx(table_3c["draw_margin"], rel=1e-6)


@pytest.mark.parametrize(("won", "tied"), [(7, 0), (0, 7), (1500, 0)])
def test_trueskill_of_two_systems_is_repeated_conditioning_of_a_normal_law(won, tied):
    """Two systems with one outcome leave nothing to chance: every game cuts the law of the difference."""
    wins, ties = np.array([[[0, won], [0, 0]]]), np.array([[[0, tied], [tied, 0]]])
    found = trueskill_runs(wins, ties, np.random.SeedSequence(1))
    games = won + tied + 1
    beta = SIGMA / 40 * games
    margin = stats.norm.ppf((DRAW_PROBABILITY + 1) / 2) * np.sqrt(2) * beta
    mu, variance = np.zeros(2), np.full(2, SIGMA**2)
    for _ in range(games):
        total = 2 * beta**2 + variance.sum()
        ends = (margin, np.inf) if won else (-margin, margin)
        low, high = (np.array(ends) - (mu[0] - mu[1])) / np.sqrt(total)
        seen = stats.truncnorm(low, high)
        mu = mu + np.array([1, -1]) * variance / np.sqrt(total) * seen.mean()
        variance = variance * (1 - variance / total * (1 - seen.var()))
    assert found.mu[0] == pytest.approx(mu, abs=1e-9)
    assert found.sigma_squared[0] == pytest.approx(variance, abs=1e-9)


@pytest.mark.parametrize("advantage", [-9.0, -0.01, 0.0, 3.0, 20.0])
@pytest.mark.parametrize("margin", [0.05, 0.3186])
def test_a_game_moves_means_and_variances_as_conditioning_does(advantage, margin):
    """The difference of performances is normal; what was seen cuts it off at the draw margin."""
    for outcome, ends in enumerate([(margin, np.inf), (-margin, margin), (-np.inf, -margin)]):
        low, high = np.array(ends) - advantage
        seen = stats.truncnorm(low, high)
        v, w = _update(outcome, advantage, margin)
        assert v == pytest.approx(seen.mean(), rel=1e-7, abs=1e-9)
        assert w == pytest.approx(1 - seen.var(), rel=1e-7, abs=1e-7)


@pytest.mark.parametrize(
    ("outcome", "advantage", "v"), [(0, -60.0, 60.3), (1, 60.0, -59.7), (2, 60.0, -60.3)]
)
def test_a_game_beyond_the_reach_of_numbers_ends_at_the_margin(outcome, advantage, v):
    assert _update(outcome, advantage, 0.3) == pytest.approx((v, 1.0))


def test_the_series_of_the_inner_loop_is_exact_where_it_is_used():
    margin = 0.3186
    series = update_series(margin)
    for outcome in range(3):
        for t in np.linspace(-NARROW_ADVANTAGE, NARROW_ADVANTAGE, 9):
            for shift in (0.0, -NARROW_SHIFT):
                exact = _update(outcome, t, margin + shift)
                assert _from_series(series, outcome, t, shift) == pytest.approx(exact, rel=0, abs=1e-11)


@pytest.mark.parametrize(
    ("name", "fit"),
    [
        ("BT", lambda counts: bradley_terry(counts.wins[None])),
        ("BT-halfties", lambda counts: bradley_terry(counts.wins[None], counts.ties[None])),
        ("Davidson", lambda counts: davidson(counts.wins[None], counts.ties[None])),
    ],
)
def test_strengths_are_those_of_an_independent_fit(shared, name, fit):
    """The reference stopped its search at about 1e-6."""
    counts = count_pairs(published_table(shared))
    found = fit(counts)
    strengths = dict(zip(counts.systems, found.strength[0].tolist(), strict=True))
    assert strengths == pytest.approx(expected_numbers(shared)["other_models"][name], abs=2e-6)
    if name == "Davidson":
        assert found.log_likelihood[0] == pytest.approx(-108789, abs=0.5)


@given(judgments(most=8), st.sampled_from(METHODS))
def test_every_method_gives_finite_scores_for_any_data(made, method):
    counts = count_pairs(Judgments.of(made, systems=["A", "B", "never"]))
    wins, ties = counts.wins[None], counts.ties[None]
    for scores in (
        scoring_method(method).point(wins, ties),
        scoring_method(method).scores(wins, ties, np.random.SeedSequence(1)),
    ):
        assert scores.shape == (1, len(counts.systems))
        if method == "expected-wins":
            assert np.isfinite(scores[0]).tolist() == (counts.wins + counts.wins.T).any(axis=1).tolist()
        elif method == "expected-wins-half-ties":
            assert np.isfinite(scores[0]).tolist() == counts.comparisons.any(axis=1).tolist()
        elif method != "expected-wins-of-winners":
            assert np.isfinite(scores).all()


def there_and_back(counts: PairCounts, method: str) -> tuple[FloatArray, FloatArray]:
    """The scores, and those of all rankings turned round."""
    point = scoring_method(method).point
    return point(counts.wins[None], counts.ties[None])[0], point(counts.wins.T[None], counts.ties[None])[0]


@given(judgments(most=8), st.sampled_from([m for m in METHODS if not m.startswith("trueskill")]))
def test_turning_all_rankings_round_turns_the_scores_round(made, method):
    counts = count_pairs(Judgments.of(made, systems=["A", "B"]))
    # Every system beats every other at least once, so that no method leaves a pair out.
    wins = counts.wins + 1 - np.eye(len(counts.systems), dtype=np.int64)
    there, back = there_and_back(replace(counts, wins=wins), method)
    assert there + back == pytest.approx(np.full(len(there), (there + back).mean()), abs=1e-6)


@given(judgments(most=10))
def test_expected_wins_is_the_written_formula(made):
    counts = count_pairs(Judgments.of(made, systems=["A", "B"]))
    n = len(counts.systems)
    for i in range(n):
        met, beaten = [], []
        for j in range(n):
            won, lost = int(counts.wins[i, j]), int(counts.wins[j, i])
            if i != j:
                if won + lost:
                    met.append(won / (won + lost))
                if won:
                    beaten.append(met[-1])
        score = expected_wins(counts.wins)[i]
        assert score == pytest.approx(sum(met) / len(met)) if met else np.isnan(score)
        of_winners = expected_wins_of_winners(counts.wins)[i]
        if beaten:
            assert of_winners == pytest.approx(sum(beaten) / len(beaten))
        else:
            assert np.isnan(of_winners)


@pytest.mark.parametrize("comparisons", [0.2, 3.0])
def test_a_fit_is_the_same_to_the_last_bit_whatever_is_fitted_beside_it(comparisons):
    """Also with so few comparisons that some fits take hundreds of steps and the others a handful."""
    rng = np.random.default_rng(5)
    wins = rng.poisson(comparisons, size=(12, 5, 5)) * (1 - np.eye(5))
    ties = np.triu(rng.poisson(comparisons, size=(12, 5, 5)), 1)
    ties = ties + ties.swapaxes(1, 2)
    fits = davidson(wins, ties), bradley_terry(wins), bradley_terry(wins, ties)
    law = mean_field_with_noise(wins, ties)
    for number in range(len(wins)):
        won, tied = wins[number : number + 1], ties[number : number + 1]
        alone = davidson(won, tied), bradley_terry(won), bradley_terry(won, tied)
        for one, together in zip(alone, fits, strict=True):
            assert one.strength.tobytes() == together.strength[number].tobytes()
            assert one.log_likelihood.tobytes() == together.log_likelihood[number].tobytes()
        of_one = mean_field_with_noise(won, tied)
        assert of_one.mean.tobytes() == law.mean[number].tobytes()
        assert of_one.covariance.tobytes() == law.covariance[number].tobytes()
