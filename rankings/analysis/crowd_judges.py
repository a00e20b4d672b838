"""How well each judge agrees with the others, and with how much of that chance has to do.

Looked at are pairs of outputs of the same item that several judges have ranked, each said to be better, tied
or worse: how often the judge says the same as another judge, less how often that would happen if the judge's
ranks were dealt to the outputs at random (ties kept). That is 0 for a judge who clicks at random or ties
everything. Standard errors come from the spread between rankings.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

BETTER, TIED, WORSE = 0, 1, 2
MOST_OUTPUTS = 64


@dataclass(frozen=True, slots=True)
class SeenRanking:
    """A ranking: ranks by output of the item, always in the same order of outputs."""

    judge: Hashable
    item: Hashable
    ranks: Sequence[int]


@dataclass(frozen=True, slots=True)
class CrowdJudge:
    """One judge beside the others.

    Attributes:
        rankings: those of items that another judge has ranked, too.
        agreement: share of comparisons with other judges in which both said the same.
        chance: the same if the judge's ranks were dealt at random.
        error: standard error of `agreement - chance` between rankings.
        usual: `agreement - chance` of the median judge.
    """

    rankings: int
    agreement: float
    chance: float
    error: float
    usual: float

    @property
    def agreement_percent(self) -> int:
        return round(100 * self.agreement)

    @property
    def chance_percent(self) -> int:
        return round(100 * self.chance)

    @property
    def above_chance(self) -> float:
        return self.agreement - self.chance


def crowd_judges(rankings: Sequence[SeenRanking], least: int = 1) -> dict[Hashable, CrowdJudge]:
    """Every judge with at least one ranking of an item that somebody else has ranked.

    Args:
        rankings: at most one per judge and item.
        least: rankings that a judge needs to count for the median judge.
    """
    by_size: dict[int, list[SeenRanking]] = {}
    for ranking in rankings:
        if 1 < len(ranking.ranks) <= MOST_OUTPUTS:
            by_size.setdefault(len(ranking.ranks), []).append(ranking)
    rates: dict[Hashable, list[tuple[float, float]]] = {}
    for alike in by_size.values():
        for ranking, (agreed, by_chance, compared) in zip(alike, _rates(alike), strict=True):
            if compared:
                rates.setdefault(ranking.judge, []).append((agreed / compared, by_chance / compared))
    if not rates:
        return {}
    gains = {
        judge: np.array([agreed - by_chance for agreed, by_chance in own]) for judge, own in rates.items()
    }
    enough = min(least, max(map(len, gains.values())))
    usual = float(np.median([gain.mean() for gain in gains.values() if len(gain) >= enough]))
    found = {}
    for judge, own in rates.items():
        agreement, chance = np.mean(own, axis=0).tolist()
        deviation = float(gains[judge].std(ddof=1)) if len(own) > 1 else 0.0
        found[judge] = CrowdJudge(len(own), agreement, chance, deviation / len(own) ** 0.5, usual)
    return found


def _rates(rankings: Sequence[SeenRanking]) -> list[list[float]]:
    """For each ranking of as many outputs: comparisons with others that agree, by chance, and in all."""
    items: dict[Hashable, int] = {}
    item = np.array([items.setdefault(ranking.item, len(items)) for ranking in rankings])
    ranks = np.array([ranking.ranks for ranking in rankings])
    first, second = np.triu_indices(ranks.shape[1], 1)
    label = np.sign(ranks[:, first] - ranks[:, second]) + 1
    pair = np.arange(len(first))
    counts = np.zeros((len(items), len(first), 3))
    np.add.at(counts, (item[:, None], pair, label), 1.0)
    others = counts[item]
    others[np.arange(len(rankings))[:, None], pair, label] -= 1
    same = np.take_along_axis(others, label[:, :, None], axis=2).sum(axis=(1, 2))
    tied = (label == TIED).mean(axis=1)
    said = others.sum(axis=1)
    by_chance = tied * said[:, TIED] + (1 - tied) / 2 * (said[:, BETTER] + said[:, WORSE])
    rates: list[list[float]] = np.stack([same, by_chance, said.sum(axis=1)], axis=1).tolist()
    return rates
