"""How well the newest scores of every metric agree with the latest report's ranking by people."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from django.core.cache import cache

import appraise_gec
from appraise_gec.presentation.figures import GRID, INK, MAIN, WIDTH, render
from metrics.models import MetricRun, SystemScore
from metrics.site.runs.tables import run_note, short_title, shown
from rankings.formats.safe_cells import write_csv
from rankings.models import Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FIGURE_HEIGHT = 4.2
CACHE_SECONDS = 7 * 24 * 3600
CONFIDENCE = 0.95
SYSTEM_DRAWS = 1000
SEED = 1
FEWEST_SYSTEMS = 3
COEFFICIENTS = ("spearman", "pearson", "kendall")
# Of names in a figure, in points.
POINTS_AN_INCH, LETTER_WIDTH, LETTER_HEIGHT, DOT = 72, 5.6, 8, 3

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class CorrelationRow:
    """One row of the table: a metric, its coefficients with human scores, and intervals over systems."""

    run: MetricRun
    title: str
    note: str
    systems: int
    coefficients: tuple[tuple[str, str], ...]
    without_ties: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Correlation:
    """Metrics against one report's ranking, strongest Spearman first, and the numbers for downloads."""

    rows: tuple[CorrelationRow, ...]
    numbers: tuple[dict[str, Any], ...]


def human_ranking(report: Report) -> dict[str, float]:
    """Scores by people, by system; empty where the report could not rank all systems against each other.

    Scores of groups that no comparison links have nothing in common; a system never compared has none.
    """
    if report.result is None:
        return {}
    scored = [one for one in report.result["ranking"].get("systems", []) if one["score"] is not None]
    if len({one.get("group", 1) for one in scored}) > 1:
        return {}
    return {one["system"]: one["score"] for one in scored}


def correlate_runs(report: Report, runs: Sequence[MetricRun]) -> Correlation:
    """Correlate every run with the report's leading ranking over the systems that both score.

    Intervals come from systems drawn with replacement, 1,000 times, seed 1: what other systems of the same
    kind might have shown. They say nothing about other judgments; the command line resamples those too.
    """
    people = human_ranking(report)
    scores = scores_by_run(runs)
    found = []
    for run in runs:
        numbers = _cached(report, run, people, scores.get(run.pk, {}))
        found.append((run, numbers))
    found.sort(key=lambda one: -2.0 if one[1]["spearman"] is None else one[1]["spearman"], reverse=True)
    return Correlation(
        tuple(_row(run, numbers) for run, numbers in found),
        tuple({"metric": short_title(run), "of": run_note(run), **numbers} for run, numbers in found),
    )


def scores_by_run(runs: Sequence[MetricRun]) -> dict[int, dict[str, float]]:
    """By run, by system the score; in one query."""
    found: dict[int, dict[str, float]] = {}
    rows = SystemScore.objects.filter(run__in=runs).values_list("run_id", "system__name", "score")
    for run, system, score in rows:
        found.setdefault(run, {})[system] = score
    return found


def correlation_csv(correlation: Correlation) -> bytes:
    """One line a metric, in full precision."""
    columns = ["metric", "of", "systems"]
    for name in COEFFICIENTS:
        columns += [name, f"{name}_low", f"{name}_high"]
    columns += ["spearman_without_ties"]
    rows = [
        ["" if (value := one.get(name)) is None else str(value) for name in columns]
        for one in correlation.numbers
    ]
    return write_csv([columns, *rows])


