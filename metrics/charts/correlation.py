"""Metrics and people as charts."""

from collections.abc import Mapping, Sequence

from appraise_gec.present.charts import (
    LINES,
    WIDTH,
    Axis,
    Chart,
    Mark,
    Panel,
    Points,
    Rule,
    Spans,
    names_axis,
)
from appraise_gec.present.numbers import number
from appraise_gec.words import plural
from metrics.tables.correlation import COEFFICIENTS, by_strength
from metrics.validation.results import StudyResult
from rankings.analysis.ranked_systems import RankedSystem

SHOWN = ("spearman", "pearson")
MOST_RANKS = 15
TICKS = tuple(
    (place, text) for place, text in ((-1, "\u22121"), (-0.5, "\u2212.5"), (0, "0"), (0.5, ".5"), (1, "1"))
)


def intervals(result: StudyResult) -> Chart:
    """A dot for each coefficient; thick its interval over judgments, thin that over systems."""
    metrics = by_strength(result.metrics)
    panels = []
    for name in SHOWN:
        thin, thick, dots = [], [], []
        for place, metric in enumerate(metrics):
            thin += [(place, *ends) for ends in [metric.over_systems.interval(name)] if ends]
            thick += [(place, *ends) for ends in [metric.interval(name)] if ends]
            dots += [(value, place) for value in [getattr(metric, name)] if value is not None]
        marks: list[Mark] = [
            Rule("x", 0, "solid"),
            Spans(thin, thick=1.2),
            Spans(thick, thick=4.5),
            Points(dots, tone="ink", marker="circle"),
        ]
        x = Axis(COEFFICIENTS[name], low=-1.1, high=1.1, ticks=TICKS, grid=True)
        panels.append(Panel(x, names_axis([metric.metric for metric in metrics]), marks))
    return Chart(
        "intervals",
        (
            "For each metric Spearman's and Pearson's coefficient with two intervals. The "
            "numbers are in the table below."
        ),
        panels,
        height=1.3 + 0.36 * max(1, len(metrics)),
        width=WIDTH * 1.25,
    )


def beta_sweep(result: StudyResult) -> Chart:
    """Both coefficients over beta, a line for each sweep, a dot where it is best."""
    panels = []
    for name in SHOWN:
        marks: list[Mark] = []
        for place, sweep in enumerate(result.beta_sweep or ()):
            tone, dash = LINES[place % len(LINES)]
            points = [(row.beta, getattr(row, name)) for row in sweep.rows]
            known = [point for point in points if point[1] is not None]
            marks.append(Points(known, sweep.metric, tone, line=dash))
            best = getattr(sweep, f"best_{name}")
            if best is not None:
                marks.append(Points([(best.beta, getattr(best, name))], tone=tone, marker="circle"))
        last = name == SHOWN[-1]
        x = Axis("\u03b2: the weight of recall against precision" if last else "", grid=True)
        panels.append(Panel(x, Axis(COEFFICIENTS[name], grid=True), marks))
    return Chart(
        "beta-sweep",
        (
            "Correlation with human scores for every beta, a line for each set of annotators. "
            "The numbers are in the tables below."
        ),
        panels,
        height=5.0,
        stacked=True,
        legend="below",
    )


def scatter(metric: Mapping[str, float], people: Mapping[str, float], titles: tuple[str, str]) -> Chart:
    """The score by people of every system over its score by a metric.

    Args:
        metric, people: scores by system; those count that have both.
        titles: of the metric and of people's scores.
    """
    systems = sorted(set(people) & set(metric))
    points = [(metric[system], people[system]) for system in systems]
    scores = [f"{name} {number(metric[name])}, {number(people[name])}" for name in systems]
    axes = [Axis(title, margin=0.1, grid=True) for title in titles]
    return Chart(
        "scatter",
        plural(
            len(systems),
            "Scatter of {n} system by {metric} and by the score of people: {scores}.",
            "Scatter of {n} systems by {metric} and by the score of people: {scores}.",
            metric=titles[0],
            scores="; ".join(scores),
        ),
        [Panel(axes[0], axes[1], [Points(points, marker="circle", size=5.3, names=systems)])],
        height=4.2,
    )


def scores_by_rank(
    metric: Mapping[str, float], ranked: Sequence[RankedSystem], titles: tuple[str, str]
) -> Chart:
    """The score of every system by a metric over its rank by people; bars are ranges of ranks.

    The best rank stands at the right: where a metric agrees with people, the points rise.

    Args:
        metric: scores by system; those count that people ranked.
        ranked: by people, in one group.
        titles: of the metric and of ranks by people.
    """
    known = [(one, one.rank) for one in ranked if one.rank is not None and one.system in metric]
    points = [(float(rank), metric[one.system]) for one, rank in known]
    ranges = [
        (metric[one.system], float(one.rank_low), float(one.rank_high))
        for one, _ in known
        if one.rank_low is not None and one.rank_high is not None
    ]
    last = max((max(rank, one.rank_high or rank) for one, rank in known), default=1)
    in_words = "; ".join([f"{one.system} {rank}, {number(metric[one.system])}" for one, rank in known])
    marks: list[Mark] = [
        Spans(ranges, "muted", thick=1.2),
        Points(points, marker="circle", size=5.3, names=[one.system for one, _ in known]),
    ]
    return Chart(
        "ranks",
        (
            f"Scatter of {plural(len(known), '{n} system', '{n} systems')} by rank of people and "
            f"by {titles[0]}, with ranges of ranks: {in_words}."
        ),
        [
            Panel(
                Axis(titles[1], low=last + 0.5, high=0.5, ticks=_ranks(last), grid=True),
                Axis(titles[0], margin=0.1, grid=True),
                marks,
            )
        ],
        height=4.2,
    )


def _ranks(last: int) -> list[tuple[float, str]]:
    """Ticks at the best rank and some after it."""
    step = 1 + last // MOST_RANKS
    return [(rank, str(rank)) for rank in range(1, last + 1, step)]
