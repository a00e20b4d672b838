"""How much judges differ, and what that adds to the error of a score when other judges might have judged.

A judge who likes a system more than others do raises its score in every sentence that the judge ranks.
Resampling sentences keeps these judges, so that its intervals speak for them alone. For other judges like
them, the variance between judges counts as well, once for every judge who took part.

The influence of a judge on a score is how much the judge's comparisons together move it from what all others
say (Hampel 1974). Influences vary because judges differ, and because each judged other sentences; how much
sentences explain follows from how answers vary within a judge. The rest is the variance between judges. Three
judges hardly tell it for one system; it is taken to be the same for all systems and estimated from all of
them (partial pooling). Student's t, with degrees of freedom after Satterthwaite (1946), covers that it is an
estimate.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from rankings.analysis.arrays import FloatArray, IndexArray, IntArray
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import UnitCounts, count_pairs_by_unit, judge_sentence_units
from rankings.analysis.pairs import FIRST_WINS, OUTCOMES, SECOND_WINS

MOST_ENTRIES = 1 << 22
# The variance of a share between 0 and 1 is at most that.
LARGEST_OF_SHARES = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class JudgeVariance:
    """Parts of the variance of K statistics, each a share of wins or a mean of such shares.

    Attributes:
        judges: J who made a decided comparison.
        sentences: S with a decided comparison.
        between: variance between judges of a statistic, as endless comparisons by each would give it; None
            where no judge ranked two sentences.
        of_sentences: (K,) squared standard errors for these judges: sentences vary.
        of_judges: (K,) what other judges would add to them.
        degrees: of freedom of the mean sum of both, at least 1.
        beyond: (K,) what a variance between judges of 1 would add.
        noise: what sentences alone make of an estimate of `between`, which has been taken off it.
        contrasts: how many independent statistics tell of it.
    """

    judges: int
    sentences: int
    between: float | None
    of_sentences: FloatArray
    of_judges: FloatArray
    degrees: float
    beyond: FloatArray
    noise: float = 0.0
    contrasts: int = 1

    @property
    def total(self) -> FloatArray:
        """(K,) squared standard errors for judges like these."""
        total: FloatArray = self.of_sentences + self.of_judges
        return total

    @property
    def sd(self) -> float | None:
        """Standard deviation between judges of a statistic; None where it cannot be known."""
        return None if self.between is None else self.between**0.5

    def possible_between(self, rng: np.random.Generator, number: int) -> FloatArray:
        """(number,) variances between judges that the estimate leaves possible; 0 where it is not known."""
        if self.between is None:
            return np.zeros(number)
        degrees = max(1, (self.judges - 1) * self.contrasts)
        whole = (self.between + self.noise) * degrees / rng.chisquare(degrees, size=number)
        return np.clip(whole - self.noise, 0.0, LARGEST_OF_SHARES)

    @property
    def least_error(self) -> float | None:
        """The standard error that stays with any number of sentences, on average; None as for `sd`."""
        return None if self.between is None else float(self.of_judges.mean()) ** 0.5

    @property
    def ratio(self) -> float:
        """What judges add, in units of what sentences do, over all statistics."""
        whole = float(self.of_sentences.sum())
        return float(self.of_judges.sum()) / whole if whole else 0.0


def variance_of_scores(
    table: JudgmentTable, systems: Sequence[int], counts: UnitCounts | None = None
) -> JudgeVariance:
    """Parts of the variance of Expected Wins among M systems; K = M.

    Args:
        table: the judgments.
        systems: indices of the M systems, each linked to the others by comparisons.
        counts: by "judge-sentences", if they are at hand.
    """
    inside, spread = _of_scores(table, systems)
    return _variance(_Cells.of(table, inside, counts), spread, contrasts=len(systems) - 1)


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


def influences_on_scores(table: JudgmentTable, systems: Sequence[int]) -> Influences:
    """By how much the answers of each judge on each sentence move Expected Wins among M systems."""
    inside, spread = _of_scores(table, systems)
    cells = _Cells.of(table, inside)
    influence, _ = _influence(cells, spread)
    return Influences(cells.judge, cells.sentence, cells.judges, cells.sentences, influence)


def variance_of_pairs(table: JudgmentTable, counts: UnitCounts | None = None) -> JudgeVariance:
    """Parts of the variance of the share of wins of every pair of systems; K = N (N - 1) / 2.

    Args:
        table: the judgments.
        counts: by "judge-sentences", if they are at hand.
    """
    pairs = len(table.systems) * (len(table.systems) - 1) // 2
    cells = _Cells.of(table, np.arange(pairs), counts)
    return _variance(cells, sparse.eye_array(pairs).tocsr(), contrasts=len(table.systems) - 1)


def with_other_judges(
    replicated: FloatArray, variance: JudgeVariance, source: np.random.SeedSequence
) -> tuple[FloatArray, FloatArray]:
    """(B, M) scores of replicates with these judges, as other judges like them would vary them.

    What judges add is drawn from a normal distribution, in the same proportion to what sentences make of the
    scores as for Expected Wins, whatever the method; the sum is stretched as Student's t. With them come the
    (M,) standard errors, of the sum before it is stretched: t with one or two degrees of freedom has none.

    Args:
        replicated: (B, M) scores of resampled sentences; NaN where a method gives a system none.
        variance: `variance_of_scores` of the same systems.
        source: of random numbers.
    """
    scored = ~np.isnan(replicated).all(axis=0)
    varied, errors = replicated.copy(), np.full(replicated.shape[1], np.nan)
    if scored.any():
        varied[:, scored], errors[scored] = _varied(replicated[:, scored], variance, source)
    return varied, errors


def _varied(
    replicated: FloatArray, variance: JudgeVariance, source: np.random.SeedSequence
) -> tuple[FloatArray, FloatArray]:
    """The same where every system has a score in some replicate."""
    middle = np.nanmean(replicated, axis=0)
    of_judges, stretched = deviations_of_judges(replicated - middle, variance, source)
    # Resampling S sentences gives a variance that is too small by (S - 1) / S.
    by_sentences = (replicated - middle) * np.sqrt(variance.sentences / max(1, variance.sentences - 1))
    # In the order of scores, so that names do not matter.
    of_judges = of_judges[:, np.argsort(np.argsort(middle, kind="stable"))]
    deviations = by_sentences + of_judges
    return middle + deviations * stretched, np.nanstd(deviations, axis=0)


def deviations_of_judges(
    of_sentences: FloatArray, variance: JudgeVariance, source: np.random.SeedSequence
) -> tuple[FloatArray, FloatArray]:
    """(B, M) what judges add to deviations by other sentences, and (B, 1) by how much the sum is stretched.

    Args:
        of_sentences: (B, M) deviations from the scores with other sentences.
        variance: `variance_of_scores` of the same systems.
        source: of random numbers.
    """
    number, systems = of_sentences.shape
    rng = np.random.default_rng(source)
    noise = rng.standard_normal((number, systems))
    # Scores are against the other systems: what one gains, others lose.
    noise = (noise - noise.mean(axis=1, keepdims=True)) * np.sqrt(systems / max(1, systems - 1))
    spread = float(np.nanmean(np.nanvar(of_sentences, axis=0)))
    whole = float(variance.of_sentences.mean())
    noise *= np.sqrt(float(variance.of_judges.mean()) * (spread / whole if whole else 0.0))
    degrees = variance.degrees
    return noise, np.sqrt(degrees / rng.chisquare(degrees, size=(number, 1)))


def _of_scores(table: JudgmentTable, systems: Sequence[int]) -> tuple[IntArray, Any]:
    """Numbers of the pairs among these systems, and what each adds to each score."""
    first, second = np.triu_indices(len(table.systems), 1)
    place = np.full(len(table.systems), -1)
    place[list(systems)] = np.arange(len(systems))
    inside = np.flatnonzero((place[first] >= 0) & (place[second] >= 0))
    share = 1.0 / max(1, len(systems) - 1)
    rows, columns = np.tile(np.arange(len(inside)), 2), np.r_[place[first[inside]], place[second[inside]]]
    signs = np.repeat([share, -share], len(inside))
    return inside, sparse.csr_array((signs, (rows, columns)), shape=(len(inside), len(systems)))


def _variance(cells: "_Cells", spread: Any, contrasts: int) -> JudgeVariance:
    """Of statistics that are sums of shares of wins, each times its entry in `spread`, (P', K)."""
    judges, sentences = cells.judges, cells.sentences
    width = max(1, MOST_ENTRIES // max(1, len(cells.judge)))
    blocks = [_block(cells, spread[:, start : start + width]) for start in range(0, spread.shape[1], width)]
    of_sentences = np.concatenate([block.of_sentences for block in blocks])
    scale = sum(block.scale for block in blocks)
    if judges < 2 or scale <= 0:
        # Nothing tells judges apart, or every judge is a part of one sentence and varies with it.
        nothing = np.zeros_like(of_sentences)
        return JudgeVariance(
            judges, sentences, None, of_sentences, nothing, float(max(1, sentences - 1)), nothing
        )
    noise = sum(block.noise for block in blocks) / scale
    between = max(0.0, sum(block.squares for block in blocks) / scale - noise)
    beyond = np.concatenate([block.beyond for block in blocks])
    of_judges = between * beyond
    # On average: a system that nearly always wins varies too little to be judged by the error of all.
    mean = float(of_sentences.mean())
    error = 2 * ((between + noise) * float(beyond.mean())) ** 2 / max(1, (judges - 1) * contrasts)
    error += 2 * mean**2 / max(1, sentences - 1)
    degrees = 2 * (mean + float(of_judges.mean())) ** 2 / error if error > 0 else 1.0
    return JudgeVariance(
        judges,
        sentences,
        between,
        of_sentences,
        of_judges,
        max(1.0, degrees),
        beyond,
        float(noise),
        contrasts,
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
    def of(cls, table: JudgmentTable, pairs: IntArray, counted: UnitCounts | None = None) -> "_Cells":
        counts: Any = (count_pairs_by_unit(table, "judge-sentences") if counted is None else counted).counts
        if not isinstance(counts, np.ndarray):
            counts = sparse.csc_array(counts)
        wins, losses = counts[:, FIRST_WINS::OUTCOMES][:, pairs], counts[:, SECOND_WINS::OUTCOMES][:, pairs]
        del counts
        decided = wins + losses
        del losses
        used = np.flatnonzero(np.asarray(decided.sum(axis=1)).ravel())
        if not isinstance(decided, np.ndarray):
            wins, decided = (sparse.csc_array(sparse.csr_array(one)[used]) for one in (wins, decided))
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
    """

    of_sentences: FloatArray
    beyond: FloatArray
    squares: float
    noise: float
    scale: float


def _influence(cells: _Cells, spread: Any) -> tuple[FloatArray, FloatArray]:
    """(U, K') what each cell adds to each statistic, and how many comparisons it decides for it."""
    rows = np.flatnonzero(abs(spread).sum(axis=1))
    spread, wins, both = spread[rows], cells.wins[:, rows], cells.decided[:, rows]
    won, decided = wins.sum(axis=0), both.sum(axis=0)
    share = np.divide(won, decided, out=np.zeros(len(rows)), where=decided > 0)
    per_comparison = np.divide(1.0, decided, out=np.zeros(len(rows)), where=decided > 0)
    # Of one comparison: what it adds to the share of its pair, less what the share takes it for.
    influence = _dense(wins @ _times(per_comparison, spread) - both @ _times(share * per_comparison, spread))
    return influence, _dense(both @ abs(spread))


def _block(cells: _Cells, spread: Any) -> _Block:
    influence, weight = _influence(cells, spread)
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
    )


def _times(of_pairs: FloatArray, spread: Any) -> Any:
    return sparse.diags_array(of_pairs) @ spread


def _dense(values: Any) -> FloatArray:
    dense: FloatArray = values if isinstance(values, np.ndarray) else values.toarray()
    return dense


def _numbered(values: IndexArray) -> IndexArray:
    numbers: IndexArray = np.unique(values, return_inverse=True)[1].astype(np.int32)
    return numbers


def _sums(values: FloatArray, group: IndexArray, groups: int) -> FloatArray:
    """(G, K) sums of the rows of each group."""
    rows = len(group)
    member: Any = sparse.csr_array((np.ones(rows), (group, np.arange(rows))), shape=(groups, rows))
    sums: FloatArray = member @ values
    return sums
