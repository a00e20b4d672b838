"""The best weight of recall, and correlation by that weight."""

from typing import TYPE_CHECKING

from appraise_gec.present.figure import LINES, Figure, nothing
from appraise_gec.present.numbers import listed, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from metrics.sections.coefficients import COEFFICIENTS, METRIC, TESTED, for_whom
from metrics.validation.study import StudyResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BETA = Column("beta", "beta", Kind.SCORE, 2)


def best_betas(found: StudyResult) -> Table:
    """For every sweep the best weight of recall, for each coefficient."""
    columns = [
        Column("metric", "scores", Kind.NAME),
        Column("coefficient", "best for"),
        BETA,
        Column("interval", "interval", Kind.INTERVAL, 2),
        *(Column(name, f"{COEFFICIENTS[name]} there", Kind.SCORE) for name in TESTED),
    ]
    lines = []
    at_ends: list[str] = []
    for swept in found.beta_sweep or ():
        ends = (swept.rows[0].beta, swept.rows[-1].beta) if swept.rows else ()
        for name in TESTED:
            best = getattr(swept, f"best_{name}")
            if best is None:
                continue
            low, high = getattr(swept, f"best_{name}_low"), getattr(swept, f"best_{name}_high")
            # Beyond the last beta nobody has looked: an interval that ends there says nothing.
            at_end = best.beta in ends
            interval = None if low is None or at_end else (low, high)
            at_ends += [f"{swept.metric} ({COEFFICIENTS[name]})"] * at_end
            cell = Cell(name, COEFFICIENTS[name])
            lines.append(Row([swept.metric, cell, best.beta, interval, best.spearman, best.pearson]))
    notes = ["Where the interval is wide, the best beta is an accident of these judgments."]
    if at_ends:
        notes.append(
            "The best beta lies at the end of those tried, so that a better one may lie beyond, and there is "
            f"no interval: {listed(at_ends)}."
        )
    notes.append(f"{percent(found.confidence)} interval over resampled judgments, {for_whom(found)}.")
    return Table("best-betas", "The best weight of recall", columns, lines, notes)


def sweep(found: StudyResult) -> Table:
    """Both coefficients at every beta."""
    columns = [METRIC, BETA, *(Column(name, COEFFICIENTS[name], Kind.SCORE) for name in TESTED)]
    rows = [
        Row([swept.metric, one.beta, one.spearman, one.pearson], rule_above=place == 0)
        for swept in found.beta_sweep or ()
        for place, one in enumerate(swept.rows)
    ]
    return Table("beta-sweep", "Correlation by weight of recall", columns, rows)


def beta_sweep(found: StudyResult) -> Figure:
    """Both coefficients over beta, a line for each sweep, a dot where it is best."""
    sweeps = found.beta_sweep or ()
    if not sweeps:
        return nothing("beta-sweep", "No metric has a beta")

    def draw(*panels: "Axes") -> None:
        for axes, name in zip(panels, TESTED, strict=True):
            for place, swept in enumerate(sweeps):
                colour, dash = LINES[place % len(LINES)]
                points = [(row.beta, getattr(row, name)) for row in swept.rows]
                known = [point for point in points if point[1] is not None]
                if known:
                    axes.plot(*zip(*known, strict=True), color=colour, linestyle=dash, label=swept.metric)
                best = getattr(swept, f"best_{name}")
                if best is not None:
                    axes.plot([best.beta], [getattr(best, name)], "o", color=colour)
            axes.set_ylabel(COEFFICIENTS[name])
            axes.grid()
        panels[0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
        panels[-1].set_xlabel("\u03b2: the weight of recall against precision")

    words = "Correlation with people for every beta, a line for each set of annotators, as in the tables."
    return Figure("beta-sweep", words, draw, "Dots mark the best \u03b2.", height=4.6, panels=2, stacked=True)
