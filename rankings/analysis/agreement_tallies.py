"""Tallies behind agreement: how often judges gave the same answer to the same comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import scipy

from rankings.analysis.arrays import FloatArray, IndexArray, IntArray, NumberArray
from rankings.analysis.choices import WholeUnit
from rankings.analysis.pair_counts import (
    FIRST_WINS,
    OUTCOMES,
    SECOND_WINS,
    TIE,
    unexpanded_pairs,
    unit_of_row,
)
from rankings.formats.columns import Judgments

COMPARED = OUTCOMES
AGREED = OUTCOMES + 1
OWN = OUTCOMES + 2
OTHER = OWN + OUTCOMES

WEIGHTS_PER_BATCH = 50
DENSE_CELLS = 1 << 22
CELLS_PER_BATCH = 1 << 22
JUDGE_PAIRS_PER_BLOCK = 1 << 18


@dataclass(frozen=True, slots=True, eq=False)
class JudgedKeys:
    """Judgments by comparison: K distinct comparisons (two members, one sentence), J judges.

    Attributes:
        judged: for each outcome a (K, J) matrix of how often the judge gave it to the comparison.
        sentence: (K,) index of the sentence among those of the block.
        sentences: number of sentences of the block, with and without comparisons.
    """

    judged: list[scipy.sparse.csr_array]
    sentence: IntArray
    sentences: int

    def without(self, judge: int) -> JudgedKeys:
        """The same, as if this judge had judged nothing."""
        others = np.arange(self.judged[0].shape[1]) != judge
        return replace(self, judged=[outcome[:, others] for outcome in self.judged])


@dataclass(frozen=True, slots=True, eq=False)
class JudgePairTallies:
    """Sums over comparisons for every two judges a, b; on the diagonal, over a judge's repeated judgments.

    The C columns are the pooled single judgments by outcome (3), the compared pairs of judgments and the
    agreeing ones; and, if asked for, in the compared pairs judge a's outcomes (3) and judge b's (3).

    Attributes:
        total: (J, J, C); the upper triangle is filled.
        by_sentence: (S, J * J * C) the same for every sentence, or for every document.
    """

    total: IntArray
    by_sentence: scipy.sparse.csr_array

    def resampled(self, replicates: int, seed: int) -> Iterator[FloatArray]:
        """Batches (b, J, J, C) of totals over sentences drawn with replacement."""
        sentences, columns = self.by_sentence.shape
        used = np.unique(self.by_sentence.indices)
        values = self.by_sentence[:, used].astype(np.float64)
        dense = values.toarray() if sentences * len(used) <= DENSE_CELLS else None
        step = max(1, CELLS_PER_BATCH // max(1, columns))
        for weights in _sentence_weights(sentences, replicates, seed):
            # With hundreds of judges a whole batch would fill the memory. Sums of whole numbers are exact, so
            # that the size of a part changes nothing.
            for start in range(0, len(weights), step):
                weight = weights[start : start + step]
                sums = np.zeros((len(weight), columns))
                sums[:, used] = (values.T @ weight.T).T if dense is None else weight @ dense
                yield sums.reshape(len(weight), *self.total.shape)


def judged_blocks(table: Judgments) -> Iterator[JudgedKeys]:
    """The judgments of every comparison that occurs, in blocks of whole sentences, in their order.

    A comparison belongs to one sentence, so that what is computed from comparisons can be computed block by
    block, in memory that does not grow with the data. There is at least one block.
    """
    order = np.argsort(table.sentence, kind="stable")
    ends = np.cumsum(np.bincount(table.sentence, minlength=len(table.sentences)))
    sentence, start = 0, 0
    for stop in _block_ends(table):
        rows = order[start : ends[stop - 1] if stop else 0]
        # All judges in every block, whether they judged its sentences or not.
        part = replace(table.where(rows), judges=table.judges, judge=table.judge[rows])
        yield _judged_keys(part, stop - sentence)
        sentence, start = stop, start + len(rows)


def _block_ends(table: Judgments) -> list[int]:
    """The sentence after the last of each block; blocks hold about as many compared pairs of judges."""
    sentences = len(table.sentences)
    covered = table.covered.sum(axis=1, dtype=np.int64)
    pairs = np.bincount(table.sentence, covered * (covered - 1) // 2, minlength=sentences)
    judges = np.minimum(np.bincount(table.sentence, minlength=sentences), len(table.judges))
    block = np.cumsum(pairs * (judges + 1) / 2) // JUDGE_PAIRS_PER_BLOCK
    return [*(np.flatnonzero(np.diff(block)) + 1).tolist(), sentences]


def _judged_keys(table: Judgments, sentences: int) -> JudgedKeys:
    pairs = unexpanded_pairs(table)
    sentence = table.sentence[pairs.row].astype(np.int64)
    sets = int(max(pairs.first.max(initial=0), pairs.second.max(initial=0))) + 1
    _, members = np.unique(pairs.first.astype(np.int64) * sets + pairs.second, return_inverse=True)
    distinct = int(members.max(initial=0)) + 1
    comparisons, key = np.unique(sentence * distinct + members, return_inverse=True)
    judge = table.judge[pairs.row]
    shape = (len(comparisons), len(table.judges))
    judged = []
    for outcome in (FIRST_WINS, TIE, SECOND_WINS):
        here = pairs.outcome == outcome
        ones = np.ones(int(here.sum()), dtype=np.int64)
        judged.append(scipy.sparse.coo_array((ones, (key[here], judge[here])), shape=shape).tocsr())
    return JudgedKeys(judged, comparisons // distinct, sentences)


def documents_of_sentences(table: Judgments) -> scipy.sparse.csr_array:
    """(D, S) 1 where the sentence is of the document; sums over sentences become sums over documents."""
    document, documents = unit_of_row(table, "documents")
    of_sentence = np.zeros(len(table.sentences), dtype=np.int64)
    of_sentence[table.sentence] = document
    places = (of_sentence, np.arange(len(of_sentence)))
    return scipy.sparse.csr_array((np.ones(len(of_sentence)), places), shape=(documents, len(of_sentence)))


def judge_pair_tallies(
    table: Judgments, unit: WholeUnit = "sentences", *, own_marginals: bool = False
) -> JudgePairTallies:
    """Tally every two judges over the comparisons that both judged, and every judge's repeats."""
    n = len(table.judges)
    blocks = [_tallies(keys, n, own_marginals) for keys in judged_blocks(table)]
    by_sentence = scipy.sparse.vstack(blocks, format="csr")
    if unit == "documents":
        by_sentence = documents_of_sentences(table) @ by_sentence
    total = np.asarray(by_sentence.sum(axis=0), dtype=np.int64)
    return JudgePairTallies(total.reshape(n, n, OTHER + OUTCOMES if own_marginals else OWN), by_sentence)


