"""Ways to measure agreement: kappa from tallies, by three notions of chance, and Krippendorff's alpha.

Cohen (1960); Krippendorff (2011) for nominal data.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from rankings.analysis.agreement_tallies import (
    AGREED,
    COMPARED,
    OTHER,
    OWN,
    JudgedKeys,
    JudgePairTallies,
    cells,
    documents_of_sentences,
    judged_blocks,
    resampled_sums,
)
from rankings.analysis.arrays import BoolArray, FloatArray, NumberArray
from rankings.analysis.choices import WholeUnit
from rankings.analysis.pair_counts import OUTCOMES
from rankings.analysis.reasons import FEWEST_JUDGES
from rankings.formats.columns import Judgments


@dataclass(frozen=True, slots=True)
class OverallAgreement:
    """One value of agreement for all judges.

    Attributes:
        kappa: None where it is undefined: no pair of judges shares enough, or all judgments are alike.
        low, high: interval from resampling sentences or documents, with Student's t where it speaks for other
            judges, too; None without resampling or without kappa.
        comparisons: what the value rests on: compared pairs of judgments, or comparisons that several judged;
            also where kappa is None because all answers are alike.
        degree: verbal degree of kappa, or "" without kappa.
    """

    kappa: float | None
    low: float | None
    high: float | None
    comparisons: int
    degree: str


ChanceAgreement = Callable[[NumberArray], FloatArray]

LEAST_COMPARISONS = 50
_SWAPPED = [2, 1, 0]


@dataclass(frozen=True, slots=True)
class KappaSettings:
    """How overall values are formed.

    Attributes:
        least_comparisons: pairs of judges with fewer do not count in a mean over pairs of judges.
        replicates: resamplings of sentences for the intervals; 0 for none.
        confidence: of the intervals.
        seed: of the random numbers.
        others: whether the intervals speak for other judges, too.
        unit: what is resampled.
    """

    least_comparisons: int
    replicates: int
    confidence: float
    seed: int
    others: bool = False
    unit: WholeUnit = "sentences"


def mean_kappas(
    tallies: JudgePairTallies, chance: ChanceAgreement, settings: KappaSettings
) -> tuple[OverallAgreement, OverallAgreement]:
    """Means over pairs of judges, weighted by comparisons: between judges, and of judges with themselves."""
    kappa = kappas(tallies.total, chance)
    compared = tallies.total[..., COMPARED]
    enough = compared >= settings.least_comparisons
    diagonal = np.eye(len(kappa), dtype=np.bool_)
    among_judges = [enough & np.triu(~diagonal), enough & diagonal]
    used = [among & ~np.isnan(kappa) for among in among_judges]

    replicated: list[list[FloatArray]] = [[np.zeros(0)], [np.zeros(0)]]
    for drawn in tallies.resampled(settings.replicates, settings.seed):
        drawn_kappa = kappas(drawn, chance)
        for batches, among in zip(replicated, used, strict=True):
            batches.append(_weighted_mean(drawn_kappa, drawn[..., COMPARED], among))
    inter, intra = (
        overall_agreement(
            _weighted_mean(kappa[None], compared[None], among)[0],
            np.concatenate(batches),
            # Where no kappa is defined, the comparisons are there all the same.
            int(compared[among if among.any() else shared].sum()),
            settings,
            _without_each(kappa, compared, among) if settings.others else None,
        )
        for batches, among, shared in zip(replicated, used, among_judges, strict=True)
    )
    return inter, intra


def _without_each(kappa: FloatArray, compared: NumberArray, used: BoolArray) -> FloatArray:
    """(J',) the mean without each of the judges that it is made of."""
    judges = np.flatnonzero(used.any(axis=0) | used.any(axis=1))
    left = np.repeat(used[None], len(judges), axis=0)
    place = np.arange(len(judges))
    left[place, judges], left[place, :, judges] = False, False
    return _weighted_mean(kappa[None], compared[None], left)


def kappas(tallies: NumberArray, chance: ChanceAgreement) -> FloatArray:
    """(...) kappa from (..., C) tallies; NaN where it is undefined."""
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = chance(tallies)
        kappa: FloatArray = (tallies[..., AGREED] / tallies[..., COMPARED] - expected) / (1 - expected)
    return np.where(np.isfinite(kappa), kappa, np.nan)


# Of an interval; less is rounding.
SMALLEST_WIDTH = 1e-9


def scott_chance(tallies: NumberArray) -> FloatArray:
    """P(E) from the single judgments of both judges together: the sum of squared shares of the outcomes."""
    return _squared_shares(tallies[..., :OUTCOMES].astype(np.float64))


def symmetric_chance(tallies: NumberArray) -> FloatArray:
    """As `scott_chance`, with the two ways of winning given equal shares."""
    pooled = tallies[..., :OUTCOMES].astype(np.float64)
    return _squared_shares((pooled + pooled[..., _SWAPPED]) / 2)


def cohen_chance(tallies: NumberArray) -> FloatArray:
    """P(E) from each judge's own shares of the outcomes in the compared pairs; needs own marginals."""
    both = (tallies[..., OWN:OTHER] * tallies[..., OTHER:].astype(np.float64)).sum(axis=-1)
    expected: FloatArray = both / tallies[..., COMPARED].astype(np.float64) ** 2
    return expected


def overall_agreement(
    value: FloatArray | float,
    replicated: FloatArray,
    comparisons: int,
    settings: KappaSettings,
    without_each: FloatArray | None = None,
) -> OverallAgreement:
    """A value with the percentile interval of its replicates; NaN in either means undefined.

    Where resampling never changes it, as in full agreement, there is no interval: one of no width would look
    like certainty. With the values without each of the judges, the interval is for judges like these: by
    the variance of the jackknife over judges (Arvesen 1969), or of the replicates if that is larger, with the
    tails of Student's t. In the jackknife the chance of answers counts twice, so that it is rather too wide.
    """
    if np.isnan(value):
        return OverallAgreement(None, None, None, comparisons, "")
    defined = replicated[~np.isnan(replicated)]
    low = high = None
    tail = (1 - settings.confidence) / 2
    if len(defined) and without_each is not None:
        left = without_each[~np.isnan(without_each)]
        if len(left) >= FEWEST_JUDGES:
            of_judges = (len(left) - 1) * left.var()
            reach = scipy.special.stdtrit(len(left) - 1, 1 - tail) * np.sqrt(max(of_judges, defined.var()))
            low, high = max(-1.0, float(value - reach)), min(1.0, float(value + reach))
    elif len(defined):
        low, high = (float(end) for end in np.quantile(defined, [tail, 1 - tail]))
        if high - low <= SMALLEST_WIDTH:
            low = high = None
    return OverallAgreement(float(value), low, high, comparisons, verbal_degree(float(value)))


def verbal_degree(kappa: float) -> str:
    """The word for a kappa: none, slight, weak, moderate, substantial or almost perfect.

    The 2015 paper calls 0.29 weak and 0.46 moderate: steps of 0.2, as Landis and Koch (1977) have them, with
    its own word for the second step.
    """
    steps = ((0.0, "none"), (0.2, "slight"), (0.4, "weak"), (0.6, "moderate"), (0.8, "substantial"))
    return next((word for limit, word in steps if kappa <= limit), "almost perfect")


def _squared_shares(judgments: FloatArray) -> FloatArray:
    shares = judgments / judgments.sum(axis=-1, keepdims=True)
    squared: FloatArray = (shares**2).sum(axis=-1)
    return squared


def _weighted_mean(kappa: FloatArray, compared: NumberArray, used: BoolArray) -> FloatArray:
    """(B,) mean over the used pairs of judges; a pair of undefined kappa does not count."""
    weight = np.where(used & ~np.isnan(kappa), compared, 0).astype(np.float64)
    total = weight.sum(axis=(-1, -2))
    part = (np.nan_to_num(kappa) * weight).sum(axis=(-1, -2))
    mean: FloatArray = np.divide(part, total, out=np.full(total.shape, np.nan), where=total > 0)
    return mean


@dataclass(frozen=True, slots=True)
class AgreementMeasure:
    """Another measure of agreement, on all judges.

    Attributes:
        name: short name, for files and tables.
        title: name for people.
        applies: one sentence on what it measures and when to prefer it.
        inter: between judges.
        intra: of judges with themselves; None where the measure does not have this form.
    """

    name: str
    title: str
    applies: str
    inter: OverallAgreement
    intra: OverallAgreement | None


def agreement_measures(
    table: Judgments,
    tallies: JudgePairTallies,
    paper: tuple[OverallAgreement, OverallAgreement],
    settings: KappaSettings,
) -> tuple[AgreementMeasure, ...]:
    """The paper's kappa and the alternatives that the field uses, each with an interval.

    `tallies` are those of the judgments, with own marginals.
    """
    blocks, judges = list(judged_blocks(table)), range(len(table.judges) if settings.others else 0)
    between, within = (
        [
            np.concatenate([panel(keys) for keys in blocks]),
            *(sum(panel(keys.without(judge)).sum(axis=0) for keys in blocks) for judge in judges),
        ]
        for panel in (_between_judges, _within_judges)
    )
    if settings.unit == "documents":
        member = documents_of_sentences(table)
        between[0], within[0] = member @ between[0], member @ within[0]
    return (
        AgreementMeasure(
            "paper",
            "Kappa of the 2015 paper",
            "Scott's pi per pair of judges, averaged by comparisons; to compare with published values; "
            "renaming systems moves it a little.",
            *paper,
        ),
        AgreementMeasure(
            "symmetric",
            "The same, whichever system is named first",
            "As the paper's, with one share for both ways of winning, so that names do not matter; the "
            "better choice for new evaluations.",
            *mean_kappas(tallies, symmetric_chance, settings),
        ),
        AgreementMeasure(
            "cohen",
            "Cohen's kappa",
            "Chance agreement from each judge's own habits, averaged by comparisons; to prefer when judges "
            "differ in how readily they call a tie.",
            mean_kappas(tallies, cohen_chance, settings)[0],
            None,
        ),
        AgreementMeasure(
            "krippendorff",
            "Krippendorff's alpha",
            "All judges at once, any number per comparison, corrected for small samples; the safest choice "
            "when judges overlap unevenly.",
            _of_panel(between, settings),
            _of_panel(within, settings),
        ),
    )


# Columns of a panel: judgments by outcome (3), the agreement of each comparison between its judgments summed
# with weight one per judgment, and the numbers of comparisons and judgments.
_AGREEMENT, _COMPARISONS, _JUDGMENTS = OUTCOMES, OUTCOMES + 1, OUTCOMES + 2


def _between_judges(keys: JudgedKeys) -> FloatArray:
    """(S, 6) the panel of judges. A judge's repeated judgments count as one, divided between outcomes."""
    counts = keys.judged[0] + keys.judged[1] + keys.judged[2]
    inverse = counts.astype(np.float64)
    inverse.data = 1.0 / inverse.data
    shares = [outcome.multiply(inverse).tocsr() for outcome in keys.judged]
    judges = np.diff(counts.indptr).astype(np.float64)
    by_outcome = np.stack([np.asarray(share.sum(axis=1)).ravel() for share in shares], axis=1)
    own = np.sum([np.asarray(share.multiply(share).sum(axis=1)).ravel() for share in shares], axis=0)
    return _panel(by_outcome, (by_outcome**2).sum(axis=1) - own, judges, keys.sentence, keys.sentences)


def _within_judges(keys: JudgedKeys) -> FloatArray:
    """(S, 6) every judge's repeated judgments of one comparison as a panel."""
    total = scipy.sparse.coo_array(keys.judged[0] + keys.judged[1] + keys.judged[2])
    key, judge = total.coords
    by_outcome = np.stack([cells(outcome, key, judge) for outcome in keys.judged], axis=1)
    agreeing = (by_outcome * (by_outcome - 1)).sum(axis=1)
    return _panel(by_outcome, agreeing, total.data, keys.sentence[key], keys.sentences)


def _panel(
    by_outcome: NumberArray, agreeing: NumberArray, raters: NumberArray, sentence: NumberArray, sentences: int
) -> FloatArray:
    """Sums by sentence over comparisons with at least two raters."""
    shared = raters > 1.5
    rated = raters[shared].astype(np.float64)
    agreed = agreeing[shared]
    columns = [
        *by_outcome[shared].T,
        agreed / (rated - 1),
        np.ones_like(rated),
        rated,
    ]
    place = sentence[shared]
    sums = [np.bincount(place, column, minlength=sentences) for column in columns]
    return np.stack(sums, axis=1)


def _of_panel(panels: Sequence[FloatArray], settings: KappaSettings) -> OverallAgreement:
    """Of the panel by sentence, and the sums of those without each judge."""
    panel, *left = panels
    batches = resampled_sums(panel, settings.replicates, settings.seed)
    drawn = np.concatenate([np.zeros(0), *map(_krippendorff, batches)])
    total = panel.sum(axis=0)
    comparisons = round(float(total[_COMPARISONS]))
    without_each = _krippendorff(np.stack(left)) if settings.others and left else None
    return overall_agreement(_krippendorff(total), drawn, comparisons, settings, without_each)


def _krippendorff(sums: FloatArray) -> FloatArray:
    judgments = sums[..., _JUDGMENTS]
    by_outcome = sums[..., :OUTCOMES]
    with np.errstate(invalid="ignore", divide="ignore"):
        disagreed = 1 - sums[..., _AGREEMENT] / judgments
        by_chance = 1 - (by_outcome**2 - by_outcome).sum(axis=-1) / (judgments * (judgments - 1))
        alpha: FloatArray = 1 - disagreed / by_chance
    return np.where(np.isfinite(alpha), alpha, np.nan)
