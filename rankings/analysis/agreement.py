"""Agreement between judges and of judges with themselves: the kappa of the 2015 paper, with intervals.

Grundkiewicz et al. (2015), section 4.4 and Table 2, as its published script computes it: comparisons between
distinct outputs; chance agreement from the pooled marginals of both judges (Scott's pi, per pair of judges);
the overall value is the mean over pairs of judges, weighted by comparisons, without pairs that share too
little.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from rankings.analysis.arrays import BoolArray, FloatArray, IntArray
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pairs import FIRST_WINS, OUTCOMES, SECOND_WINS, TIE, unexpanded_pairs

LEAST_COMPARISONS = 50
WEIGHTS_PER_BATCH = 50

_COMPARED = OUTCOMES
_AGREED = OUTCOMES + 1
_COLUMNS = OUTCOMES + 2


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two judges, or one judge with the own repeated judgments where `judge_a` equals `judge_b`.

    Attributes:
        kappa: None where it is undefined: nothing compared, or all judgments alike, so that chance explains
            all.
        comparisons: pairs of judgments of the same two outputs that were compared.
        agreed: how many of them said the same.
        observed, expected: P(A) and P(E); None without comparisons.
        first_wins, ties, second_wins: the pooled single judgments that P(E) is computed from.
        enough: whether there are comparisons enough to count in the overall value and to be printed.
    """

    judge_a: str
    judge_b: str
    kappa: float | None
    comparisons: int
    agreed: int
    observed: float | None
    expected: float | None
    first_wins: int
    ties: int
    second_wins: int
    enough: bool


