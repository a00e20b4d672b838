"""TrueSkill on more comparisons than runs can be simulated for: the law of the runs stands in for them."""

import numpy as np
import pytest

from rankings.analysis import trueskill_mean_field
from rankings.analysis.scoring import scoring_method


def counts(times: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    wins = rng.integers(20, 60, size=(4, 4)) * (1 + np.arange(4)[::-1, None])
    np.fill_diagonal(wins, 0)
    ties = np.full((4, 4), 20)
    np.fill_diagonal(ties, 0)
    return wins * times, ties * times


def test_the_law_gives_what_runs_give(monkeypatch: pytest.MonkeyPatch) -> None:
    wins, ties = (np.broadcast_to(one, (400, 4, 4)) for one in counts(100))
    seed = np.random.SeedSequence(1)
    method = scoring_method("trueskill")
    simulated = method.scores(wins, ties, seed)
    monkeypatch.setattr(trueskill_mean_field, "MOST_COMPARISONS", 1)
    drawn = method.scores(wins, ties, np.random.SeedSequence(1))
    spread = simulated.std(axis=0)
    assert np.abs(simulated.mean(axis=0) - drawn.mean(axis=0)).max() < 0.25 * spread.max()
    # The scatter of a run is up to a quarter wider in the law, for the system that stands furthest apart.
    assert drawn.std(axis=0) == pytest.approx(spread, rel=0.3)
