"""How well each judge agrees with the others, and with how much of that chance has to do.

Looked at are pairs of outputs of the same item that several judges have ranked, each said to be better, tied
or worse: how often the judge says the same as another judge, less how often that would happen if the judge's
ranks were dealt to the outputs at random (ties kept). That is 0 for a judge who clicks at random or ties
everything. Standard errors come from the spread between rankings.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import FloatArray, IntArray

BETTER, TIED, WORSE = 0, 1, 2
_MOST_OUTPUTS = 64


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


@dataclass(frozen=True, slots=True)
class _Labels:
    """One row per ranking and pair of outputs that others have labelled, too."""

    judge: IntArray
    ranking: IntArray
    pair: IntArray
    label: IntArray
    tie_share: FloatArray
    pairs: int


def crowd_judges(rankings: Sequence[SeenRanking], least: int = 1) -> dict[Hashable, CrowdJudge]:
    """Every judge with at least one ranking of an item that somebody else has ranked.

    Args:
        rankings: at most one per judge and item.
        least: rankings that a judge needs to count for the median judge.
    """
    names = list(dict.fromkeys(ranking.judge for ranking in rankings))
    labels = _labels(rankings, {name: index for index, name in enumerate(names)})
    if not labels.pairs:
        return {}
    judge, agreed, by_chance = _rates(labels, len(rankings))
    shared = np.bincount(judge, minlength=len(names))
    gain = agreed - by_chance
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.bincount(judge, gain, len(names)) / shared
        squares = np.bincount(judge, (gain - means[judge]) ** 2, len(names))
        errors = np.sqrt(squares / np.maximum(shared - 1, 1) / shared)
        agreement = np.bincount(judge, agreed, len(names)) / shared
        chance = np.bincount(judge, by_chance, len(names)) / shared
    counted = shared >= min(least, int(shared.max()))
    usual = float(np.median(means[counted]))
    return {
        name: CrowdJudge(
            rankings=int(shared[index]),
            agreement=float(agreement[index]),
            chance=float(chance[index]),
            error=float(errors[index]),
            usual=usual,
        )
        for index, name in enumerate(names)
        if shared[index]
    }


def _labels(rankings: Sequence[SeenRanking], index_of: dict[Hashable, int]) -> _Labels:
    judges_of_item: dict[Hashable, int] = {}
    for ranking in rankings:
        judges_of_item[ranking.item] = judges_of_item.get(ranking.item, 0) + 1
    items = {item: index for index, item in enumerate(judges_of_item)}
    by_size: dict[int, list[int]] = {}
    for row, ranking in enumerate(rankings):
        if judges_of_item[ranking.item] > 1 and 1 < len(ranking.ranks) <= _MOST_OUTPUTS:
            by_size.setdefault(len(ranking.ranks), []).append(row)
    columns: list[list[np.ndarray]] = [[] for _ in range(5)]
    for size, rows in by_size.items():
        ranks = np.array([rankings[row].ranks for row in rows])
        first, second = np.triu_indices(size, 1)
        label = np.sign(ranks[:, first] - ranks[:, second]) + 1
        item = np.array([items[rankings[row].item] for row in rows])
        judge = np.array([index_of[rankings[row].judge] for row in rows])
        within = np.arange(len(first))
        shape = label.shape
        found = (
            np.broadcast_to(judge[:, None], shape),
            np.broadcast_to(np.array(rows)[:, None], shape),
            item[:, None] * (_MOST_OUTPUTS * _MOST_OUTPUTS) + within[None, :],
            label,
            np.broadcast_to((label == TIED).mean(axis=1)[:, None], shape),
        )
        for column, values in zip(columns, found, strict=True):
            column.append(values.ravel())
    if not columns[0]:
        nothing = np.zeros(0, dtype=np.int64)
        return _Labels(nothing, nothing, nothing, nothing, np.zeros(0), 0)
    joined = [np.concatenate(column) for column in columns]
    distinct, pair = np.unique(joined[2], return_inverse=True)
    return _Labels(joined[0], joined[1], pair.astype(np.int64), joined[3], joined[4], len(distinct))


def _rates(labels: _Labels, rankings: int) -> tuple[IntArray, FloatArray, FloatArray]:
    """For every ranking with company: its judge, its agreement with others, and that by chance."""
    cells = np.bincount(labels.pair * 3 + labels.label, minlength=3 * labels.pairs).reshape(-1, 3)
    others = cells[labels.pair].astype(float)
    others[np.arange(len(labels.label)), labels.label] -= 1
    same = others[np.arange(len(labels.label)), labels.label]
    ordered = (1 - labels.tie_share) / 2
    expected = labels.tie_share * others[:, TIED] + ordered * (others[:, BETTER] + others[:, WORSE])
    total = np.bincount(labels.ranking, others.sum(axis=1), rankings)
    there = np.flatnonzero(total)
    agreed = np.bincount(labels.ranking, same, rankings)[there] / total[there]
    by_chance = np.bincount(labels.ranking, expected, rankings)[there] / total[there]
    judge_of = np.zeros(rankings, dtype=np.int64)
    judge_of[labels.ranking] = labels.judge
    return judge_of[there], agreed, by_chance
