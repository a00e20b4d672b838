"""Other ways to measure agreement, beside the kappa of the 2015 paper.

Cohen (1960); Fleiss (1971); Krippendorff (2011) for nominal data.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy

from rankings.analysis.agreement_tallies import (
    COMPARED,
    JudgedKeys,
    JudgePairTallies,
    cells,
    judged_blocks,
    resampled_sums,
)
from rankings.analysis.arrays import FloatArray, NumberArray
from rankings.analysis.kappa import (
    KappaSettings,
    OverallAgreement,
    cohen_chance,
    kappas,
    mean_kappas,
    overall_agreement,
    scott_chance,
    symmetric_chance,
)
from rankings.analysis.pairs import OUTCOMES
from rankings.formats.columns import Judgments


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

    Args:
        table: the judgments.
        tallies: of them, with own marginals.
        paper: the paper's kappa.
        settings: how overall values are formed.
    """
    panels = [(_between_judges(keys), _within_judges(keys)) for keys in judged_blocks(table)]
    between, within = (np.concatenate(parts) for parts in zip(*panels, strict=True))
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
            "pooled",
            "The same, all pairs of judges together",
            "One table of all compared judgments instead of a mean over judges; to prefer when many judges "
            "share few comparisons each.",
            *_pooled(tallies, settings),
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
            "fleiss",
            "Fleiss' kappa",
            "All judges of a comparison at once, chance agreement from all judgments; for panels of "
            "interchangeable judges.",
            _of_panel(between, _fleiss, settings),
            None,
        ),
        AgreementMeasure(
            "krippendorff",
            "Krippendorff's alpha",
            "All judges at once, any number per comparison, corrected for small samples; the safest choice "
            "when judges overlap unevenly.",
            _of_panel(between, _krippendorff, settings),
            _of_panel(within, _krippendorff, settings),
        ),
    )


def _pooled(tallies: JudgePairTallies, settings: KappaSettings) -> tuple[OverallAgreement, OverallAgreement]:
    diagonal = np.eye(len(tallies.total), dtype=np.bool_)
    upper = np.triu(~diagonal)
    sums = [tallies.total[among].sum(axis=0) for among in (upper, diagonal)]

    replicated: list[list[FloatArray]] = [[np.zeros(0)], [np.zeros(0)]]
    for drawn in tallies.resampled(settings.replicates, settings.seed):
        for batches, among in zip(replicated, (upper, diagonal), strict=True):
            batches.append(kappas(drawn[:, among].sum(axis=1), scott_chance))
    inter, intra = (
        overall_agreement(
            kappas(total, scott_chance),
            np.concatenate(batches),
            int(total[COMPARED]),
            settings,
        )
        for total, batches in zip(sums, replicated, strict=True)
    )
    return inter, intra


# Columns of a panel: judgments by outcome (3), the agreement of each comparison between its judgments summed
# with weight one per comparison and with weight one per judgment, and the numbers of comparisons and
# judgments.
_PER_COMPARISON = OUTCOMES
_PER_JUDGMENT = OUTCOMES + 1
_COMPARISONS = OUTCOMES + 2
_JUDGMENTS = OUTCOMES + 3


def _between_judges(keys: JudgedKeys) -> FloatArray:
    """(S, 7) the panel of judges. A judge's repeated judgments count as one, divided between outcomes."""
    counts = keys.judged[0] + keys.judged[1] + keys.judged[2]
    inverse = counts.astype(np.float64)
    inverse.data = 1.0 / inverse.data
    shares = [outcome.multiply(inverse).tocsr() for outcome in keys.judged]
    judges = np.diff(counts.indptr).astype(np.float64)
    by_outcome = np.stack([np.asarray(share.sum(axis=1)).ravel() for share in shares], axis=1)
    own = np.sum([np.asarray(share.multiply(share).sum(axis=1)).ravel() for share in shares], axis=0)
    return _panel(by_outcome, (by_outcome**2).sum(axis=1) - own, judges, keys.sentence, keys.sentences)


def _within_judges(keys: JudgedKeys) -> FloatArray:
    """(S, 7) every judge's repeated judgments of one comparison as a panel."""
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
        agreed / (rated * (rated - 1)),
        agreed / (rated - 1),
        np.ones_like(rated),
        rated,
    ]
    place = sentence[shared]
    sums = [np.bincount(place, column, minlength=sentences) for column in columns]
    return np.stack(sums, axis=1)


def _of_panel(
    panel: FloatArray, measure: Callable[[FloatArray], FloatArray], settings: KappaSettings
) -> OverallAgreement:
    batches = resampled_sums(panel, settings.replicates, settings.seed)
    drawn = np.concatenate([np.zeros(0), *(measure(sums) for sums in batches)])
    total = panel.sum(axis=0)
    comparisons = round(float(total[_COMPARISONS]))
    return overall_agreement(measure(total), drawn, comparisons, settings)


def _fleiss(sums: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = sums[..., _PER_COMPARISON] / sums[..., _COMPARISONS]
        expected = ((sums[..., :OUTCOMES] / sums[..., [_JUDGMENTS]]) ** 2).sum(axis=-1)
        kappa: FloatArray = (observed - expected) / (1 - expected)
    return np.where(np.isfinite(kappa), kappa, np.nan)


def _krippendorff(sums: FloatArray) -> FloatArray:
    judgments = sums[..., _JUDGMENTS]
    by_outcome = sums[..., :OUTCOMES]
    with np.errstate(invalid="ignore", divide="ignore"):
        disagreed = 1 - sums[..., _PER_JUDGMENT] / judgments
        by_chance = 1 - (by_outcome**2 - by_outcome).sum(axis=-1) / (judgments * (judgments - 1))
        alpha: FloatArray = 1 - disagreed / by_chance
    return np.where(np.isfinite(alpha), alpha, np.nan)
