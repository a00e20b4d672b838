"""Correlation of metrics with human scores of the same systems, with what the data leave open.

Grundkiewicz et al. (2015), section 6 and Table 5.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations

import numpy as np
from scipy.stats import t as student

from metrics.validation.coefficients import COEFFICIENTS, middle, or_none
from metrics.validation.human_scores import HumanScores
from metrics.validation.score_table import MetricScores
from rankings.analysis.arrays import FloatArray
from rankings.analysis.choices import SEED
from rankings.analysis.exact_tests import holm

FEWEST_SYSTEMS = 3
FEWEST_TO_TEST = 4
NO_DIFFERENCE = 1e-12
TESTED = ("pearson", "spearman")
WITH_INTERVALS = ("spearman", "pearson", "kendall")


@dataclass(frozen=True, slots=True)
class MetricDifference:
    """Two metrics compared over the systems that both score; `metric_a` has the larger correlation.

    Attributes:
        coefficient: "pearson" or "spearman"; for the latter Williams' test is an approximation.
        correlation_a, correlation_b: with the human scores.
        between: correlation of the metrics with each other.
        systems: number of systems.
        t, p_value: Williams' test, two-sided; None where there is no test.
        p_holm: p corrected for all pairs of metrics and this coefficient, by Holm's method.
        share_judgments: in which share of resampled judgments metric_a is the better one; ties count half.
        share_systems: the same for systems drawn with replacement.
    """

    metric_a: str
    metric_b: str
    coefficient: str
    correlation_a: float
    correlation_b: float
    between: float | None
    systems: int
    t: float | None
    p_value: float | None
    p_holm: float | None
    share_judgments: float | None
    share_systems: float | None


@dataclass(frozen=True, slots=True)
class Limits:
    """Where the coefficients lie in the middle share of the resamplings; None where that says nothing."""

    spearman_low: float | None = None
    spearman_high: float | None = None
    pearson_low: float | None = None
    pearson_high: float | None = None
    kendall_low: float | None = None
    kendall_high: float | None = None

    def interval(self, coefficient: str) -> tuple[float, float] | None:
        low, high = getattr(self, f"{coefficient}_low"), getattr(self, f"{coefficient}_high")
        return None if low is None or high is None else (low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrelationResult(Limits):
    """One metric against people. A coefficient is None where it is not defined.

    Attributes:
        metric: name.
        systems: how many have both scores.
        spearman, pearson, kendall: rho (tie-aware), r and tau-b, whose inherited limits are over resampled
            judgments: the systems stay, the human scores might have come out otherwise.
        spearman_without_ties: by the formula of the 2015 paper; equal to `spearman` without ties.
        over_systems: intervals over systems drawn with replacement: the judgments stay, other systems of the
            same kind might have taken part.
        over_both: intervals over systems and judgments, both resampled.
        missing: systems with human scores that the metric does not score.
        reason: why coefficients are not defined.
    """

    metric: str
    systems: int
    spearman: float | None = None
    pearson: float | None = None
    kendall: float | None = None
    spearman_without_ties: float | None = None
    over_systems: Limits = Limits()
    over_both: Limits = Limits()
    missing: tuple[str, ...] = ()
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class _Resampling:
    """One coefficient of one metric over some systems: of the data, and of all resamplings."""

    point: float
    judgments: FloatArray
    systems: FloatArray
    both: FloatArray


def correlate(
    human: HumanScores,
    metrics: Sequence[MetricScores],
    *,
    confidence: float = 0.95,
    system_draws: int = 1000,
    seed: int = SEED,
) -> tuple[CorrelationResult, ...]:
    """Correlate every metric with the human scores.

    Args:
        system_draws: how often systems are drawn with replacement; 0 for no such intervals.

    Raises:
        ValueError: fewer than three systems have both scores; a confidence out of range.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence has to lie between 0 and 1; it is {confidence}")
    found = []
    for metric in metrics:
        systems = _common(human, (metric,))
        values = _values(metric, systems)
        resampled = {
            name: _resampled(human, metric, systems, name, system_draws=system_draws, seed=seed)
            for name in COEFFICIENTS
        }
        over_judgments, over_systems, over_both = (
            Limits(
                *(
                    end
                    for name in WITH_INTERVALS
                    for end in middle(getattr(resampled[name], drawn), confidence)
                )
            )
            for drawn in ("judgments", "systems", "both")
        )
        point = {name: or_none(one.point) for name, one in resampled.items()}
        found.append(
            CorrelationResult(
                metric=metric.metric,
                systems=len(systems),
                **point,
                **asdict(over_judgments),
                over_systems=over_systems,
                over_both=over_both,
                missing=tuple(sorted(set(human.judged) - set(metric.scores))),
                reason=_undefined(human.of(systems).scores, values) if point["spearman"] is None else None,
            )
        )
    return tuple(found)


def compare_metrics(
    human: HumanScores, metrics: Sequence[MetricScores], *, system_draws: int = 1000, seed: int = SEED
) -> tuple[MetricDifference, ...]:
    """Every two metrics: is the difference of their correlations more than chance?

    Pairs of which a correlation is not defined are left out.

    Raises:
        ValueError: as `correlate`.
    """
    # Every metric takes part in many pairs, mostly over the same systems.
    kept: dict[tuple[str, tuple[str, ...], str], _Resampling] = {}

    def resampled(metric: MetricScores, systems: tuple[str, ...], coefficient: str) -> _Resampling:
        key = (metric.metric, systems, coefficient)
        if key not in kept:
            kept[key] = _resampled(human, metric, systems, coefficient, system_draws=system_draws, seed=seed)
        return kept[key]

    differences = []
    for coefficient in TESTED:
        tests = []
        for pair in combinations(metrics, 2):
            systems = _common(human, pair)
            both = [(resampled(metric, systems, coefficient), metric) for metric in pair]
            if not any(np.isnan(one.point) for one, _ in both):
                tests.append(_difference(coefficient, systems, both))
        differences += _with_holm(tests)
    return tuple(differences)


