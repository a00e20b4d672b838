"""Metrics and people: which metric agrees with them, by how much, and how sure that is."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from appraise_gec.present.blocks import Block, Folded, Prose, Section, Shown
from appraise_gec.present.figure import INK, MUTED, Figure, row_height, rows
from appraise_gec.present.figure import intervals as draw_intervals
from appraise_gec.present.labels import label_points
from appraise_gec.present.numbers import count, counted, listed, number, percent, span
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from metrics.sections.coefficients import (
    COEFFICIENTS,
    METRIC,
    TESTED,
    best_betas,
    beta_sweep,
    for_whom,
    interval,
    sentences,
    sweep,
)
from metrics.sections.scores import ComparedMetric, compared
from metrics.validation.metric_correlation import CorrelationResult, MetricDifference
from metrics.validation.study import StudyResult
from rankings.analysis.reasons import FEW_UNITS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KEY, TITLE = "metrics", "Metrics and people"
# Folded on a page, and shown by a terminal.
UNFOLDED = ("differences", "sentences", "best-betas", "beta-sweep", "intervals")
HELP = {
    "spearman": "How similar the orders are, from 1 to \u22121 for the opposite. Equal scores share a rank.",
    "pearson": "How well the scores lie on a line.",
    "kendall": "Pairs of systems in the same order minus those in the other, over all (\u03c4-b).",
}
CEILING = (
    "\u03c1 with half of the judges, over \u03c1 between the halves: at 1 the metric agrees with half of the "
    "people as the other half does."
)
MOST_DIFFERENCES, MOST_SCATTERS = 15, 12
LEVEL = 0.05


def describe(
    found: StudyResult,
    scores: Mapping[str, Mapping[str, float]] | None = None,
    *,
    people: Mapping[str, float] | None = None,
) -> Section:
    """The section.

    Args:
        found: the comparison.
        scores: of every metric by system, to be shown beside those of people.
        people: their scores by system.
    """
    scores, people = scores or {}, people or {}
    best = [one.metric for one in by_strength(found.metrics) if one.metric in scores]
    blocks: list[Block] = [Prose(finding(found), "lead"), Prose(heading(found), "small")]
    if found.left_out or found.warnings:
        told = [f"{one.metric} is left out: {one.reason}" for one in found.left_out]
        blocks.append(Prose("\n\n".join([*told, *found.warnings]), "notice"))
    blocks += [Shown(correlations(found)), intervals(found)]
    if people:
        side_by_side = [ComparedMetric("people", "People", found.title, people)]
        side_by_side += [ComparedMetric(name, name, "", scores[name]) for name in best]
        blocks.append(Folded("Scores of every metric and of people", [Shown(compared(side_by_side))]))
    if people and best:
        drawings = [
            scatter(name, scores[name], people, f"scatter-{place}")
            for place, name in enumerate(best[:MOST_SCATTERS], start=1)
        ]
        blocks.append(Folded("Each metric against people", drawings))
    if found.differences:
        tests: list[Block] = [Shown(differences(found))]
        if len(found.differences) > len(TESTED) * MOST_DIFFERENCES:
            tests.append(Folded("All pairs", [Shown(differences(found, most=None))]))
        blocks.append(Folded("Do two metrics differ?", tests))
    if found.sentence_level:
        blocks.append(Folded("Agreement on single sentences", [Shown(sentences(found))]))
    if found.beta_sweep:
        swept: list[Block] = [beta_sweep(found), Shown(best_betas(found)), Shown(sweep(found))]
        blocks.append(Folded("The weight of recall", swept))
    blocks.append(Folded("With other systems: wider intervals", [Shown(wider_intervals(found))]))
    return Section(KEY, TITLE, blocks)


def finding(found: StudyResult) -> str:
    """The metric that agrees best, and whether metrics can be told apart."""
    known = [one for one in by_strength(found.metrics) if one.spearman is not None]
    if not known:
        return "No correlation of a metric with people is defined."
    best = known[0]
    ends = best.interval("spearman")
    sure = f", {percent(found.confidence)} interval {span(*ends, 2)}" if ends else ""
    told = f"{best.metric} agrees best with people (\u03c1 = {number(best.spearman, 2)}{sure})"
    tests = [one for one in found.differences if one.coefficient == "spearman"]
    if not tests:
        return f"{told}."
    clear = sum(one.p_holm is not None and one.p_holm < LEVEL for one in tests)
    pairs = counted(len(tests), "pair")
    if not clear:
        return f"{told}; of {pairs} of metrics none differs by more than chance."
    return f"{told}; {count(clear)} of {pairs} of metrics differ by more than chance."


def heading(found: StudyResult) -> str:
    """How the numbers were computed."""
    return (
        f"Correlation of metrics with people ({found.title})"
        f"{', on the judged sentences only' if found.judged_only else ''}. Resampled by {found.unit} "
        f"({count(found.units)}), {count(found.replicates)} times; intervals at {percent(found.confidence)}, "
        f"{for_whom(found)}."
    )


def by_strength(metrics: Sequence[CorrelationResult]) -> list[CorrelationResult]:
    """The strongest Spearman first, and those that are not defined last."""
    return sorted(metrics, key=lambda metric: 2.0 if metric.spearman is None else -metric.spearman)


def correlations(found: StudyResult) -> Table:
    """Every metric with its coefficients and their intervals over judgments."""
    columns = [METRIC, Column("systems", "systems", Kind.COUNT)]
    for name, title in COEFFICIENTS.items():
        columns += [
            Column(name, title, Kind.SCORE, help=HELP[name]),
            interval(name, "interval", below=True),
            interval(f"{name}_systems", "other systems", where="data"),
        ]
    share = Column("ceiling_share", "of the ceiling", Kind.SCORE, 2, help=CEILING)
    parts = ("ceiling_low", "ceiling_high")
    columns += [share, Column("ceiling_interval", "interval", Kind.INTERVAL, 2, parts=parts, below=True)]
    without_ties = Column(
        "spearman_without_ties",
        "\u03c1, as in 2015",
        Kind.SCORE,
        help="By the formula of the 2015 paper, which takes no account of equal scores.",
        named=True,
    )
    lines = []
    ceiling = {one.metric: one for one in found.ceiling}
    for metric in by_strength(found.metrics):
        missing = f"without {', '.join(metric.missing)}" if metric.missing else ""
        reason = f"not defined: {metric.reason}" if metric.reason else ""
        cells: list[object] = [Cell(metric.metric, detail="; ".join(filter(None, (missing, reason))))]
        cells.append(metric.systems)
        for name in COEFFICIENTS:
            cells += [getattr(metric, name), metric.interval(name), metric.over_systems.interval(name)]
        of_people = ceiling.get(metric.metric)
        if of_people is None or of_people.share is None:
            cells += [Cell(None, words=of_people.reason or "" if of_people else ""), None]
        else:
            ends = None if of_people.low is None else (of_people.low, of_people.high)
            cells += [of_people.share, ends]
        lines.append(Row([*cells, metric.spearman_without_ties]))
    notes = []
    if 0 < found.units < FEW_UNITS:
        few = f"Only {count(found.units)} {found.unit} to resample"
        notes = [f"{few}: intervals over judgments are too narrow."]
    notes = [f"{percent(found.confidence)} interval over resampled judgments, {for_whom(found)}.", *notes]
    between = {number(one.between_halves, 2) for one in found.ceiling if one.between_halves is not None}
    if between:
        notes.append(
            f"The ceiling is the agreement of two halves of the judges: \u03c1 = {listed(sorted(between))}. "
            "The interval of the share is over systems drawn with replacement."
        )
    notes += sorted({f"No share of the ceiling: {one.reason}." for one in found.ceiling if one.reason})
    title = "Correlation with people"
    return Table("correlations", title, [*columns, without_ties], lines, notes)


def wider_intervals(found: StudyResult) -> Table:
    """Intervals over other systems, and over other systems and judgments."""
    columns = [METRIC, Column("drawn", "drawn")]
    columns += [interval(f"{name}_systems", title) for name, title in COEFFICIENTS.items()]
    lines = [
        Row([metric.metric, drawn, *map(limits.interval, COEFFICIENTS)])
        for metric in by_strength(found.metrics)
        for drawn, limits in (("systems", metric.over_systems), ("systems and judgments", metric.over_both))
    ]
    notes = [
        "Systems are drawn with replacement. A claim about a metric in general rests on these; with a dozen "
        f"systems they are wide. Without judgments drawn they are {found.for_these_judges} alone, with them "
        f"{for_whom(found)}."
    ]
    return Table("intervals", "With other systems: wider intervals", columns, lines, notes)


def differences(
    found: StudyResult, coefficients: Sequence[str] = TESTED, *, most: int | None = MOST_DIFFERENCES
) -> Table:
    """The clearest differences of two metrics by these coefficients; all of them without `most`."""
    columns = [
        Column("coefficient", "of"),
        Column("metric_a", "better metric", Kind.NAME),
        Column("metric_b", "than", Kind.NAME),
        Column("correlation_a", "its correlation", Kind.SCORE, where="data"),
        Column("correlation_b", "the other's correlation", Kind.SCORE, where="data"),
        Column("difference", "by", Kind.SCORE, where="print", help="How much larger its coefficient is."),
        Column("between", "resemblance", Kind.SCORE, help="The correlation of the metrics with each other."),
        Column("systems", "systems", Kind.COUNT, where="data"),
        Column("t", "Williams' t", Kind.SCORE, 2),
        Column(
            "p_value",
            "p-value",
            Kind.P_VALUE,
            help="How often chance alone would give so large a difference, if both agreed equally well.",
        ),
        Column("p_holm", "Holm's p", Kind.P_VALUE, help="The same, corrected for the number of pairs."),
        Column("share_judgments", "judgments", Kind.SHARE, 0),
        Column("share_systems", "systems", Kind.SHARE, 0),
    ]
    shown: list[MetricDifference] = []
    for name in coefficients:
        tests = [pair for pair in found.differences if pair.coefficient == name]
        clearest = sorted(tests, key=lambda pair: 2.0 if pair.p_value is None else pair.p_value)
        shown += clearest[:most]
    notes = [
        "Judgments, systems: in which share of the resamplings of judgments, and of systems, the first "
        "metric is the better one."
    ]
    if "spearman" in coefficients:
        notes.append("For \u03c1 the test is an approximation.")
    total = sum(pair.coefficient in coefficients for pair in found.differences)
    if len(shown) < total:
        notes.append(f"The {count(len(shown))} clearest of {count(total)} pairs.")
    key = "differences-all" if most is None else "differences"
    return Table(key, "Differences of metrics, by Williams' test", columns, _pairs(shown), notes)


def intervals(found: StudyResult) -> Figure:
    """A dot for each coefficient; thick its interval over judgments, thin that over systems."""
    metrics = by_strength(found.metrics)

    def draw(*panels: "Axes") -> None:
        for axes, name in zip(panels, TESTED, strict=True):
            rows(axes, [one.metric for one in metrics])
            axes.axvline(0, color=MUTED, linewidth=0.8)
            for kind, thick in (("over_systems", 1.2), ("judgments", 4.5)):
                ends = [getattr(one, kind, one).interval(name) or (None, None) for one in metrics]
                spans = [(place, None, *end) for place, end in enumerate(ends)]
                draw_intervals(axes, spans, thick=thick, marker="")
            known = [(getattr(one, name), place) for place, one in enumerate(metrics)]
            dots = [dot for dot in known if dot[0] is not None]
            if dots:
                axes.plot(*zip(*dots, strict=True), "o", color=INK)
            axes.set_xlim(-1.1, 1.1)
            axes.set_xticks([-1, -0.5, 0, 0.5, 1], labels=["\u22121", "\u2212.5", "0", ".5", "1"])
            axes.set_xlabel(COEFFICIENTS[name])
            axes.grid(axis="x")

    judges = "these judges alone" if found.speaks_for == "these-judges" else "judges like these"
    caption = (
        f"Thick: {percent(found.confidence)} interval over resampled judgments, for these systems and "
        f"{judges}. Thin: over systems drawn with replacement."
    )
    if not any(one.interval(name) for one in metrics for name in TESTED):
        caption = "Dots only: too little was judged for intervals."
    words = "For each metric Spearman's and Pearson's coefficient with two intervals, as in the table."
    return Figure("intervals", words, draw, caption, height=row_height(len(metrics)), wide=True, panels=2)


def scatter(name: str, metric: Mapping[str, float], people: Mapping[str, float], key: str) -> Figure:
    """The score by people of every system over its score by a metric, of systems that have both."""
    systems = sorted(set(people) & set(metric))
    points = [(metric[system], people[system]) for system in systems]
    in_words = "; ".join(f"{one} {number(metric[one])}, {number(people[one])}" for one in systems)
    words = f"Scatter of systems by {name} and by the score of people: {in_words}."

    def draw(axes: "Axes") -> None:
        axes.plot(*zip(*points, strict=True) if points else ([], []), "o")
        axes.margins(0.1)
        axes.grid()
        axes.set_xlabel(name)
        axes.set_ylabel("Score by people")
        label_points(axes, points, systems)

    return Figure(key, words, draw, f"{name}: each dot is a system.", height=4.0)


def _pairs(tests: Sequence[MetricDifference]) -> list[Row]:
    return [
        Row(
            [
                Cell(pair.coefficient, COEFFICIENTS[pair.coefficient]),
                *(pair.metric_a, pair.metric_b, pair.correlation_a, pair.correlation_b),
                pair.correlation_a - pair.correlation_b,
                *(pair.between, pair.systems, pair.t, pair.p_value, pair.p_holm),
                *(pair.share_judgments, pair.share_systems),
            ],
            rule_above=place > 0 and tests[place - 1].coefficient != pair.coefficient,
        )
        for place, pair in enumerate(tests)
    ]
