"""How the weight of recall against precision changes a metric's agreement with people.

Grundkiewicz et al. (2015), section 6.3 and Figure 3.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from metrics.validation.coefficients import or_none, pearson, pearson_table, spearman, spearman_table
from metrics.validation.human_scores import HumanScores
from metrics.validation.score_table import MetricScores
from rankings.analysis.arrays import FloatArray

# 0.01, 0.02, ... 1.00, as in Figure 3.
BETAS: tuple[float, ...] = tuple(step / 100 for step in range(1, 101))
EXACT_DECIMALS = 13
IMPOSSIBLE = -2.0


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """Correlation of F with the human scores at one beta; None where it is not defined."""

    beta: float
    spearman: float | None
    pearson: float | None


@dataclass(frozen=True, slots=True)
class BetaSweep:
    """Correlations over many betas.

    Attributes:
        metric: whose precision and recall, for example one annotator's.
        systems: names of the systems that count.
        rows: one per beta, in the order of the betas.
        best_spearman: the point with the largest rho; of several the one with the largest r, then the largest
            beta. None where rho is never defined.
        best_pearson: the point with the largest r; of several the one with the largest rho, then beta.
        best_spearman_low, best_spearman_high: interval of the best beta for rho over resampled judgments;
            None without resampling. Where it is wide, the best beta is an accident of these judgments.
        best_pearson_low, best_pearson_high: the same for r.
    """

    metric: str
    systems: tuple[str, ...]
    rows: tuple[SweepPoint, ...]
    best_spearman: SweepPoint | None
    best_pearson: SweepPoint | None
    best_spearman_low: float | None
    best_spearman_high: float | None
    best_pearson_low: float | None
    best_pearson_high: float | None


def sweep_parts(
    human: HumanScores, scores: MetricScores, betas: Sequence[float] = BETAS, confidence: float = 0.95
) -> BetaSweep:
    """Sweep over F computed from the metric's precision and recall.

    This is how Figure 3 was made. Where precision and recall themselves depend on beta, as those of MaxMatch
    with several annotators do, only `sweep_scores` gives the metric's own scores.

    Raises:
        ValueError: the metric has no precision or recall for the systems with human scores.
    """
    if not scores.precision or not scores.recall:
        raise ValueError(f"metric {scores.metric} has no precision and recall, so there is no beta to vary")
    systems = [system for system in scores.precision if system in scores.recall]
    precision = np.array([scores.precision[system] for system in systems])
    recall = np.array([scores.recall[system] for system in systems])
    by_beta = f_scores(precision, recall, np.array(betas))
    by_system = {system: by_beta[:, place].tolist() for place, system in enumerate(systems)}
    return sweep_scores(human, scores.metric, by_system, betas, confidence)


def sweep_scores(
    human: HumanScores,
    metric: str,
    scores: Mapping[str, Sequence[float]],
    betas: Sequence[float] = BETAS,
    confidence: float = 0.95,
) -> BetaSweep:
    """Sweep over scores that were computed for every beta, as `M2.sweep` does.

    Args:
        human: human scores; systems without one, or without metric scores, are left out.
        scores: by system one score per beta.
    """
    if not betas or any(len(row) != len(betas) for row in scores.values()):
        raise ValueError("expected one score per beta for every system, and at least one beta")
    systems = tuple(system for system in human.judged if system in scores)
    chosen = human.of(systems)
    by_beta = np.array([scores[system] for system in systems]).reshape(len(systems), len(betas)).T
    rho, r = (coefficient(by_beta, chosen.scores) for coefficient in (spearman, pearson))
    points = tuple(
        SweepPoint(beta, or_none(a), or_none(b))
        for beta, a, b in zip(betas, rho.tolist(), r.tolist(), strict=True)
    )
    best_rho, best_r = _best(rho, r, betas), _best(r, rho, betas)
    resampled = list(
        zip(
            spearman_table(chosen.replicates, by_beta),
            pearson_table(chosen.replicates, by_beta),
            strict=True,
        )
    )
    rho_span = _span([_best(by_rho, by_r, betas) for by_rho, by_r in resampled], betas, confidence)
    r_span = _span([_best(by_r, by_rho, betas) for by_rho, by_r in resampled], betas, confidence)
    return BetaSweep(
        metric,
        systems,
        points,
        None if best_rho is None else points[best_rho],
        None if best_r is None else points[best_r],
        *rho_span,
        *r_span,
    )


def f_scores(precision: FloatArray, recall: FloatArray, betas: FloatArray) -> FloatArray:
    """(betas, systems) F = (1 + b^2) P R / (b^2 P + R); 0 where P or R is 0."""
    squared = betas[:, None] ** 2
    above = (1 + squared) * precision * recall
    below = squared * precision + recall
    zero = (precision == 0) | (recall == 0)
    f: FloatArray = np.divide(above, below, out=np.zeros_like(above), where=(below > 0) & ~zero)
    return f


def _best(values: FloatArray, others: FloatArray, betas: Sequence[float]) -> int | None:
    # Equal correlations must be equal, whatever the order in which their parts were summed.
    first = np.round(np.nan_to_num(values, nan=IMPOSSIBLE), EXACT_DECIMALS)
    second = np.round(np.nan_to_num(others, nan=IMPOSSIBLE), EXACT_DECIMALS)
    best = int(np.lexsort((np.asarray(betas), second, first))[-1])
    return None if np.isnan(values[best]) else best


def _span(
    best: Sequence[int | None], betas: Sequence[float], confidence: float
) -> tuple[float | None, float | None]:
    best_betas = [betas[place] for place in best if place is not None]
    if not best_betas:
        return None, None
    tail = (1 - confidence) / 2
    low = np.quantile(best_betas, tail, method="inverted_cdf")
    return float(low), float(np.quantile(best_betas, 1 - tail, method="inverted_cdf"))
