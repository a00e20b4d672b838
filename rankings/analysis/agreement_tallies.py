"""What agreement between judges is computed from: how often they said the same of the same comparison."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from rankings.analysis.arrays import FloatArray, IndexArray, IntArray, NumberArray
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pairs import (
    FIRST_WINS,
    OUTCOMES,
    SECOND_WINS,
    TIE,
    PairKind,
    expanded_pairs,
    unexpanded_pairs,
)

COMPARED = OUTCOMES
AGREED = OUTCOMES + 1
OWN = OUTCOMES + 2
OTHER = OWN + OUTCOMES

WEIGHTS_PER_BATCH = 50
DENSE_CELLS = 1 << 22


@dataclass(frozen=True, slots=True, eq=False)
class JudgedKeys:
    """Judgments by comparison: K distinct comparisons (two members, one sentence), J judges.

    Attributes:
        judged: for each outcome a (K, J) matrix of how often the judge gave it to the comparison.
        sentence: (K,) index of the sentence.
    """

    judged: list[sparse.csr_array]
    sentence: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class JudgePairTallies:
    """Sums over comparisons for every two judges a, b; on the diagonal, over a judge's repeated judgments.

    The C columns are the pooled single judgments by outcome (3), the compared pairs of judgments and the
    agreeing ones; and, if asked for, in the compared pairs judge a's outcomes (3) and judge b's (3).

    Attributes:
        total: (J, J, C); the upper triangle is filled.
        by_sentence: (S, J * J * C) the same for every sentence.
    """

    total: IntArray
    by_sentence: sparse.csr_array

    def resampled(self, replicates: int, seed: int) -> Iterator[FloatArray]:
        """Batches (b, J, J, C) of totals over sentences drawn with replacement."""
        sentences, columns = self.by_sentence.shape
        used = np.unique(self.by_sentence.indices)
        values = self.by_sentence[:, used].astype(np.float64)
        dense = values.toarray() if sentences * len(used) <= DENSE_CELLS else None
        for weight in _sentence_weights(sentences, replicates, seed):
            sums = np.zeros((len(weight), columns))
            sums[:, used] = (values.T @ weight.T).T if dense is None else weight @ dense
            yield sums.reshape(len(weight), *self.total.shape)


def judged_keys(table: JudgmentTable, kind: PairKind = "unexpanded") -> JudgedKeys:
    """The judgments of every comparison that occurs."""
    pairs = unexpanded_pairs(table) if kind == "unexpanded" else expanded_pairs(table)
    sentence = table.sentence[pairs.row].astype(np.int64)
    sets = int(max(pairs.first.max(initial=0), pairs.second.max(initial=0))) + 1
    _, members = np.unique(pairs.first.astype(np.int64) * sets + pairs.second, return_inverse=True)
    distinct = int(members.max(initial=0)) + 1
    found, key = np.unique(sentence * distinct + members, return_inverse=True)
    judge = table.judge[pairs.row]
    shape = (len(found), len(table.judges))
    judged = []
    for outcome in (FIRST_WINS, TIE, SECOND_WINS):
        here = pairs.outcome == outcome
        ones = np.ones(int(here.sum()), dtype=np.int64)
        judged.append(sparse.coo_array((ones, (key[here], judge[here])), shape=shape).tocsr())
    return JudgedKeys(judged, found // distinct)


def judge_pair_tallies(
    table: JudgmentTable, kind: PairKind = "unexpanded", *, own_marginals: bool = False
) -> JudgePairTallies:
    """Tally every two judges over the comparisons that both judged, and every judge's repeats.

    Args:
        table: the judgments.
        kind: comparisons of distinct outputs or of systems.
        own_marginals: add the last six columns of `JudgePairTallies`.
    """
    keys = judged_keys(table, kind)
    n = len(table.judges)
    left, right, key = _judge_pairs_of_keys(keys.judged)
    of_a = [_picked(outcome, key, left) for outcome in keys.judged]
    of_b = [_picked(outcome, key, right) for outcome in keys.judged]
    n_a, n_b = of_a[0] + of_a[1] + of_a[2], of_b[0] + of_b[1] + of_b[2]
    same = left == right
    compared = np.where(same, n_a * (n_a - 1) // 2, n_a * n_b)
    agreed = np.zeros_like(compared)
    for a, b in zip(of_a, of_b, strict=True):
        agreed += np.where(same, a * (a - 1) // 2, a * b)
    pooled = [np.where(same, a, a + b) for a, b in zip(of_a, of_b, strict=True)]
    counted = compared > 0
    values = [*pooled, compared, agreed]
    if own_marginals:
        values += [a * n_b for a in of_a] + [b * n_a for b in of_b]
    values = [column[counted] for column in values]

    cell: IntArray = (left[counted].astype(np.int64) * n + right[counted]) * len(values)
    columns = np.concatenate([cell + offset for offset in range(len(values))])
    rows = np.tile(keys.sentence[key[counted]], len(values))
    shape = (len(table.sentences), n * n * len(values))
    by_sentence = sparse.coo_array((np.concatenate(values), (rows, columns)), shape=shape).tocsr()
    total = np.bincount(columns, np.concatenate(values), minlength=shape[1]).astype(np.int64)
    return JudgePairTallies(total.reshape(n, n, len(values)), by_sentence)


def _picked(matrix: sparse.csr_array, rows: IntArray, columns: IndexArray) -> IntArray:
    """Single entries of a sparse matrix. Picking none gives a sparse result, unlike picking some."""
    if not len(rows):
        return np.zeros(0, dtype=np.int64)
    picked: IntArray = np.asarray(matrix[rows, columns]).ravel()
    return picked


def cells(matrix: sparse.csr_array, rows: NumberArray, columns: NumberArray) -> IntArray:
    """The values of a sparse matrix at some places."""
    if not len(rows):
        return np.zeros(0, dtype=np.int64)
    return np.asarray(matrix[rows, columns], dtype=np.int64).ravel()


def resampled_sums(by_sentence: FloatArray, replicates: int, seed: int) -> Iterator[FloatArray]:
    """Batches (b, C) of sums over sentences drawn with replacement, from (S, C) values by sentence.

    There is no batch where fewer than two sentences could be drawn.
    """
    for weight in _sentence_weights(len(by_sentence), replicates, seed):
        # Sums of fractions: in one order, however many processors there are.
        yield np.einsum("bs,sc->bc", weight, by_sentence)


def _sentence_weights(sentences: int, replicates: int, seed: int) -> Iterator[FloatArray]:
    """Batches (b, S) of how often each sentence was drawn."""
    if sentences < 2:
        return
    rng = np.random.default_rng(seed)
    for start in range(0, replicates, WEIGHTS_PER_BATCH):
        size = min(WEIGHTS_PER_BATCH, replicates - start)
        drawn = rng.integers(0, sentences, size=(size, sentences)) + np.arange(size)[:, None] * sentences
        weight = np.bincount(drawn.ravel(), minlength=size * sentences)
        yield weight.reshape(size, sentences).astype(np.float64)


def _judge_pairs_of_keys(judged: list[sparse.csr_array]) -> tuple[IndexArray, IndexArray, IntArray]:
    """Every two judges, a up to b, that judged the same comparison: a, b and the comparison."""
    total = judged[0] + judged[1] + judged[2]
    total.sort_indices()
    judges, starts = total.indices, total.indptr
    per_key = np.diff(starts)
    left, right, keys = [], [], []
    for size in np.unique(per_key[per_key > 0]).tolist():
        a, b = np.triu_indices(size)
        rows = np.flatnonzero(per_key == size)
        left.append(judges[starts[rows, None] + a].ravel())
        right.append(judges[starts[rows, None] + b].ravel())
        keys.append(np.repeat(rows, len(a)))
    none = [np.zeros(0, dtype=np.int64)]
    return np.concatenate(none + left), np.concatenate(none + right), np.concatenate(none + keys)
