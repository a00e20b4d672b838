"""What was to be ranked by whom, and campaigns of that design that a model of judges simulates."""

from dataclasses import dataclass, replace

import numpy as np

from rankings.analysis.arrays import BoolArray, FloatArray, IntArray
from rankings.analysis.judging_model import JudgingModel
from rankings.analysis.judgments import NOT_COVERED_RANK, JudgmentTable
from rankings.analysis.results.certificate import SimulatedModel

# Of a large design, as much as this tells the model well enough.
MOST_ROWS = 4000


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A simulated campaign.

    Attributes:
        table: its judgments.
        own: (N,) how much its judges move the Expected Wins of systems in the long run.
    """

    table: JudgmentTable
    own: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """What was to be ranked by whom.

    Attributes:
        table: judgments, of which ranks do not count.
        covered: (R, N) whether a ranking covers the system.
        first: (R, N) the first system that shares the output; the system itself where it is not covered.
        sharing: (R, N) how many systems of the ranking share the output of the system named in the column, if
            it is the first of them; 1 elsewhere.
        weight: (J, N) share of each judge in the comparisons of each system.
        ahead: (N, N, N) how far the first system is ahead of the second, on average over their comparisons,
            if the third is better by one: its quality is shared with the systems of the same output.
    """

    table: JudgmentTable
    covered: BoolArray
    first: IntArray
    sharing: FloatArray
    weight: FloatArray
    ahead: FloatArray

    @classmethod
    def of(cls, table: JudgmentTable) -> "Design":
        covered = table.covered
        rows, systems = covered.shape
        first = np.tile(np.arange(systems), (rows, 1))
        for column in range(systems - 1, -1, -1):
            same = covered & covered[:, [column]] & (table.groups == table.groups[:, [column]])
            first[same] = column
        sharing = np.ones((rows, systems))
        sharing += np.stack([(covered & (first == n)).sum(axis=1) - 1 for n in range(systems)], axis=1).clip(
            0
        )
        opponents = np.where(covered, covered.sum(axis=1, keepdims=True) - 1, 0)
        weight = np.zeros((len(table.judges), systems))
        np.add.at(weight, table.judge, opponents)
        total = weight.sum(axis=0)
        weight /= np.where(total > 0, total, 1)
        return cls(table, covered, first, sharing, weight, _ahead(covered, first))

    def judged(self, model: SimulatedModel, strengths: FloatArray, rng: np.random.Generator) -> Judged:
        """One campaign with new judges, sentences and rankings."""
        table = self.table
        rows, systems = self.covered.shape
        judges = model.judges * rng.standard_normal((len(table.judges), systems))
        alike = np.sqrt(model.agreed) * rng.standard_normal((len(table.sentences), systems))
        own = np.sqrt(1 - model.agreed) * rng.standard_normal((rows, systems))
        # An output is as good as the systems that share it are on average.
        liked = np.where(self.covered, strengths + judges[table.judge], 0.0)
        at = (np.arange(rows)[:, None], self.first)
        summed = np.zeros((rows, systems))
        np.add.at(summed, at, liked)
        quality = ((summed / self.sharing) + alike[table.sentence] + own)[at]
        level = np.floor(quality / model.level + rng.random((rows, 1))).astype(np.int64)
        ranks = np.where(self.covered, level.max(initial=0) + 1 - level, NOT_COVERED_RANK).astype(np.int16)
        own = self.scores(model, strengths + judges) - self.scores(model, strengths)
        return Judged(replace(table, ranks=ranks), (self.weight * own).sum(axis=0))

    def scores(self, model: SimulatedModel, quality: FloatArray) -> FloatArray:
        """(..., N) Expected Wins that follow from the (..., N) quality of systems."""
        advantage = np.einsum("abm,...m->...ab", self.ahead, quality)
        # With itself, half of the comparisons.
        share = win_share(model, advantage).sum(axis=-1) - 0.5
        mean: FloatArray = share / max(1, quality.shape[-1] - 1)
        return mean


def _ahead(covered: BoolArray, first: IntArray) -> FloatArray:
    rows = np.linspace(0, len(covered) - 1, min(len(covered), MOST_ROWS)).astype(np.int64)
    covered, first = covered[rows], first[rows]
    systems = covered.shape[1]
    both = covered[:, :, None] & covered[:, None, :]
    same = both & (first[:, :, None] == first[:, None, :])
    share = (same / np.maximum(1, same.sum(axis=2, keepdims=True))).astype(np.float32)
    apart = (both & ~same).astype(np.float32)
    ahead = np.zeros((systems, systems, systems))
    for a in range(systems):
        ahead[a] = apart[:, a].T @ share[:, a] - np.einsum("rb,rbm->bm", apart[:, a], share)
    met = apart.sum(axis=0, dtype=np.float64)[:, :, None]
    mean: FloatArray = np.divide(ahead, met, out=np.zeros_like(ahead), where=met > 0)
    return mean


def win_share(model: SimulatedModel, advantage: FloatArray) -> FloatArray:
    """Share of decided comparisons won with this advantage in strength."""
    judging = JudgingModel(level=model.level)
    won, lost = judging.win_probability(advantage), judging.win_probability(-advantage)
    share: FloatArray = won / (won + lost)
    return share
