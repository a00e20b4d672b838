"""Simulated crowds whose truth is known: honest judges of different skill, taste and pace, and bad ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from rankings.analysis.judge_alarms import LEAST_RANKINGS, JudgeEvidence, SeenRanking, crowd_judges

RANDOM, COLUMN, ZERO = "random", "column", "zero"


@dataclass
class Simulated:
    rankings: list[SeenRanking] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=dict)


def simulate(
    rng: np.random.Generator,
    *,
    items: int,
    per_item: int,
    judges: int,
    bad: Mapping[str, str] | None = None,
    noise: float = 0.8,
) -> Simulated:
    """A campaign of items with two to five outputs.

    Qualities are standard normal; an honest judge adds noise of a spread of their own, about `noise`, and
    sorts into levels of a width of their own. With 0.8 pairs of judges agree as in 2015 (kappa about 0.3).
    """
    names = [f"J{number}" for number in range(judges)]
    kinds = bad or {}
    spread = {name: noise * np.exp(rng.normal(0, 0.3)) for name in names}
    level = {name: 0.6 * np.exp(rng.normal(0, 0.4)) for name in names}
    pace = {name: 40 * np.exp(rng.normal(0, 0.4)) for name in names}
    made = Simulated(seconds={name: [] for name in names})
    for item, _ in zip(count(), range(items), strict=False):
        size = int(rng.integers(2, 6))
        quality = rng.normal(0, 1, size)
        for place in rng.choice(judges, per_item, replace=False):
            name = names[place]
            ranks = _ranks(rng, kinds.get(name, ""), quality, spread[name], level[name])
            made.rankings.append(SeenRanking(name, item, ranks))
            took = 0.0 if kinds.get(name) == ZERO else float(pace[name] * np.exp(rng.normal(0, 0.6)))
            made.seconds[name].append(took)
    return made


def evidence(made: Simulated) -> dict[str, JudgeEvidence]:
    """What the site would know of these judges, without check items."""
    crowd = crowd_judges(made.rankings, LEAST_RANKINGS)
    ranked: dict[str, list[Sequence[int]]] = {name: [] for name in made.seconds}
    for ranking in made.rankings:
        ranked[str(ranking.judge)].append(ranking.ranks)
    return {
        name: JudgeEvidence(
            timed=len(made.seconds[name]),
            median_seconds=float(np.median(made.seconds[name])) if made.seconds[name] else None,
            one_column=sum(len(set(ranks)) == 1 for ranks in ranked[name]),
            rankings=len(ranked[name]),
            crowd=crowd.get(name),
        )
        for name in made.seconds
    }


def _ranks(
    rng: np.random.Generator,
    kind: str,
    quality: np.ndarray,
    spread: float,
    level: float,
) -> list[int]:
    size = len(quality)
    if kind in (RANDOM, ZERO):
        return [int(rank) for rank in rng.integers(1, size + 1, size)]
    if kind == COLUMN:
        return [1] * size
    levels = np.floor((quality + rng.normal(0, spread, size)) / level)
    ladder = sorted(set(levels), reverse=True)
    return [ladder.index(value) + 1 for value in levels]
