"""Parts of metrics and people: coefficients, the best weight of recall, agreement on single sentences."""

from typing import TYPE_CHECKING

from appraise_gec.present.figure import LINES, Figure, nothing
from appraise_gec.present.numbers import listed, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table, Where
from metrics.validation.judged_sentences import SentenceAgreement
from metrics.validation.study import StudyResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes


COEFFICIENTS = {"spearman": "Spearman \u03c1", "pearson": "Pearson r", "kendall": "Kendall \u03c4"}
TESTED = ("spearman", "pearson")
METRIC = Column("metric", "metric", Kind.NAME)


def for_whom(found: StudyResult) -> str:
    """For whom intervals over judgments speak."""
    return found.for_whom if found.speaks_for == "judges-like-these" else f"{found.for_whom} alone"


def interval(name: str, heading: str, *, below: bool = False, where: Where = "everywhere") -> Column:
    parts = (f"{name}_low", f"{name}_high")
    return Column(f"{name}_interval", heading, Kind.INTERVAL, parts=parts, below=below, where=where)


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


def sentences(found: StudyResult) -> Table:
    """Agreement on single sentences; people see a part of the numbers."""
    columns = [
        METRIC,
        Column("comparisons", "pairs", Kind.COUNT),
        *_data("concordant", "discordant", "metric_ties", "human_ties", "unscored", kind=Kind.COUNT),
        Column(
            "accuracy",
            "accuracy",
            Kind.SCORE,
            help="Share of the pairs in the order of people; equal scores of the metric count half, ties of "
            "people are left out.",
        ),
        interval("accuracy", "interval"),
        Column("tau", "tau", Kind.SCORE, help="Pairs in the same order minus those in the other, over all."),
        *_data("tau_low", "tau_high"),
        Column(
            "ties",
            "metric ties",
            Kind.SHARE,
            0,
            where="print",
            help="Share of these pairs to which the metric gives the same score.",
        ),
        Column(
            "accuracy_with_ties",
            "with ties",
            Kind.SCORE,
            help="Share of all pairs, ties of people included, for which the metric says the same.",
        ),
        *_data("sentences", kind=Kind.COUNT),
    ]

    def values(one: SentenceAgreement) -> list[object]:
        known: dict[str, object] = {
            "accuracy_interval": None if one.accuracy_low is None else (one.accuracy_low, one.accuracy_high),
            "ties": one.metric_ties / one.comparisons if one.comparisons else None,
        }
        return [known[column.key] if column.key in known else getattr(one, column.key) for column in columns]

    strongest = sorted(found.sentence_level, key=lambda one: -(one.accuracy or -1))
    notes = [
        "Pairs of distinct outputs that people decided. Accuracy: share of those that the metric orders "
        "alike, its ties as half; tau: the same from \u22121 to 1; with ties: share of all pairs on which "
        "metric and people say the same."
    ]
    source = f"{percent(found.confidence)} interval over sentences, {found.for_these_judges} alone"
    lines = [Row(values(one)) for one in strongest]
    return Table("sentences", "Agreement on single sentences", columns, lines, notes, source)


def _data(*names: str, kind: Kind = Kind.SCORE) -> list[Column]:
    return [Column(name, name.replace("_", " "), kind, where="data") for name in names]
