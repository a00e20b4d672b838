"""How well each judge agrees with the others: a simple rate, and a model of judges as in MACE.

Both look at pairs of outputs of the same item that several judges have ranked, each said to be better, tied
or worse. No truth is known; a judge is measured by the others.

*Rate.* How often the judge says the same as another judge, less how often that would happen if the judge's
ranks were dealt to the outputs at random (ties kept). Of the median judge's value it is 1 for a judge who
agrees as usual, and 0 for one who clicks at random or ties everything.

*Model.* Every pair has a true label. With probability `competence` a judge gives it; else the judge ties
with a frequency of their own, or gives either order alike. It is fitted by EM with a weak Beta prior. After
Hovy, Berg-Kirkpatrick, Vaswani and Hovy (2013), "Learning whom to trust with MACE", for three labels of which
two are mirror images. A judge is weighed by agreeing with good judges, so three who click at random do not
vouch for each other.

A ranking of m outputs has m (m - 1) / 2 pairs but says no more than m - 1 independent things: its pairs weigh
2 / m each. Standard errors come from the spread between rankings.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import FloatArray, IntArray

BETTER, TIED, WORSE = 0, 1, 2
_ROUNDS = 40
_PRIOR = 1.5  # of Beta(_PRIOR, _PRIOR): half a made-up comparison of each kind
_STILL = 5e-4
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
        competence: share of the judge's labels that the model takes for knowledge, from 0 to 1.
        usual_competence: that of the median judge.
        evidence: natural logarithm of how much likelier the judge's labels are from somebody who knows
            nothing than from somebody with the usual competence; the truth as the others see it.
    """

    rankings: int
    agreement: float
    chance: float
    error: float
    usual: float
    competence: float
    usual_competence: float
    evidence: float

    @property
    def agreement_percent(self) -> int:
        return round(100 * self.agreement)

    @property
    def chance_percent(self) -> int:
        return round(100 * self.chance)

    @property
    def competence_percent(self) -> int:
        return round(100 * self.competence)

    @property
    def usual_percent(self) -> int:
        return round(100 * self.usual_competence)

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
    weight: FloatArray
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
    competence, others_say = _competence(labels, len(names))
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
    usual_competence = float(np.median(competence[counted]))
    evidence = _evidence(labels, len(names), usual_competence, others_say)
    return {
        name: CrowdJudge(
            rankings=int(shared[index]),
            agreement=float(agreement[index]),
            chance=float(chance[index]),
            error=float(errors[index]),
            usual=usual,
            competence=float(competence[index]),
            usual_competence=usual_competence,
            evidence=float(evidence[index]),
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
    columns: list[list[np.ndarray]] = [[] for _ in range(6)]
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
            np.full(shape, 2 / size),
            np.broadcast_to((label == TIED).mean(axis=1)[:, None], shape),
        )
        for column, values in zip(columns, found, strict=True):
            column.append(values.ravel())
    if not columns[0]:
        nothing = np.zeros(0, dtype=np.int64)
        return _Labels(nothing, nothing, nothing, nothing, np.zeros(0), np.zeros(0), 0)
    joined = [np.concatenate(column) for column in columns]
    distinct, pair = np.unique(joined[2], return_inverse=True)
    return _Labels(
        joined[0], joined[1], pair.astype(np.int64), joined[3], joined[4], joined[5], len(distinct)
    )


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


def _competence(labels: _Labels, judges: int) -> tuple[FloatArray, FloatArray]:
    """Fit the model by EM: `judges` values from 0 to 1; and what others say of each label.

    The second is the probability that the label of a row is the truth, by the other judges alone.
    """
    tied = labels.label == TIED
    all_weight = np.bincount(labels.judge, labels.weight, judges)
    competence = np.full(judges, 0.6)
    tie_rate = (np.bincount(labels.judge, labels.weight * tied, judges) + 0.5) / (all_weight + 1.5)
    prior_tie = float(np.average(tied, weights=labels.weight))
    cell = labels.judge * 3 + labels.label
    own = np.zeros((judges * 3, 3))
    scores = np.zeros((labels.pairs, 3))
    for _ in range(_ROUNDS):
        # What a label of a judge says of each truth: a small table, so that nothing large is computed twice.
        spam = (1 - competence)[:, None] * np.stack(
            [(1 - tie_rate) / 2, tie_rate, (1 - tie_rate) / 2], axis=1
        )
        likelihood = spam[:, :, None] + competence[:, None, None] * np.eye(3)
        own = np.log(np.maximum(likelihood, 1e-12)).reshape(-1, 3)
        prior = np.log(np.maximum([(1 - prior_tie) / 2, prior_tie, (1 - prior_tie) / 2], 1e-9))
        for truth in (BETTER, TIED, WORSE):
            scores[:, truth] = prior[truth] + np.bincount(labels.pair, own[cell, truth], labels.pairs)
        truth_is = _normalised(scores)
        known = competence / np.maximum(competence + spam.T, 1e-12)
        knew = truth_is[labels.pair, labels.label] * known[labels.label, labels.judge]
        new = (np.bincount(labels.judge, labels.weight * knew, judges) + _PRIOR - 1) / (
            all_weight + 2 * (_PRIOR - 1)
        )
        guessed = labels.weight * (1 - knew)
        tie_rate = (np.bincount(labels.judge, guessed * tied, judges) + 0.5) / (
            np.bincount(labels.judge, guessed, judges) + 1.5
        )
        prior_tie = float(truth_is[:, TIED].mean())
        change = float(np.abs(new - competence).max())
        competence = new
        if change < _STILL:
            break
    without_own = _normalised(scores[labels.pair] - own[cell])
    others_say = without_own[np.arange(len(labels.label)), labels.label]
    return competence, others_say


def _evidence(labels: _Labels, judges: int, some: float, others_say: FloatArray) -> FloatArray:
    """For every judge the log likelihood of knowing nothing, less that of the competence `some`."""
    tied = labels.label == TIED
    all_weight = np.bincount(labels.judge, labels.weight, judges)
    tie_rate = (np.bincount(labels.judge, labels.weight * tied, judges) + 0.5) / (all_weight + 1.5)
    share = tie_rate[labels.judge]
    blind = np.where(tied, share, (1 - share) / 2)
    ratio = np.log(blind) - np.log(some * others_say + (1 - some) * blind)
    return np.bincount(labels.judge, labels.weight * ratio, judges).astype(np.float64)


def _normalised(scores: FloatArray) -> FloatArray:
    """Probabilities by row from their logarithms."""
    # Column by column: numpy reduces short rows slowly.
    first, second, third = scores.T
    highest = np.maximum(np.maximum(first, second), third)
    likely: FloatArray = np.exp(scores - highest[:, None])
    likely /= (likely[:, 0] + likely[:, 1] + likely[:, 2])[:, None]
    return likely