def draw_scatter(report: Report, run: MetricRun, extension: str) -> bytes:
    """The metric's score of every system against its score by people."""
    people, scores = human_ranking(report), scores_by_run([run]).get(run.pk, {})
    systems = sorted(set(people) & set(scores))

    def make() -> "Figure":
        from matplotlib.figure import Figure  # noqa: PLC0415 - loads the drawing library

        figure = Figure(figsize=(WIDTH, FIGURE_HEIGHT), layout="constrained")
        axes = figure.add_subplot()
        axes.grid(color=GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        x, y = [scores[one] for one in systems], [people[one] for one in systems]
        axes.scatter(x, y, color=MAIN, s=28)
        axes.margins(0.1)
        _name_dots(axes, systems, x, y)
        axes.set_xlabel(f"{short_title(run)} ({run_note(run)})" if run_note(run) else short_title(run))
        # A report that could not rank has no title; then there is no dot either.
        title = report.result["ranking"].get("title") if report.result else None
        axes.set_ylabel(f"People: {title}" if title else "No ranking by people")
        return figure

    return render(make, extension)


def _name_dots(axes: "Axes", names: Sequence[str], x: Sequence[float], y: Sequence[float]) -> None:
    """A name beside each dot, at the first of several places where it covers no other name and no dot."""
    if not names:
        return
    dots = axes.transData.transform(list(zip(x, y, strict=True))) * POINTS_AN_INCH / axes.figure.dpi
    taken = [(across - DOT, up - DOT, across + DOT, up + DOT) for across, up in dots.tolist()]
    for name, across, up, place in zip(names, x, y, dots.tolist(), strict=True):
        width = LETTER_WIDTH * len(name)
        choices = ((5, 4, "left"), (5, -10, "left"), (-5, 4, "right"), (-5, -10, "right"), (5, 13, "left"))
        boxes = []
        for right, above, side in choices:
            left = place[0] + right - (width if side == "right" else 0)
            bottom = place[1] + above
            boxes.append((left, bottom, left + width, bottom + LETTER_HEIGHT))
        free = next((n for n, box in enumerate(boxes) if not any(_overlap(box, one) for one in taken)), 0)
        taken.append(boxes[free])
        right, above, side = choices[free]
        axes.annotate(
            name,
            (across, up),
            xytext=(right, above),
            textcoords="offset points",
            ha=side,
            color=INK,
            fontsize=8,
        )


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _cached(
    report: Report, run: MetricRun, people: dict[str, float], scores: dict[str, float]
) -> dict[str, Any]:
    name = f"metric-correlation:{appraise_gec.__version__}:{report.key}:{run.key}"
    known: dict[str, Any] | None = cache.get(name)
    if known is None:
        known = _numbers(people, scores)
        cache.set(name, known, CACHE_SECONDS)
    return known


def _numbers(people: dict[str, float], scores: dict[str, float]) -> dict[str, Any]:
    # Only now, because it loads compiled code, which most pages do without.
    from metrics.validation.human_scores import HumanScores  # noqa: PLC0415
    from metrics.validation.metric_correlation import correlate  # noqa: PLC0415
    from metrics.validation.score_table import MetricScores  # noqa: PLC0415

    systems = len(set(people) & set(scores))
    empty: dict[str, Any] = {"systems": systems, **dict.fromkeys([*COEFFICIENTS, "spearman_without_ties"])}
    if systems < FEWEST_SYSTEMS:
        return {**empty, "reason": f"Both score {systems} systems; at least {FEWEST_SYSTEMS} are needed."}
    (found,) = correlate(
        [HumanScores.given(people)],
        [MetricScores("metric", scores)],
        confidence=CONFIDENCE,
        system_draws=SYSTEM_DRAWS,
        seed=SEED,
    )
    numbers = {**empty, "spearman_without_ties": found.spearman_without_ties}
    intervals = asdict(found.systems_drawn) if found.systems_drawn else {}
    for name in COEFFICIENTS:
        numbers[name] = getattr(found, name)
        numbers[f"{name}_low"] = intervals.get(name, {}).get("low")
        numbers[f"{name}_high"] = intervals.get(name, {}).get("high")
    if found.spearman is None:
        numbers["reason"] = "Not defined: one side gives every system the same score."
    return numbers


def _row(run: MetricRun, numbers: dict[str, Any]) -> CorrelationRow:
    coefficients = tuple(
        (_three(numbers[name]), _span(numbers.get(f"{name}_low"), numbers.get(f"{name}_high")))
        for name in COEFFICIENTS
    )
    return CorrelationRow(
        run,
        short_title(run),
        run_note(run),
        numbers["systems"],
        coefficients,
        _three(numbers["spearman_without_ties"]),
        numbers.get("reason", ""),
    )


def _three(value: float | None) -> str:
    if value is None:
        return shown(None)
    text = f"{value:.3f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "\u2212")


def _span(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{_three(low)} to {_three(high)}"
