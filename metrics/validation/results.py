"""Results of comparing metrics with people, in the form that is stored, answered and printed."""

from dataclasses import dataclass

from metrics.validation.beta_sweep import BetaSweep
from metrics.validation.judged_pairs import SentenceAgreement
from metrics.validation.metric_correlation import Intervals, MetricCorrelation, MetricDifference
from rankings.analysis.choices import BootstrapUnit, Method
from rankings.formats.json_form import result

UNKNOWN_REASON = "one side gives every system the same score"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the intervals of the three coefficients, from one kind of resampling."""

    spearman_low: float | None = None
    spearman_high: float | None = None
    pearson_low: float | None = None
    pearson_high: float | None = None
    kendall_low: float | None = None
    kendall_high: float | None = None

    @classmethod
    def of(cls, intervals: Intervals | None) -> "Limits":
        if intervals is None:
            return cls()
        three = (intervals.spearman, intervals.pearson, intervals.kendall)
        return cls(*(limit for correlation in three for limit in (correlation.low, correlation.high)))

    def interval(self, coefficient: str) -> tuple[float, float] | None:
        return _interval(self, coefficient)


@dataclass(frozen=True, slots=True)
class CorrelationResult:
    """One metric against people.

    Attributes:
        metric: name.
        systems: how many have both scores, over all sets of judgments.
        spearman, pearson, kendall: coefficients, with the limits of their intervals over resampled judgments.
        spearman_without_ties: by the formula of the 2015 paper.
        over_systems, over_both: intervals over systems drawn with replacement; and over systems and
            judgments at once.
        missing: systems with human scores that the metric does not score.
        reason: why coefficients are not defined.
    """

    metric: str
    systems: int
    spearman: float | None = None
    spearman_low: float | None = None
    spearman_high: float | None = None
    pearson: float | None = None
    pearson_low: float | None = None
    pearson_high: float | None = None
    kendall: float | None = None
    kendall_low: float | None = None
    kendall_high: float | None = None
    spearman_without_ties: float | None = None
    over_systems: Limits = Limits()
    over_both: Limits = Limits()
    missing: tuple[str, ...] = ()
    reason: str | None = None

    @classmethod
    def of(cls, correlation: MetricCorrelation) -> "CorrelationResult":
        limits = Limits.of(correlation.judgments)
        return cls(
            metric=correlation.metric,
            systems=sum(map(len, correlation.systems)),
            spearman=correlation.spearman,
            spearman_low=limits.spearman_low,
            spearman_high=limits.spearman_high,
            pearson=correlation.pearson,
            pearson_low=limits.pearson_low,
            pearson_high=limits.pearson_high,
            kendall=correlation.kendall,
            kendall_low=limits.kendall_low,
            kendall_high=limits.kendall_high,
            spearman_without_ties=correlation.spearman_without_ties,
            over_systems=Limits.of(correlation.systems_drawn),
            over_both=Limits.of(correlation.both),
            missing=correlation.missing,
            reason=correlation.reason or None,
        )

    @property
    def undefined(self) -> str:
        """Why there are no coefficients; empty where there are. Results of early versions keep no reason."""
        return "" if self.spearman is not None else self.reason or UNKNOWN_REASON

    def interval(self, coefficient: str) -> tuple[float, float] | None:
        """The interval of a coefficient over resampled judgments."""
        return _interval(self, coefficient)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A metric that could not be compared, and why."""

    metric: str
    reason: str


@result("metric-study", version=1)
@dataclass(frozen=True, slots=True)
class StudyResult:
    """Metrics compared with people.

    Attributes:
        method, title: how judgments became scores of systems, and what that is called.
        unit, units: what was resampled, and how many of them each set of judgments has.
        sets: names of the sets of judgments.
        confidence, replicates: of the intervals over judgments.
        metrics: one correlation for each.
        differences: every two metrics, for each tested coefficient.
        sentence_level: for every set and every metric with scores of sentences.
        beta_sweep: None where the weight of recall was not varied.
        judged_only: whether metrics count judged sentences only.
        left_out: metrics that could not be compared.
        warnings: what a reader should look at.
    """

    method: Method
    title: str
    unit: BootstrapUnit
    units: tuple[int, ...]
    sets: tuple[str, ...]
    confidence: float
    replicates: int
    metrics: tuple[CorrelationResult, ...]
    differences: tuple[MetricDifference, ...]
    sentence_level: tuple[SentenceAgreement, ...]
    beta_sweep: tuple[BetaSweep, ...] | None = None
    judged_only: bool = False
    left_out: tuple[LeftOut, ...] = ()
    warnings: tuple[str, ...] = ()


def _interval(limits: object, coefficient: str) -> tuple[float, float] | None:
    low, high = getattr(limits, f"{coefficient}_low"), getattr(limits, f"{coefficient}_high")
    return None if low is None or high is None else (low, high)
