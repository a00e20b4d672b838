"""Does the interval of a plan hold the number of rankings that is needed? Simulated pilots with known truth.

    python -m benchmarks.statistics_planning [PILOTS] [CAMPAIGNS] [DESIGN]

Six systems, five of them in a ranking, judges who are the same in the pilots and in the larger campaigns;
the model is that of `benchmarks.statistics_coverage`. The truth comes from brute force: CAMPAIGNS of each of
several sizes (200 by default) are simulated and ranked, and the number of rankings is where 80 % of them set
the best system apart from all others. Then PILOTS (60 by default) are planned from. Printed for each design:
the true number; the share of pilots whose interval holds it; the interval of a middle pilot; and the mean
probability of "never". Where a pilot takes another system for the best, the true answer is that no number
is enough.
"""

import sys
from dataclasses import dataclass

import numpy as np

from benchmarks.statistics_coverage import AS_2015, LEVEL, OWN, SEEN_ALIKE, SHOWN, SYSTEMS
from rankings.analysis.arrays import FloatArray
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.planning import plan_rankings
from rankings.analysis.system_ranking import rank_systems

TARGET = 0.8
GROWTH = 2**0.5


@dataclass(frozen=True)
class Pilots:
    """Pilots of one kind.

    Attributes:
        strengths: of the systems, best first.
        sentences: of a pilot.
        each: rankings of a sentence, by different judges.
        judges: of pilot and larger campaign.
        differ: standard deviation between judges of the latent quality of a system.
    """

    name: str
    strengths: tuple[float, ...]
    sentences: int = 60
    each: int = 1
    judges: int = 8
    differ: float = AS_2015


CLEAR = (0.5, 0.0, 0.0, -0.1, -0.2, -0.3)
DESIGNS = (
    Pilots("clear leader", CLEAR),
    Pilots("clear leader, judges alike", CLEAR, differ=0.0),
    Pilots("clear leader, 120 sentences", CLEAR, sentences=120),
    Pilots("clear leader, 30 sentences twice", CLEAR, sentences=30, each=2),
    Pilots("clear leader, 3 judges", CLEAR, judges=3),
    Pilots("spread as in 2015", (0.45, 0.21, 0.0, -0.1, -0.2, -0.36), sentences=200),
    Pilots("far ahead", (0.9, 0.0, 0.0, -0.1, -0.2, -0.3)),
)


def simulated(pilots: Pilots, sentences: int, own: FloatArray, rng: np.random.Generator) -> JudgmentTable:
    """One campaign; `own` is (judges, systems) what each judge adds to the quality of each system."""
    sentence = np.repeat(np.arange(sentences), pilots.each)
    judge = np.argsort(rng.random((sentences, pilots.judges)), axis=1)[:, : pilots.each].ravel()
    rows = len(sentence)
    quality = np.array(pilots.strengths) + SEEN_ALIKE * rng.standard_normal((sentences, SYSTEMS))[sentence]
    quality = quality + own[judge] + OWN * rng.standard_normal((rows, SYSTEMS))
    level = np.floor(quality / LEVEL + rng.random((rows, 1))).astype(np.int16)
    shown = np.argsort(rng.random((rows, SYSTEMS)), axis=1) < SHOWN
    return JudgmentTable(
        systems=tuple("ABCDEF"),
        judges=tuple(map(str, range(pilots.judges))),
        sentences=tuple(map(str, range(sentences))),
        judge=judge.astype(np.int32),
        sentence=sentence.astype(np.int32),
        ranks=np.where(shown, level.max() + 1 - level, 0).astype(np.int16),
        groups=np.where(shown, np.arange(SYSTEMS), -1).astype(np.int16),
        skipped=np.zeros(rows, dtype=bool),
    )


def true_number(pilots: Pilots, own: FloatArray, rng: np.random.Generator, campaigns: int) -> float:
    """Rankings at which the best system stands apart in the target share of campaigns."""
    before, sentences = (0.0, 0.0), 15.0
    while sentences < 6000:
        apart = 0
        for seed in range(campaigns):
            table = simulated(pilots, round(sentences), own, rng)
            first, second = rank_systems(table, replicates=200, seed=seed).systems[:2]
            apart += first.system == "A" and first.cluster != second.cluster
        share = apart / campaigns
        if share >= TARGET:
            part = (TARGET - before[1]) / (share - before[1])
            return pilots.each * (before[0] + part * (sentences - before[0]))
        before = (sentences, share)
        sentences *= GROWTH
    return float("inf")


def main(number: int, campaigns: int, only: str = "") -> None:
    """Print one line for each design."""
    for place, pilots in enumerate(DESIGNS):
        if only not in pilots.name:
            continue
        rng = np.random.default_rng([9, place])
        own = pilots.differ * rng.standard_normal((pilots.judges, SYSTEMS))
        truth = true_number(pilots, own, rng, campaigns)
        low, high, true, never = [], [], [], []
        for seed in range(number):
            table = simulated(pilots, pilots.sentences, own, rng)
            plan = plan_rankings(table, sizes=(1.0,), simulations=1, seed=seed)
            assert plan.interval is not None
            low.append(plan.interval.low or np.inf)
            high.append(plan.interval.high or np.inf)
            never.append(plan.interval.never)
            true.append(truth if plan.top == ("A",) else np.inf)
        below, above = np.array(low) > np.array(true), np.array(high) < np.array(true)
        print(
            f"{pilots.name:34s} truth {truth:5.0f}  holds {1 - np.mean(below | above):.2f}"
            f" (below {np.mean(below):.2f}, above {np.mean(above):.2f})"
            f"  {np.median(low):5.0f} to {np.median(high):5.0f}  never {np.mean(never):.2f}",
            flush=True,
        )


if __name__ == "__main__":
    words = sys.argv[1:]
    main(int(words[0]) if words else 60, int(words[1]) if len(words) > 1 else 200, "".join(words[2:3]))
