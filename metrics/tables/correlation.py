"""Metrics compared with people: correlations, differences, the weight of recall, and single sentences."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from appraise_gec.present.numbers import TERMINAL, count, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from appraise_gec.words import plural
from metrics.validation.results import (
    CorrelationResult,
    MetricDifference,
    StudyResult,
)
from rankings.analysis.few_units import FEW_UNITS
from rankings.tables.nouns import UNITS

COEFFICIENTS = {"spearman": "Spearman \u03c1", "pearson": "Pearson r", "kendall": "Kendall \u03c4"}
HELP = {
    "spearman": (
        "How similar the orders are, from 1 to \u22121 for the opposite. Equal scores share a rank."
    ),
    "pearson": "How well the scores lie on a line.",
    "kendall": "Pairs of systems in the same order minus those in the other, over all (\u03c4-b).",
}
WITHOUT_TIES = Column(
    "spearman_without_ties",
    "\u03c1, as in 2015",
    Kind.SCORE,
    help="By the formula of the 2015 paper, which takes no account of equal scores.",
    named=True,
)
TESTED = ("spearman", "pearson")
MOST_DIFFERENCES = 15
LEVEL = 0.05
METRIC = Column("metric", "metric", Kind.NAME)
SYSTEMS = "systems"
INTERVAL = "interval"
OTHER_SYSTEMS, BOTH = "other systems", "both"
CORRELATION = "Correlation with people"


@dataclass(frozen=True, slots=True)
class LatestCorrelation:
    """The newest scores of a metric against the latest report; `note` distinguishes its runs."""

    note: str
    result: CorrelationResult


def heading(result: StudyResult) -> list[str]:
    """How the numbers were computed, as lines of text."""
    units = " + ".join([count(number) for number in result.units])
    lines: list[str] = [
        f"Correlation of metrics with people ({result.title})",
        (
            f"Resampled by {UNITS.get(result.unit, result.unit)} ({units}), "
            f"{count(result.replicates)} times; intervals at "
            f"{percent(result.confidence, style=TERMINAL)}, {for_whom(result)}"
        ),
    ]
    if len(result.sets) > 1:
        sets = len(result.sets)
        lines.append(f"{count(sets)} sets of judgments, standardised within each set")
    if result.judged_only:
        lines.append("Metrics on the judged sentences only")
    return lines


def by_strength(metrics: Sequence[CorrelationResult]) -> list[CorrelationResult]:
    """The strongest Spearman first, and those that are not defined last."""
    return sorted(metrics, key=lambda metric: 2.0 if metric.spearman is None else -metric.spearman)


def for_whom(result: StudyResult) -> str:
    """For whom intervals over judgments speak."""
    if result.speaks_for == "judges-like-these":
        return result.for_whom
    return f"{result.for_whom} alone"


def _over_judgments(result: StudyResult) -> str:
    """What the intervals over judgments are about."""
    # Judges of several sets may be the same people, so that their number in all is not known.
    judges = result.judges[0] if len(result.judges) == 1 else 0
    confidence = percent(result.confidence)
    if result.speaks_for == "judges-like-these":
        if not judges:
            return f"{confidence} interval over resampled judgments, for these systems and judges like these"
        return (
            f"{confidence} interval over resampled judgments, for these systems and judges like "
            f"these {count(judges)}"
        )
    if not judges:
        return f"{confidence} interval over resampled judgments, for these systems and these judges alone"
    return plural(
        judges,
        "{confidence} interval over resampled judgments, for these systems and this judge alone",
        ("{confidence} interval over resampled judgments, for these systems and these {n} judges alone"),
        confidence=confidence,
    )


def _few_units(result: StudyResult) -> list[str]:
    fewest = min(result.units, default=0)
    if not 0 < fewest < FEW_UNITS:
        return []
    return [
        (f"Only {count(fewest)} {UNITS[result.unit]} to resample: intervals over judgments are too narrow.")
    ]


def correlations(result: StudyResult) -> Table:
    """Every metric with its coefficients; people see their intervals over judgments."""
    columns = [METRIC, Column("systems", SYSTEMS, Kind.COUNT)]
    for name, title in COEFFICIENTS.items():
        columns += [
            Column(name, title, Kind.SCORE, help=HELP[name]),
            _interval(name, INTERVAL, below=True),
            replace(_interval(f"{name}_systems", OTHER_SYSTEMS), where="data"),
            replace(_interval(f"{name}_both", BOTH), where="data"),
        ]
    rows = []
    for metric in by_strength(result.metrics):
        missing = f"without {', '.join(metric.missing)}" if metric.missing else ""
        reason = f"not defined: {metric.undefined}" if metric.undefined else ""
        cells: list[object] = [
            Cell(metric.metric, detail="; ".join(filter(None, (missing, reason)))),
            metric.systems,
        ]
        for name in COEFFICIENTS:
            intervals = (
                metric.interval(name),
                metric.over_systems.interval(name),
                metric.over_both.interval(name),
            )
            cells += [getattr(metric, name), *intervals]
        rows.append(Row([*cells, metric.spearman_without_ties]))
    return Table(
        "correlations",
        CORRELATION,
        [*columns, WITHOUT_TIES],
        rows,
        notes=_few_units(result),
        source=_over_judgments(result),
        paper=_correlations_in_paper(result),
    )


def _correlations_in_paper(result: StudyResult) -> Table:
    """As Table 5, with intervals."""
    columns = [METRIC]
    for name in TESTED:
        columns += [
            Column(name, COEFFICIENTS[name], Kind.SCORE),
            # With three digits, as coefficients have in the paper, the table would not fit a column.
            replace(
                _interval(name, f"{percent(result.confidence)} interval", below=True),
                digits=2,
            ),
        ]
    rows = [
        Row(
            [
                metric.metric,
                *(cell for name in TESTED for cell in (getattr(metric, name), metric.interval(name))),
            ]
        )
        for metric in by_strength(result.metrics)
    ]
    systems = sorted({metric.systems for metric in result.metrics})
    title = (
        f"Correlation of metric scores of {count(systems[0])} systems with the human ranking"
        if len(systems) == 1
        else "Correlation of metric scores with the human ranking"
    )
    return Table(
        "correlations",
        title,
        columns,
        rows,
        notes=_few_units(result),
        source=(
            f"{percent(result.confidence)} intervals over resampled {UNITS[result.unit]}, {for_whom(result)}"
        ),
    )


def latest(latest_correlations: Sequence[LatestCorrelation], confidence: float) -> Table:
    """The same for the latest report, whose judgments cannot be resampled: intervals are over systems."""
    columns = [
        METRIC,
        Column("of", "of", where="data"),
        Column("systems", SYSTEMS, Kind.COUNT),
    ]
    for name, title in COEFFICIENTS.items():
        columns += [
            Column(name, title, Kind.SCORE, help=HELP[name]),
            _interval(name, INTERVAL, below=True),
        ]
    rows = []
    for correlation in latest_correlations:
        result = correlation.result
        detail = "; ".join(filter(None, (correlation.note, result.reason or "")))
        metric = Cell(result.metric, detail=detail)
        cells: list[object] = [metric, correlation.note, result.systems]
        for name in COEFFICIENTS:
            cells += [getattr(result, name), result.over_systems.interval(name)]
        rows.append(Row([*cells, result.spearman_without_ties]))
    return Table(
        "correlation",
        CORRELATION,
        [*columns, WITHOUT_TIES],
        rows,
        source=(
            f"{percent(confidence)} interval over systems drawn with replacement, for the judges "
            "of the report alone"
        ),
    )


def wider_intervals(result: StudyResult) -> Table:
    """Intervals over other systems, and over both."""
    columns = [METRIC]
    for name, title in COEFFICIENTS.items():
        columns += [
            _interval(f"{name}_systems", ", ".join((title, OTHER_SYSTEMS))),
            _interval(f"{name}_both", ", ".join((title, BOTH))),
        ]
    rows = []
    for metric in by_strength(result.metrics):
        limits = (metric.over_systems, metric.over_both)
        cells = (kind.interval(name) for name in COEFFICIENTS for kind in limits)
        rows.append(Row([metric.metric, *cells]))
    notes = [
        (
            "Other systems: systems drawn with replacement; both: systems and judgments at once. "
            "A claim about a metric in general rests on these; with a dozen systems they are "
            f"wide. Both are {for_whom(result)}."
        )
    ]
    return Table("intervals", "With other systems: wider intervals", columns, rows, notes)


def clearest(result: StudyResult, coefficient: str) -> list[MetricDifference]:
    """Tests of one coefficient, the smallest p first."""
    differing = [pair for pair in result.differences if pair.coefficient == coefficient]
    return sorted(differing, key=lambda pair: 2.0 if pair.p_value is None else pair.p_value)


def clear_differences(result: StudyResult, coefficient: str) -> int:
    """How many pairs of metrics differ by more than chance."""
    clearest_first = clearest(result, coefficient)
    return sum(pair.p_holm is not None and pair.p_holm < LEVEL for pair in clearest_first)


def differences(result: StudyResult, coefficients: Sequence[str] = TESTED) -> Table:
    """Every two metrics; people see the clearest differences of these coefficients."""
    columns = [
        Column("coefficient", "of"),
        Column("metric_a", "better metric", Kind.NAME),
        Column("metric_b", "than", Kind.NAME),
        Column("correlation_a", "its correlation", Kind.SCORE, where="data"),
        Column("correlation_b", "the other's correlation", Kind.SCORE, where="data"),
        Column(
            "difference",
            "by",
            Kind.SCORE,
            where="print",
            help="How much larger its coefficient is.",
        ),
        Column(
            "between",
            "resemblance",
            Kind.SCORE,
            help="The correlation of the metrics with each other.",
        ),
        Column("systems", SYSTEMS, Kind.COUNT, where="data"),
        Column("t", "Williams' t", Kind.SCORE, 2),
        Column(
            "p_value",
            "p-value",
            Kind.P_VALUE,
            help="How often chance alone would give so large a difference, if both agreed equally well.",
        ),
        Column(
            "p_holm",
            "Holm's p",
            Kind.P_VALUE,
            help="The same, corrected for the number of pairs.",
        ),
        Column("share_judgments", "judgments", Kind.SHARE, 0),
        Column("share_systems", SYSTEMS, Kind.SHARE, 0),
    ]
    shown = [pair for name in coefficients for pair in clearest(result, name)[:MOST_DIFFERENCES]]
    total = sum(pair.coefficient in coefficients for pair in result.differences)
    notes = [
        (
            "Judgments, systems: in which share of the resamplings of judgments, and of systems, "
            "the first metric is the better one."
        )
    ]
    if "spearman" in coefficients:
        notes.append("For \u03c1 the test is an approximation.")
    if len(shown) < total:
        notes.append(f"The {count(len(shown))} clearest of {count(total)} pairs; files of data have all.")
    title = "Differences of metrics, by Williams' test"
    printed = Table("differences", title, columns, _difference_rows(shown), notes)
    rows = _difference_rows(result.differences)
    return Table("differences", title, columns, rows, printed=printed)


def _interval(name: str, heading: str, *, below: bool = False) -> Column:
    parts = (f"{name}_low", f"{name}_high")
    return Column(f"{name}_interval", heading, Kind.INTERVAL, parts=parts, below=below)


def _difference_rows(rows: Sequence[MetricDifference]) -> list[Row]:
    return [
        Row(
            [
                Cell(pair.coefficient, COEFFICIENTS[pair.coefficient]),
                *(
                    pair.metric_a,
                    pair.metric_b,
                    pair.correlation_a,
                    pair.correlation_b,
                ),
                pair.correlation_a - pair.correlation_b,
                *(
                    pair.between,
                    pair.systems,
                    pair.t,
                    pair.p_value,
                    pair.p_holm,
                ),
                *(pair.share_judgments, pair.share_systems),
            ],
            rule_above=place > 0 and rows[place - 1].coefficient != pair.coefficient,
        )
        for place, pair in enumerate(rows)
    ]
