"""Correlation of metrics with human scores of the same systems, with what the data leave open.

Grundkiewicz et al. (2015), section 6 and Table 5.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations

import numpy as np

from metrics.validation.coefficients import COEFFICIENTS, ROUNDING
from metrics.validation.human_scores import HumanScores
from metrics.validation.results import CorrelationResult, Limits, MetricDifference
from metrics.validation.score_table import MetricScores
from metrics.validation.williams import williams_test
from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.choices import SEED
from rankings.analysis.exact_tests import holm

FEWEST_SYSTEMS = 3
TESTED = ("pearson", "spearman")
WITH_INTERVALS = ("spearman", "pearson", "kendall")


@dataclass(frozen=True, slots=True)
class _Material:
    """The values of two variables over several sets, and the draws that all metrics share."""

    human: tuple[FloatArray, ...]
    replicates: tuple[FloatArray, ...]
    metric: tuple[FloatArray, ...]
    draws: tuple[IntArray, ...]


def correlate(
    human: Sequence[HumanScores],
    metrics: Sequence[MetricScores],
    *,
    confidence: float = 0.95,
    system_draws: int = 1000,
    seed: int = SEED,
) -> tuple[CorrelationResult, ...]:
    """Correlate every metric with the human scores.

    With several sets of judgments, values are standardised within each set, so that only differences inside
    a set count: the coefficient is then the mean over the sets, weighted by their numbers of systems.
    Judgments of the same systems on the same data are better pooled into one set.

    Args:
        human: one `HumanScores` per set of judgments.
        metrics: scores of the same systems; higher is better.
        confidence: of all intervals, between 0 and 1.
        system_draws: how often systems are drawn with replacement; 0 for no such intervals.
        seed: of the draws of systems.

    Raises:
        ValueError: no set; a set of which fewer than three systems have both scores; a confidence out of
            range.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence has to lie between 0 and 1; it is {confidence}")
    return tuple(_correlation(human, metric, confidence, system_draws, seed) for metric in metrics)


def compare_metrics(
    human: Sequence[HumanScores],
    metrics: Sequence[MetricScores],
    *,
    system_draws: int = 1000,
    seed: int = SEED,
) -> tuple[MetricDifference, ...]:
    """Every two metrics: is the difference of their correlations more than chance?

    With k sets of judgments, n of Williams' test is the number of systems less k - 1, because every further
    set costs a mean. Pairs of which a correlation is not defined are left out.

    Raises:
        ValueError: as `correlate`.
    """
    resampled = _Resampled(human, system_draws, seed)
    differences = []
    for coefficient in TESTED:
        tests = [
            difference
            for pair in combinations(metrics, 2)
            if (difference := _difference(human, pair, coefficient, resampled))
        ]
        differences += _with_holm(tests)
    return tuple(differences)


def _correlation(
    human: Sequence[HumanScores], metric: MetricScores, confidence: float, system_draws: int, seed: int
) -> CorrelationResult:
    systems = _common(human, (metric,))
    data = _material(human, metric, systems, system_draws, seed)
    point = {name: _known(_combined(name, data.human, data.metric)) for name in COEFFICIENTS}
    judged = {system for scores in human for system in _judged(scores)}
    over_judgments, over_systems = (
        Limits(*(end for name in WITH_INTERVALS for end in _interval(resampled(name, data), confidence)))
        for resampled in (_over_judgments, _over_systems)
    )
    return CorrelationResult(
        metric.metric,
        sum(map(len, systems)),
        **point,
        **asdict(over_judgments),
        over_systems=over_systems,
        missing=tuple(sorted(judged - set(metric.scores))),
        reason=_undefined(data) if point["spearman"] is None else None,
    )


def _undefined(data: _Material) -> str:
    """Why there is no correlation."""
    if any(np.ptp(values) == 0 for values in data.metric):
        return "the same score for every system"
    if any(np.ptp(values) == 0 for values in data.human):
        return "people give every system the same score"
    return "scores that are too close to each other"


def _difference(
    human: Sequence[HumanScores],
    metrics: tuple[MetricScores, MetricScores],
    coefficient: str,
    resampled: "_Resampled",
) -> MetricDifference | None:
    systems = _common(human, metrics)
    resampled_metrics = [resampled.of(metric, systems, coefficient) for metric in metrics]
    if any(np.isnan(resampling.point) for resampling in resampled_metrics):
        return None
    (a, first), (b, second) = sorted(
        zip(metrics, resampled_metrics, strict=True), key=lambda pair: pair[1].point, reverse=True
    )
    between = float(_combined(coefficient, first.values, second.values))
    number = sum(map(len, systems))
    test = williams_test(first.point, second.point, between, number - (len(systems) - 1))
    return MetricDifference(
        metric_a=a.metric,
        metric_b=b.metric,
        coefficient=coefficient,
        correlation_a=first.point,
        correlation_b=second.point,
        between=_known(between),
        systems=number,
        t=test.t if test else None,
        p_value=test.p_value if test else None,
        p_holm=None,
        share_judgments=_share(first.judgments, second.judgments),
        share_systems=_share(first.systems, second.systems),
    )


