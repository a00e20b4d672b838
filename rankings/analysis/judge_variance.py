"""How much judges differ, and what that adds to the error of a score when other judges might have judged.

A judge who likes a system more than others do raises its score in every sentence that the judge ranks.
Resampling sentences keeps these judges, so that its intervals speak for them alone. For other judges like
them, the variance between judges counts as well, once for every judge who took part.

The influence of a judge on a score is how much the judge's comparisons together move it from what all others
say (Hampel 1974). Influences vary because judges differ, and because each judged other sentences; how much
sentences explain follows from how answers vary within a judge. The rest is the variance between judges. Three
judges hardly tell it for one system; it is taken to be the same for all systems and estimated from all of
them (partial pooling). It stays an estimate: intervals and tests weigh all variances that it leaves possible
(`rankings.analysis.possible_variances`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy

from rankings.analysis.arrays import FloatArray, IndexArray, IntArray
from rankings.analysis.pair_counts import count_pairs, count_pairs_by_unit, judge_sentence_units
from rankings.analysis.pairs import FIRST_WINS, OUTCOMES, SECOND_WINS
from rankings.analysis.possible_variances import PRIOR_SD, PossibleVariances
from rankings.formats.columns import Judgments

MOST_ENTRIES = 1 << 22


@dataclass(frozen=True, eq=False)
class JudgeVariance:
    """Parts of the variance of K statistics, each a share of wins or a mean of such shares.

    Attributes:
        judges: J who made a decided comparison.
        sentences: S with a decided comparison.
        between: variance between judges of a statistic, as endless comparisons by each would give it; None
            where no judge ranked two sentences.
        of_sentences: (K,) squared standard errors for these judges: sentences vary.
        beyond: (K,) what a variance between judges of 1 would add to them.
        seen: `between` before what sentences alone make of it was taken off, so that it may be below that.
        noise: what sentences alone make of it.
        contrasts: how many independent statistics tell of it.
        against: how much more a statistic varies between judges because its opponents do, too: 2 for two
            systems, near 1 for the score of one among many.
        least: (K,) what `of_sentences` is taken for at least in tests: the square of what half a comparison
            moves a statistic by.
    """

    judges: int
    sentences: int
    between: float | None
    of_sentences: FloatArray
    beyond: FloatArray
    seen: float = 0.0
    noise: float = 0.0
    contrasts: int = 1
    against: float = 2.0
    least: FloatArray | float = 0.0

    @property
    def of_judges(self) -> FloatArray:
        """(K,) what other judges would add to the squared standard errors, by the estimate."""
        added: FloatArray = (self.between or 0.0) * self.beyond
        return added

    @property
    def total(self) -> FloatArray:
        """(K,) squared standard errors for judges like these."""
        total: FloatArray = self.of_sentences + self.of_judges
        return total

    @property
    def sd(self) -> float | None:
        """Standard deviation between judges of a statistic, the median of what is possible; None likewise.

        The estimate `between` is 0 in many campaigns of few judges, and has no bias; this is to be read.
        """
        return None if self.between is None else self.possible.median**0.5

    @cached_property
    def possible(self) -> PossibleVariances:
        """The variances between judges that the estimate leaves possible; 0 where nothing is known."""
        if self.between is None:
            return PossibleVariances.none()
        degrees = max(1, (self.judges - 1) * self.contrasts)
        # Where all comparisons of each judge agree, nothing seems left to chance.
        least = self.judges**2 * float(np.mean(self.least))
        return PossibleVariances.given(
            self.seen, max(self.noise, least), degrees, PRIOR_SD * self.against**0.5
        )

    @property
    def degrees(self) -> int:
        """Degrees of freedom of the variance by sentences."""
        return max(1, self.sentences - 1)

    def p_values(self, differences: FloatArray) -> FloatArray:
        """(K,) two-sided p-values for judges like these.

        Args:
            differences: (K,) of the statistics from what is tested.
        """
        variance = np.maximum(self.of_sentences, self.least)
        compared = variance > 0
        p = np.ones(len(differences))
        p[compared] = self.possible.p_values(
            differences[compared] / np.sqrt(variance[compared]),
            self.beyond[compared] / variance[compared],
            self.degrees,
        )
        return p

    def sd_limits(self, confidence: float) -> tuple[float, float] | tuple[None, None]:
        """Between which standard deviations the one between judges lies; None where it cannot be known."""
        if self.between is None:
            return None, None
        low, high = self.possible.quantile(np.array([1 - confidence, 1 + confidence]) / 2) ** 0.5
        return float(low), float(high)

    @property
    def least_error(self) -> float | None:
        """The standard error that stays with any number of sentences, on average; None as for `sd`."""
        return None if self.between is None else (self.possible.median * float(self.beyond.mean())) ** 0.5

    def p_value_between(self, difference: float, variance: float, above: int, below: int) -> float:
        """Two-sided, of the share of comparisons between two lists of systems that the first list won.

        Where one system is against all others that share is its score. Judges' likings cancel out the more,
        the more systems stand on either side.

        Args:
            difference: of the share from one half.
            variance: of the share by sentences.
            above, below: how many systems each list has.
        """
        if not self.beyond.any():
            return 0.0
        systems = above + below
        of_one = 1 + 1 / max(1, systems - 1)
        beyond = float(self.beyond.mean()) * (1 / above + 1 / below) / of_one
        away = np.array([difference / variance**0.5])
        return float(self.possible.p_values(away, np.array([beyond / variance]), self.degrees)[0])


def variance_of_scores(table: Judgments, systems: Sequence[int]) -> JudgeVariance:
    """Parts of the variance of Expected Wins among M systems; K = M.

    Args:
        table: the judgments.
        systems: indices of the M systems, each linked to the others by comparisons.
    """
    inside, spread = _of_scores(table, systems)
    others = max(1, len(systems) - 1)
    return _variance(_Cells.of(table, inside), spread, others, against=len(systems) / others)


@dataclass(frozen=True, slots=True, eq=False)
class Influences:
    """What each of U cells, the answers of one judge on one sentence, adds to M scores.

    Attributes:
        judge, sentence: (U,) numbers.
        judges, sentences: how many there are.
        influence: (U, M).
    """

    judge: IndexArray
    sentence: IndexArray
    judges: int
    sentences: int
    influence: FloatArray


def influences_on_scores(table: Judgments, systems: Sequence[int]) -> Influences:
    """By how much the answers of each judge on each sentence move Expected Wins among M systems."""
    inside, spread = _of_scores(table, systems)
    cells = _Cells.of(table, inside)
    influence, _, _ = _influence(cells, spread)
    return Influences(cells.judge, cells.sentence, cells.judges, cells.sentences, influence)


def variance_of_pairs(table: Judgments) -> JudgeVariance:
    """Parts of the variance of the share of wins of every pair of systems; K = N (N - 1) / 2."""
    pairs = len(table.systems) * (len(table.systems) - 1) // 2
    cells = _Cells.of(table, np.arange(pairs))
    return _variance(cells, scipy.sparse.eye_array(pairs).tocsr(), len(table.systems) - 1, against=2.0)


def _of_scores(table: Judgments, systems: Sequence[int]) -> tuple[IntArray, Any]:
    """Numbers of the pairs among these systems, and what each adds to each score."""
    first, second = np.triu_indices(len(table.systems), 1)
    place = np.full(len(table.systems), -1)
    place[list(systems)] = np.arange(len(systems))
    inside = np.flatnonzero((place[first] >= 0) & (place[second] >= 0))
    chosen = np.array(systems)
    wins = count_pairs(table).wins[np.ix_(chosen, chosen)]
    share = 1.0 / np.maximum(1, (wins + wins.T > 0).sum(axis=1))
    rows, columns = np.tile(np.arange(len(inside)), 2), np.r_[place[first[inside]], place[second[inside]]]
    signs = np.repeat([1.0, -1.0], len(inside)) * share[columns]
    return inside, scipy.sparse.csr_array((signs, (rows, columns)), shape=(len(inside), len(systems)))


def _variance(cells: _Cells, spread: Any, contrasts: int, against: float) -> JudgeVariance:
    """Of statistics that are sums of shares of wins, each times its entry in `spread`, (P', K)."""
    judges, sentences = cells.judges, cells.sentences
    width = max(1, MOST_ENTRIES // max(1, len(cells.judge)))
    blocks = [_block(cells, spread[:, start : start + width]) for start in range(0, spread.shape[1], width)]
    of_sentences = np.concatenate([block.of_sentences for block in blocks])
    scale = sum(block.scale for block in blocks)
    decided = np.concatenate([block.decided for block in blocks])
    half = np.divide(0.5, decided, out=np.zeros_like(decided), where=decided > 0)
    if judges < 2 or scale <= 0:
        # Nothing tells judges apart, or every judge is a part of one sentence and varies with it.
        nothing = np.zeros_like(of_sentences)
        return JudgeVariance(judges, sentences, None, of_sentences, nothing, least=half**2)
    noise = float(sum(block.noise for block in blocks) / scale)
    seen = float(sum(block.squares for block in blocks) / scale)
    beyond = np.concatenate([block.beyond for block in blocks])
    return JudgeVariance(
        judges,
        sentences,
        max(0.0, seen - noise),
        of_sentences,
        beyond,
        seen,
        noise,
        contrasts,
        against,
        half**2,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """The answers of one judge on one sentence, U of them with a decided comparison.

    Attributes:
        judge, sentence: (U,) numbers.
        judges, sentences: how many there are.
        wins, decided: (U, P') won by the first of a pair, and decided comparisons of it.
    """

    judge: IndexArray
    sentence: IndexArray
    judges: int
    sentences: int
    wins: Any
    decided: Any

    @classmethod
    def of(cls, table: Judgments, pairs: IntArray) -> _Cells:
        counts: Any = count_pairs_by_unit(table, "judge-sentences").counts
        if not isinstance(counts, np.ndarray):
            counts = scipy.sparse.csc_array(counts)
        wins, losses = counts[:, FIRST_WINS::OUTCOMES][:, pairs], counts[:, SECOND_WINS::OUTCOMES][:, pairs]
        del counts
        decided = wins + losses
        del losses
        used = np.flatnonzero(np.asarray(decided.sum(axis=1)).ravel())
        if not isinstance(decided, np.ndarray):
            wins, decided = (
                scipy.sparse.csc_array(scipy.sparse.csr_array(one)[used]) for one in (wins, decided)
            )
        else:
            wins, decided = wins[used], decided[used]
        judge, sentence = (_numbered(one[used]) for one in judge_sentence_units(table))
        judges, sentences = int(judge.max(initial=-1)) + 1, int(sentence.max(initial=-1)) + 1
        return cls(judge, sentence, judges, sentences, wins, decided)


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """What some of the statistics add to the estimate.

    Attributes:
        of_sentences, beyond: (K',) as in `JudgeVariance`, and the factor of the variance between judges.
        squares: sum of the squared influences of judges.
        noise: what sentences alone make of it.
        scale: how often it counts the variance between judges.
        decided: (K',) comparisons.
    """

    of_sentences: FloatArray
    beyond: FloatArray
    squares: float
    noise: float
    scale: float
    decided: FloatArray


def _influence(cells: _Cells, spread: Any) -> tuple[FloatArray, FloatArray, FloatArray]:
    """(U, K') what each cell adds to each statistic, and its comparisons as they count; (K',) comparisons."""
    rows = np.flatnonzero(abs(spread).sum(axis=1))
    spread, wins, both = spread[rows], cells.wins[:, rows], cells.decided[:, rows]
    won, decided = wins.sum(axis=0), both.sum(axis=0)
    share = np.divide(won, decided, out=np.zeros(len(rows)), where=decided > 0)
    per_comparison = np.divide(1.0, decided, out=np.zeros(len(rows)), where=decided > 0)
    # Of one comparison: what it adds to the share of its pair, less what the share takes it for.
    influence = _dense(wins @ _times(per_comparison, spread) - both @ _times(share * per_comparison, spread))
    compared = np.asarray(decided @ (spread != 0).astype(np.float64), dtype=np.float64).ravel()
    return influence, _dense(both @ abs(spread)), compared


def _block(cells: _Cells, spread: Any) -> _Block:
    influence, weight, compared = _influence(cells, spread)
    judge, sentence, sentences = cells.judge, cells.sentence, cells.sentences
    of_sentences = (_sums(influence, sentence, sentences) ** 2).sum(axis=0)
    of_sentences *= sentences / max(1, sentences - 1)
    total = weight.sum(axis=0)
    weight = np.divide(weight, total, out=np.zeros_like(weight), where=total > 0)
    of_judge, held = _sums(influence, judge, cells.judges), _sums(weight, judge, cells.judges)
    # What sentences alone make of a judge's influence: cells vary around the judge's own mean.
    mean = np.divide(of_judge, held, out=np.zeros_like(held), where=held > 0)
    of_cells = np.bincount(judge, minlength=cells.judges).astype(np.float64)
    repeated = of_cells > 1
    residual = influence - weight * mean[judge]
    residual *= np.sqrt(np.where(repeated, of_cells / np.maximum(of_cells - 1, 1), 0.0))[judge][:, None]
    # Influences of all judges add up to 0, which takes a part of both variances away, and the more so where
    # judges answer the same sentences.
    of_sentence = _sums(residual, sentence, sentences)
    around = _sums(residual**2, judge, cells.judges)
    shared = _sums(residual * of_sentence[sentence], judge, cells.judges)
    several = (held**2).sum(axis=0)
    expected = around - 2 * held * shared + held**2 * (of_sentence**2).sum(axis=0)
    factor = held**2 * (1 - 2 * held + several)
    # Where a sentence has other judges than the rest, the variance between sentences holds some of theirs.
    by_sentence = _sums(weight, sentence, sentences)
    within = (weight * (weight - 2 * by_sentence[sentence] * held[judge])).sum(axis=0)
    within += (by_sentence**2).sum(axis=0) * several
    return _Block(
        of_sentences=of_sentences,
        beyond=np.maximum(0.0, several - within),
        squares=float((of_judge[repeated] ** 2).sum()),
        noise=float(expected[repeated].sum()),
        scale=float(factor[repeated].sum()),
        decided=compared,
    )


def _times(of_pairs: FloatArray, spread: Any) -> Any:
    return scipy.sparse.diags_array(of_pairs) @ spread


def _dense(values: Any) -> FloatArray:
    dense: FloatArray = values if isinstance(values, np.ndarray) else values.toarray()
    return dense


def _numbered(values: IndexArray) -> IndexArray:
    numbers: IndexArray = np.unique(values, return_inverse=True)[1].astype(np.int32)
    return numbers


def _sums(values: FloatArray, group: IndexArray, groups: int) -> FloatArray:
    """(G, K) sums of the rows of each group."""
    rows = len(group)
    member: Any = scipy.sparse.csr_array((np.ones(rows), (group, np.arange(rows))), shape=(groups, rows))
    sums: FloatArray = member @ values
    return sums
