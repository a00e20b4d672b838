"""Results of comparing metrics with people, in the form that is stored, answered and printed."""

from dataclasses import dataclass

from rankings.analysis.choices import BootstrapUnit, SpeaksFor, for_whom
from rankings.analysis.methods import Method


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


@dataclass(frozen=True, slots=True)
class SentenceAgreement:
    """How a metric's sentence scores agree with the judged pairs.

    Numbers without pairs to compute them from are None. `low` and `high` come from resampled sentences.

    Attributes:
        metric: name.
        comparisons: pairs that people decided and that the metric scores.
        concordant, discordant: of them, ordered as people do, and the other way.
        metric_ties: of them, given the same score by the metric.
        human_ties: pairs that people tied and that the metric scores.
        unscored: pairs without a metric score on either side.
        accuracy: share of the comparisons that are concordant; a metric tie counts half.
        tau: (concordant - discordant) / comparisons, Kendall's tau as in the WMT14 metrics task (Machacek
            and Bojar 2014): human ties are left out, metric ties count for nothing.
        accuracy_with_ties: share of all pairs, human ties included, for which the metric says the same:
            first, second, or equal scores.
        sentences: sentences with a comparison.
    """

    metric: str
    comparisons: int
    concordant: int
    discordant: int
    metric_ties: int
    human_ties: int
    unscored: int
    accuracy: float | None
    accuracy_low: float | None
    accuracy_high: float | None
    tau: float | None
    tau_low: float | None
    tau_high: float | None
    accuracy_with_ties: float | None
    sentences: int


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
    missing: tuple[str, ...] = ()
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A metric that could not be compared, and why."""

    metric: str
    reason: str


@dataclass(frozen=True, slots=True)
class StudyResult:
    """Metrics compared with people.

    Attributes:
        method, title: how judgments became scores of systems, and what that is called.
        unit, units: what was resampled, and how many of them there are.
        confidence, replicates: of the intervals over judgments.
        metrics: one correlation for each.
        differences: every two metrics, for each tested coefficient.
        sentence_level: for every metric with scores of sentences.
        beta_sweep: None where the weight of recall was not varied.
        judged_only: whether metrics count judged sentences only.
        left_out: metrics that could not be compared.
        warnings: what a reader should look at.
        speaks_for: for whom intervals over judgments speak; those of sentences always for these judges.
        judges: how many there are.
    """

    method: Method
    title: str
    unit: BootstrapUnit
    units: int
    confidence: float
    replicates: int
    metrics: tuple[CorrelationResult, ...]
    differences: tuple[MetricDifference, ...]
    sentence_level: tuple[SentenceAgreement, ...]
    beta_sweep: tuple[BetaSweep, ...] | None = None
    judged_only: bool = False
    left_out: tuple[LeftOut, ...] = ()
    warnings: tuple[str, ...] = ()
    speaks_for: SpeaksFor = "these-judges"
    judges: int = 0

    @property
    def for_whom(self) -> str:
        """`for these 8 judges`."""
        return for_whom(self.speaks_for, self.judges)

    @property
    def for_these_judges(self) -> str:
        """The same for what draws no judges, whatever the unit."""
        return for_whom("these-judges", self.judges)