def _tallies(keys: JudgedKeys, judges: int, own_marginals: bool) -> scipy.sparse.csr_array:
    """(S, J * J * C) the tallies of the sentences of one block."""
    left, right, key = _judge_pairs_of_keys(keys.judged)
    of_a = [cells(outcome, key, left) for outcome in keys.judged]
    of_b = [cells(outcome, key, right) for outcome in keys.judged]
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

    cell: IntArray = (left[counted].astype(np.int64) * judges + right[counted]) * len(values)
    columns = np.concatenate([cell + offset for offset in range(len(values))])
    rows = np.tile(keys.sentence[key[counted]], len(values))
    shape = (keys.sentences, judges * judges * len(values))
    return scipy.sparse.coo_array((np.concatenate(values), (rows, columns)), shape=shape).tocsr()


def cells(matrix: scipy.sparse.csr_array, rows: NumberArray, columns: NumberArray) -> IntArray:
    """Single entries of a sparse matrix. Picking none gives a sparse result, unlike picking some."""
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
    """Batches (b, S) of how often each sentence was drawn.

    One replicate is drawn after the other, so that the size of a batch changes nothing.
    """
    if sentences < 2:
        return
    rng = np.random.default_rng(seed)
    step = max(1, min(WEIGHTS_PER_BATCH, CELLS_PER_BATCH // sentences))
    for start in range(0, replicates, step):
        size = min(step, replicates - start)
        drawn = rng.integers(0, sentences, size=(size, sentences)) + np.arange(size)[:, None] * sentences
        weight = np.bincount(drawn.ravel(), minlength=size * sentences)
        yield weight.reshape(size, sentences).astype(np.float64)


def _judge_pairs_of_keys(judged: list[scipy.sparse.csr_array]) -> tuple[IndexArray, IndexArray, IntArray]:
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