def williams_test(first: float, second: float, between: float, n: int) -> tuple[float, float] | None:
    """Test the difference of two correlations that share one variable.

    With K = 1 - r12^2 - r13^2 - r23^2 + 2 r12 r13 r23,

        t = (r12 - r13) sqrt((n - 1) (1 + r23))
            / sqrt(2 K (n - 1) / (n - 3) + (r12 + r13)^2 (1 - r23)^3 / 4)

    has Student's distribution with n - 3 degrees of freedom when the true correlations are equal. Williams
    (1959); the form is that of Steiger (1980), equation 7, used for metrics since Graham and Baldwin (2014).

    Args:
        first: r12, correlation of the human scores with the first metric.
        second: r13, correlation of the human scores with the second metric.
        between: r23, correlation of the two metrics.

    Returns:
        t, positive when the first correlation is the larger one, and p, two-sided. None where there is no
        test: fewer than four systems, a correlation that is not defined, or metrics that are exact opposites
        of each other.

    Raises:
        ValueError: a correlation outside of -1 to 1.
    """
    correlations = (first, second, between)
    if n < FEWEST_TO_TEST or any(math.isnan(r) for r in correlations):
        return None
    if any(not -1 <= r <= 1 for r in correlations):
        raise ValueError(f"correlations have to lie between -1 and 1; they are {correlations}")
    if abs(first - second) <= NO_DIFFERENCE:
        return 0.0, 1.0
    k = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    spread = 2 * max(0.0, k) * (n - 1) / (n - 3) + (first + second) ** 2 * (1 - between) ** 3 / 4
    if spread <= NO_DIFFERENCE**2 or 1 + between <= NO_DIFFERENCE:
        return None
    t = (first - second) * math.sqrt((n - 1) * (1 + between)) / math.sqrt(spread)
    return t, 2 * float(student.sf(abs(t), n - 3))


def _difference(
    coefficient: str, systems: tuple[str, ...], both: Sequence[tuple[_Resampling, MetricScores]]
) -> MetricDifference:
    (first, a), (second, b) = sorted(both, key=lambda one: one[0].point, reverse=True)
    between = float(COEFFICIENTS[coefficient](_values(a, systems), _values(b, systems)))
    t, p_value = williams_test(first.point, second.point, between, len(systems)) or (None, None)
    return MetricDifference(
        metric_a=a.metric,
        metric_b=b.metric,
        coefficient=coefficient,
        correlation_a=first.point,
        correlation_b=second.point,
        between=or_none(between),
        systems=len(systems),
        t=t,
        p_value=p_value,
        p_holm=None,
        share_judgments=_share(first.judgments, second.judgments),
        share_systems=_share(first.systems, second.systems),
    )


def _resampled(
    human: HumanScores,
    metric: MetricScores,
    systems: tuple[str, ...],
    coefficient: str,
    *,
    system_draws: int,
    seed: int,
) -> _Resampling:
    compute, chosen, values = COEFFICIENTS[coefficient], human.of(systems), _values(metric, systems)
    # All metrics share the draws.
    draws = np.random.default_rng(seed).integers(0, len(systems), size=(system_draws, len(systems)))
    paired = min(len(draws), len(chosen.replicates))
    rejudged = np.take_along_axis(chosen.replicates[:paired], draws[:paired], axis=1)
    return _Resampling(
        float(compute(chosen.scores, values)),
        compute(chosen.replicates, values),
        compute(chosen.scores[draws], values[draws]),
        compute(rejudged, values[draws[:paired]]),
    )


def _common(human: HumanScores, metrics: Sequence[MetricScores]) -> tuple[str, ...]:
    """The systems that people and all of the metrics score, in byte order."""
    scored = set.intersection(*(set(metric.scores) for metric in metrics))
    both = tuple(sorted(scored.intersection(human.judged)))
    if len(both) < FEWEST_SYSTEMS:
        names = " and ".join(metric.metric for metric in metrics)
        raise ValueError(
            f"metric {names}: {len(both)} systems have both human and metric scores, expected at least "
            f"{FEWEST_SYSTEMS}. There are human scores of {', '.join(human.judged)}; the metric scores "
            f"{', '.join(sorted(scored)) or 'none'}"
        )
    return both


def _values(metric: MetricScores, systems: tuple[str, ...]) -> FloatArray:
    return np.array([metric.scores[name] for name in systems], dtype=np.float64)


def _undefined(human: FloatArray, metric: FloatArray) -> str:
    """Why there is no correlation."""
    if np.ptp(metric) == 0:
        return "the same score for every system"
    if np.ptp(human) == 0:
        return "people give every system the same score"
    return "scores that are too close to each other"


def _share(a: FloatArray, b: FloatArray) -> float | None:
    both = ~(np.isnan(a) | np.isnan(b))
    if not both.any():
        return None
    difference = np.round(a[both] - b[both], 12)
    return float((difference > 0).mean() + (difference == 0).mean() / 2)


def _with_holm(differences: Sequence[MetricDifference]) -> list[MetricDifference]:
    tested = [place for place, difference in enumerate(differences) if difference.p_value is not None]
    corrected = list(differences)
    p_values = np.array([differences[place].p_value for place in tested], dtype=np.float64)
    for place, p in zip(tested, holm(p_values).tolist() if tested else [], strict=True):
        corrected[place] = replace(differences[place], p_holm=p)
    return corrected