@dataclass(frozen=True, slots=True)
class OverallAgreement:
    """The mean over pairs of judges, weighted by comparisons.

    Attributes:
        kappa: None where no pair of judges shares enough.
        low, high: interval from resampling sentences; None without resampling or without kappa.
        comparisons: comparisons of the pairs of judges that count.
        degree: verbal degree of kappa after the scale that the paper uses, or "" without kappa.
    """

    kappa: float | None
    low: float | None
    high: float | None
    comparisons: int
    degree: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Inter- and intra-annotator agreement.

    Attributes:
        inter, intra: overall values.
        pairs: every pair of judges, `judge_a` up to `judge_b` in the order of `judges`, diagonal included.
        judges: names.
        least_comparisons: pairs of judges with fewer comparisons do not count.
        replicates, confidence, seed: of the intervals, from resampling sentences.
    """

    inter: OverallAgreement
    intra: OverallAgreement
    pairs: tuple[PairAgreement, ...]
    judges: tuple[str, ...]
    least_comparisons: int
    replicates: int
    confidence: float
    seed: int

    def pair(self, judge_a: str, judge_b: str) -> PairAgreement:
        """The agreement of two judges, in either order.

        Raises:
            KeyError: there is no such pair.
        """
        wanted = {judge_a, judge_b}
        for one in self.pairs:
            if {one.judge_a, one.judge_b} == wanted:
                return one
        raise KeyError(f"{judge_a}, {judge_b}")


def agreement(
    table: JudgmentTable,
    least_comparisons: int = LEAST_COMPARISONS,
    replicates: int = 1000,
    confidence: float = 0.95,
    seed: int = 2015,
) -> Agreement:
    """Kappa for every pair of judges and overall, on comparisons between distinct outputs.

    Two judgments are comparable when they are about the same two sets of systems on the same sentence. As
    P(E) squares the shares of "first wins" and "second wins" separately, kappa depends on which output is the
    first: renaming systems moves it by a few thousandths.

    Args:
        table: the judgments.
        least_comparisons: pairs of judges with fewer do not count in the overall values.
        replicates: resamplings of sentences for the intervals; 0 for none.
        confidence: of the intervals.
        seed: of the random numbers.
    """
    tallies, by_sentence = judge_pair_tallies(table)
    kappa = kappas(tallies)
    compared = tallies[..., _COMPARED]
    enough = (compared >= least_comparisons) & ~np.isnan(kappa)
    n = len(table.judges)
    upper = np.triu(np.ones((n, n), dtype=np.bool_), 1)
    diagonal = np.eye(n, dtype=np.bool_)
    drawn = _resampled(by_sentence, len(table.sentences), n, replicates, seed)

    def overall(among: BoolArray) -> OverallAgreement:
        used = enough & among
        value = _weighted_mean(kappa[None], compared[None], used)[0]
        low, high = _interval(drawn, used, confidence)
        known = None if np.isnan(value) else float(value)
        return OverallAgreement(
            known, low, high, int(compared[used].sum()), "" if known is None else verbal_degree(known)
        )

    return Agreement(
        inter=overall(upper),
        intra=overall(diagonal),
        pairs=_pair_records(table.judges, tallies, kappa, least_comparisons),
        judges=table.judges,
        least_comparisons=least_comparisons,
        replicates=replicates,
        confidence=confidence,
        seed=seed,
    )


def verbal_degree(kappa: float) -> str:
    """The word for a kappa: none, slight, weak, moderate, substantial or almost perfect.

    The 2015 paper calls 0.29 weak and 0.46 moderate: steps of 0.2, as Landis and Koch (1977) have them, with
    its own word for the second step.
    """
    steps = ((0.0, "none"), (0.2, "slight"), (0.4, "weak"), (0.6, "moderate"), (0.8, "substantial"))
    return next((word for limit, word in steps if kappa <= limit), "almost perfect")


def judge_pair_tallies(table: JudgmentTable) -> tuple[IntArray, sparse.csr_array]:
    """What agreement is computed from, in all and by sentence.

    Returns:
        tallies: (J, J, 5) for each pair of judges the pooled single judgments by outcome (3), the comparisons
            and the agreeing ones; symmetric; the diagonal holds each judge's own repeats.
        by_sentence: (S, J * J * 5) the same for every sentence.
    """
    judged, key_sentence = _judgments_of_keys(table)
    n = len(table.judges)
    total = judged[0] + judged[1] + judged[2]
    left, right, key = _judge_pairs_of_keys(total)
    of_a = [np.asarray(outcome[key, left]).ravel() for outcome in judged]
    of_b = [np.asarray(outcome[key, right]).ravel() for outcome in judged]
    n_a, n_b = sum(of_a), sum(of_b)
    same = left == right
    values = [np.where(same, a, a + b) for a, b in zip(of_a, of_b, strict=True)]
    values.append(np.where(same, n_a * (n_a - 1) // 2, n_a * n_b))
    agreeing = [np.where(same, a * (a - 1) // 2, a * b) for a, b in zip(of_a, of_b, strict=True)]
    values.append(np.sum(agreeing, axis=0))
    compared = values[_COMPARED] > 0
    values = [np.where(compared, value, 0) for value in values]

    cell = (left.astype(np.int64) * n + right) * _COLUMNS
    columns = np.concatenate([cell + offset for offset in range(_COLUMNS)])
    rows = np.tile(key_sentence[key], _COLUMNS)
    shape = (len(table.sentences), n * n * _COLUMNS)
    by_sentence = sparse.coo_array((np.concatenate(values), (rows, columns)), shape=shape).tocsr()
    tallies = np.asarray(by_sentence.sum(axis=0)).reshape(n, n, _COLUMNS)
    return _mirrored(tallies), by_sentence


def kappas(tallies: IntArray | FloatArray) -> FloatArray:
    """(..., J, J) kappa from (..., J, J, 5) tallies; NaN where it is undefined."""
    marginals = tallies[..., :OUTCOMES].astype(np.float64)
    compared = tallies[..., _COMPARED]
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = tallies[..., _AGREED] / compared
        expected = ((marginals / marginals.sum(axis=-1, keepdims=True)) ** 2).sum(axis=-1)
        kappa: FloatArray = (observed - expected) / (1 - expected)
    return np.where(np.isfinite(kappa), kappa, np.nan)


def _judgments_of_keys(table: JudgmentTable) -> tuple[list[sparse.csr_array], IntArray]:
    """Per outcome a (K, J) matrix of how often the judge gave it to a comparison; (K,) sentences of those."""
    pairs = unexpanded_pairs(table)
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
    return judged, found // distinct


def _judge_pairs_of_keys(total: sparse.csr_array) -> tuple[IntArray, IntArray, IntArray]:
    """Every two judges, a up to b, that judged the same comparison: a, b and the comparison."""
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


def _mirrored(upper: IntArray) -> IntArray:
    """(..., J, J, 5) symmetric from its upper triangle."""
    n = upper.shape[-2]
    strict = upper * ~np.eye(n, dtype=np.bool_)[..., None]
    both: IntArray = upper + strict.swapaxes(-2, -3)
    return both


def _pair_records(
    judges: tuple[str, ...], tallies: IntArray, kappa: FloatArray, least: int
) -> tuple[PairAgreement, ...]:
    records = []
    for a in range(len(judges)):
        for b in range(a, len(judges)):
            first, ties, second, compared, agreed = tallies[a, b].tolist()
            marginal = first + ties + second
            value = float(kappa[a, b])
            records.append(
                PairAgreement(
                    judge_a=judges[a],
                    judge_b=judges[b],
                    kappa=None if np.isnan(value) else value,
                    comparisons=compared,
                    agreed=agreed,
                    observed=agreed / compared if compared else None,
                    expected=(first**2 + ties**2 + second**2) / marginal**2 if marginal else None,
                    first_wins=first,
                    ties=ties,
                    second_wins=second,
                    enough=compared >= least,
                )
            )
    return tuple(records)


def _resampled(
    by_sentence: sparse.csr_array, sentences: int, judges: int, replicates: int, seed: int
) -> FloatArray | None:
    """(B, J, J, 5) tallies of resampled sentences."""
    if replicates < 1 or sentences < 2:
        return None
    rng = np.random.default_rng(seed)
    used = np.unique(by_sentence.indices)
    dense = by_sentence[:, used].toarray().astype(np.float64)
    flat = np.zeros((replicates, by_sentence.shape[1]))
    for start in range(0, replicates, WEIGHTS_PER_BATCH):
        size = min(WEIGHTS_PER_BATCH, replicates - start)
        drawn = rng.integers(0, sentences, size=(size, sentences)) + np.arange(size)[:, None] * sentences
        weight = np.bincount(drawn.ravel(), minlength=size * sentences).reshape(size, sentences)
        flat[start : start + size, used] = weight @ dense
    return flat.reshape(replicates, judges, judges, _COLUMNS)


def _interval(
    drawn: FloatArray | None, used: BoolArray, confidence: float
) -> tuple[float | None, float | None]:
    if drawn is None or not used.any():
        return None, None
    values = _weighted_mean(kappas(drawn), drawn[..., _COMPARED], used)
    values = values[~np.isnan(values)]
    if not len(values):
        return None, None
    tail = (1 - confidence) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    return float(low), float(high)


def _weighted_mean(kappa: FloatArray, compared: IntArray | FloatArray, used: BoolArray) -> FloatArray:
    """(B,) mean over the used pairs of judges; a pair of undefined kappa does not count."""
    weight = np.where(used & ~np.isnan(kappa), compared, 0).astype(np.float64)
    total = weight.sum(axis=(-1, -2))
    part = (np.nan_to_num(kappa) * weight).sum(axis=(-1, -2))
    mean: FloatArray = np.divide(part, total, out=np.full(total.shape, np.nan), where=total > 0)
    return mean