@dataclass(frozen=True, slots=True)
class _Resampling:
    """One coefficient of one metric over some systems: of the data, and of all resamplings."""

    point: float
    judgments: FloatArray
    systems: FloatArray
    values: tuple[FloatArray, ...]


class _Resampled:
    """Keeps resamplings, because every metric takes part in many pairs."""

    def __init__(self, human: Sequence[HumanScores], system_draws: int, seed: int) -> None:
        self._human = human
        self._system_draws = system_draws
        self._seed = seed
        self._kept: dict[tuple[int, tuple[tuple[str, ...], ...], str], _Resampling] = {}

    def of(self, metric: MetricScores, systems: tuple[tuple[str, ...], ...], coefficient: str) -> _Resampling:
        key = (id(metric), systems, coefficient)
        if key not in self._kept:
            data = _material(self._human, metric, systems, self._system_draws, self._seed)
            self._kept[key] = _Resampling(
                float(_combined(coefficient, data.human, data.metric)),
                _over_judgments(coefficient, data),
                _over_systems(coefficient, data),
                data.metric,
            )
        return self._kept[key]


def _common(human: Sequence[HumanScores], metrics: Sequence[MetricScores]) -> tuple[tuple[str, ...], ...]:
    """For each set the systems that the judgments and all of the metrics score, in byte order."""
    if not human:
        raise ValueError("expected at least one set of judgments")
    common = []
    for scores in human:
        judged = _judged(scores)
        both = tuple(sorted(name for name in judged if all(name in metric.scores for metric in metrics)))
        if len(both) < FEWEST_SYSTEMS:
            names = " and ".join(metric.metric for metric in metrics)
            scored = sorted(set.intersection(*(set(metric.scores) for metric in metrics)))
            raise ValueError(
                f"metric {names}: {len(both)} systems have both human and metric scores, expected at least "
                f"{FEWEST_SYSTEMS}. There are human scores of {', '.join(judged)}; the metric scores "
                f"{', '.join(scored) or 'none'}"
            )
        common.append(both)
    return tuple(common)


def _judged(human: HumanScores) -> list[str]:
    known = zip(human.systems, human.scores.tolist(), strict=True)
    return [system for system, score in known if not np.isnan(score)]


def _material(
    human: Sequence[HumanScores],
    metric: MetricScores,
    systems: tuple[tuple[str, ...], ...],
    system_draws: int,
    seed: int,
) -> _Material:
    chosen = [scores.of(names) for scores, names in zip(human, systems, strict=True)]
    rng = np.random.default_rng(seed)
    return _Material(
        human=tuple(scores.scores for scores in chosen),
        replicates=tuple(scores.replicates for scores in chosen),
        metric=tuple(np.array([metric.scores[name] for name in names]) for names in systems),
        draws=tuple(rng.integers(0, len(names), size=(system_draws, len(names))) for names in systems),
    )


def _combined(coefficient: str, x: Sequence[FloatArray], y: Sequence[FloatArray]) -> FloatArray:
    """Mean over the sets, weighted by size: r of values standardised within their sets."""
    compute = COEFFICIENTS[coefficient]
    sizes = [values.shape[-1] for values in x]
    parts = [size * compute(a, b) for size, a, b in zip(sizes, x, y, strict=True)]
    total: FloatArray = np.sum(np.broadcast_arrays(*parts), axis=0) / sum(sizes)
    return total


def _over_judgments(coefficient: str, data: _Material) -> FloatArray:
    number = min(map(len, data.replicates))
    return _combined(coefficient, [replicates[:number] for replicates in data.replicates], data.metric)


def _over_systems(coefficient: str, data: _Material) -> FloatArray:
    human = [values[draw] for values, draw in zip(data.human, data.draws, strict=True)]
    metric = [values[draw] for values, draw in zip(data.metric, data.draws, strict=True)]
    return _combined(coefficient, human, metric)


def _interval(values: FloatArray, confidence: float) -> tuple[float | None, float | None]:
    defined = values[~np.isnan(values)]
    if not len(defined):
        return None, None
    tail = (1 - confidence) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    # What never varies does not show how far it could.
    return (None, None) if high - low <= ROUNDING else (float(low), float(high))


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


def _known(value: FloatArray | float) -> float | None:
    number = float(value)
    return None if np.isnan(number) else number
