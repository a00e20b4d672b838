"""Other ways to measure agreement, beside the kappa of the 2015 paper.

Cohen (1960); Krippendorff (2011) for nominal data.
"""

from dataclasses import dataclass

import numpy as np
import scipy

from rankings.analysis.agreement_tallies import (
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
    mean_kappas,
    overall_agreement,
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

    `tallies` are those of the judgments, with own marginals.
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


def _of_panel(panel: FloatArray, settings: KappaSettings) -> OverallAgreement:
    batches = resampled_sums(panel, settings.replicates, settings.seed)
    drawn = np.concatenate([np.zeros(0), *map(_krippendorff, batches)])
    total = panel.sum(axis=0)
    return overall_agreement(_krippendorff(total), drawn, round(float(total[_COMPARISONS])), settings)


def _krippendorff(sums: FloatArray) -> FloatArray:
    judgments = sums[..., _JUDGMENTS]
    by_outcome = sums[..., :OUTCOMES]
    with np.errstate(invalid="ignore", divide="ignore"):
        disagreed = 1 - sums[..., _AGREEMENT] / judgments
        by_chance = 1 - (by_outcome**2 - by_outcome).sum(axis=-1) / (judgments * (judgments - 1))
        alpha: FloatArray = 1 - disagreed / by_chance
    return np.where(np.isfinite(alpha), alpha, np.nan)
