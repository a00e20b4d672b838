"""The interval for the number of rankings that a plan asks for."""

import numpy as np
import pytest

from benchmarks.statistics_planning import DESIGNS, simulated
from rankings.analysis import planning_interval
from rankings.analysis.judge_variance import variance_of_scores
from rankings.analysis.planning import plan_rankings, separation
from rankings.analysis.planning_interval import Curve
from rankings.analysis.results.planning import NeededInterval, Plan, PlanPoint
from rankings.tables.planning import how_sure, outcome

CLEAR = DESIGNS[0]
TELL = "As far as the present rankings can tell,"


def pilot(sentences: int, seed: int = 1):
    rng = np.random.default_rng(seed)
    own = CLEAR.differ * rng.standard_normal((CLEAR.judges, 6))
    return simulated(CLEAR, sentences, own, rng)


def interval(table, **settings) -> NeededInterval:
    found = plan_rankings(table, simulations=2, sizes=(1.0,), **settings).interval
    assert found is not None
    return found


@pytest.mark.parametrize("top", [(2,), (2, 0), (2, 0, 3)])
def test_the_curve_asks_what_a_ranking_of_every_evaluation_would_show(top):
    """Against `separation`, which counts ranks and draws clusters, one evaluation at a time."""
    rng = np.random.default_rng(4)
    world = np.array([0.1, -0.1, 0.2, 0.05, -0.25])
    missed, noise, of_judges = (rng.standard_normal((number, 5)) * 0.15 for number in (80, 200, 200))
    curve = Curve(missed, noise, of_judges, np.isin(np.arange(5), top), 0.8, 0.01, 5.5 / 200)
    for size, between in ((0.5, 0.0), (4.0, 0.0), (4.0, 0.2), (64.0, 0.1)):
        scatter = noise / np.sqrt(size) + of_judges * np.sqrt(between)
        shown = [separation(world + one / np.sqrt(size), scatter, np.array(top), 0.95)[0] for one in missed]
        assert curve.share(world, between, size) == pytest.approx(np.mean(shown))


def test_a_larger_pilot_says_more():
    small, large = interval(pilot(60)), interval(pilot(2000))
    assert large.low is not None and large.high is not None and small.low is not None
    assert large.high / large.low < 2
    assert large.never < 0.01 < small.never
    assert small.high is None or small.high / small.low > 4


def test_systems_that_are_equal_are_set_apart_by_no_number_that_a_pilot_could_name(monkeypatch):
    monkeypatch.setattr(planning_interval, "WORLDS", 200)
    table = simulated(DESIGNS[1], 60, np.zeros((8, 6)), np.random.default_rng(3))
    rng = np.random.default_rng(1)
    # The same ranks under names that are drawn anew: no system is better.
    mixed = np.argsort(rng.random(table.ranks.shape), axis=1)
    ranks = np.where(table.covered, np.take_along_axis(table.ranks, mixed, axis=1).clip(1), 0)
    object.__setattr__(table, "ranks", ranks.astype(np.int16))
    shown = interval(table)
    assert shown.high is None
    assert shown.never > 0.1


def test_for_these_judges_a_plan_is_surer_and_the_same_seed_gives_the_same():
    table = pilot(200)
    others, these = interval(table), interval(table, speaks_for="these-judges")
    assert (these.high or np.inf) <= 1.1 * (others.high or np.inf)
    assert these.never <= others.never
    assert others == interval(table)


def test_possible_variances_between_judges_scatter_around_the_estimate():
    variance = variance_of_scores(pilot(2000), range(6))
    possible = variance.possible.draw(np.random.default_rng(1), 20_000)
    assert possible.min() >= 0
    assert np.median(possible) == pytest.approx(variance.between, rel=0.1)


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        (None, ""),
        (
            NeededInterval(104, 412, 0.8, 0.02),
            f"{TELL} it takes between 100 and 410 rankings (80 % interval); so few rankings cannot "
            "narrow it further.",
        ),
        (
            NeededInterval(104, 180, 0.8, 0.0),
            f"{TELL} it takes between 100 and 180 rankings (80 % interval).",
        ),
        (
            NeededInterval(70, None, 0.8, 0.16),
            f"{TELL} it takes 70 rankings or more (80 % interval); so few rankings cannot narrow it further. "
            "With a probability of 16 %, not even 256 times the present number of rankings is enough.",
        ),
        (
            NeededInterval(None, None, 0.8, 0.94),
            "That is hardly in doubt: with a probability of 94 %, not even 256 times the present "
            "number of rankings is enough, as far as the present ones can tell.",
        ),
    ],
)
def test_in_words(interval, words):
    assert how_sure(interval) == words


def test_a_plan_that_few_judges_hold_up_says_so():
    """Two judges who always disagree: the rest of the standard error stays, however many the sentences."""

    def plan(*errors):
        points = tuple(
            PlanPoint(size, round(60 * size), 0.0, 1.0, error)
            for size, error in zip((0.5, 1, 16), errors, strict=True)
        )
        return Plan(
            points, ("A",), 0.8, None, "sentences", "expected-wins", 0.95, 200, 1, "Expected Wins", 60, 60,
            speaks_for="judges-like-these", judges=2,
        )  # fmt: skip

    few_judges, too_close = plan(0.2395, 0.2336, 0.2279), plan(0.2, 0.141, 0.036)
    assert (few_judges.held_up_by_judges, too_close.held_up_by_judges) == (True, False)
    assert "2 judges are too few for that" in outcome(few_judges)
    assert "the systems are too close" in outcome(too_close)
