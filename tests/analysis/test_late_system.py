"""A system that joins late is compared less often than others: scores stay right, its own is less certain."""

import random

import numpy as np
import pytest

from rankings.analysis.ranking import rank_systems
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment

# Qualities; an output is better by a draw from a normal distribution around them.
QUALITY = {"A": 0.9, "B": 0.6, "C": 0.3, "D": 0.0, "LATE": 0.45}
SENTENCES, JOINS_AT = 600, 500


def judged(seed: int, joins_at: int = JOINS_AT) -> list[Judgment]:
    """One judge ranks each sentence; the late system is in the last of them alone."""
    chance = random.Random(seed)
    judgments = []
    for sentence in range(SENTENCES):
        shown = [name for name in QUALITY if name != "LATE" or sentence >= joins_at]
        drawn = {name: QUALITY[name] + chance.gauss(0, 1) for name in shown}
        ranks = {name: rank for rank, name in enumerate(sorted(shown, key=lambda name: -drawn[name]), 1)}
        outputs = tuple(JudgedOutput((name,), ranks[name]) for name in shown)
        judgments.append(Judgment(judge="j", sentence=str(sentence), outputs=outputs))
    return judgments


def scores(judgments: list[Judgment], method: str = "expected-wins") -> dict[str, float]:
    table = Judgments.of(judgments)
    ranking = rank_systems(table, method, replicates=2, speaks_for="these-judges")
    return {one.system: one.score for one in ranking.systems if one.score is not None}


@pytest.mark.parametrize("method", ["expected-wins", "bradley-terry"])
def test_joining_late_moves_no_score(method: str) -> None:
    """Over 20 campaigns the mean scores are those of campaigns where the system was there from the start."""
    late = [scores(judged(seed), method) for seed in range(20)]
    start = [scores(judged(seed + 1000, joins_at=0), method) for seed in range(20)]
    for name in QUALITY:
        own, usual = ([made[name] for made in campaigns] for campaigns in (late, start))
        error = np.sqrt(np.var(own) / len(own) + np.var(usual) / len(usual))
        assert abs(np.mean(own) - np.mean(usual)) < 3.5 * error, name


def test_the_score_of_a_late_system_is_less_certain() -> None:
    table = Judgments.of(judged(3))
    ranking = rank_systems(table, replicates=300, speaks_for="these-judges")
    widths = {
        one.system: one.score_high - one.score_low
        for one in ranking.systems
        if one.score_high and one.score_low
    }
    assert widths["LATE"] > 1.5 * max(width for name, width in widths.items() if name != "LATE")
    assert ranking.systems[0].system == "A"
