"""The figures of MAEGE as charts."""

from appraise_gec.presentation.charts import Axis, Bars, Chart, Panel, Points
from appraise_gec.presentation.numbers import number
from metrics.tables.maege_figures import COMBINED, ORIGINALS, PEOPLE
from metrics.validation.maege.combinations import CombinedReferences
from metrics.validation.maege.figures import MaegeFigures

MOST_LABELLED = 12


def maege_charts(figures: MaegeFigures) -> list[Chart]:
    """All that have something to show, in the order of the paper."""
    beside = [people(figures)] if any(None not in (one.people, one.maege) for one in figures.people) else []
    return [combined(figures.combined), *beside, originals(figures)]


def combined(result: CombinedReferences) -> Chart:
    """A bar for each power of ten."""
    bars = list(enumerate(result.by_magnitude()))
    few = len(bars) <= MOST_LABELLED
    in_words = ", ".join(f"10^{power} or more: {sentences:,}" for power, sentences in bars)
    return Chart(
        COMBINED,
        f"Bars: number of sentences by number of combined references. {in_words}.",
        [
            Panel(
                Axis(
                    "Digits of the number of combined references, less one",
                    ticks=[(power, str(power)) for power, _ in bars] if few else None,
                    whole=True,
                    ticked=False,
                ),
                Axis("Sentences", low=0, margin=0.12, most=5, whole=True, grid=True),
                [Bars(bars, few)],
            )
        ],
        height=3.0,
    )


def people(figures: MaegeFigures) -> Chart:
    """A point for each metric."""
    known = [
        (one.people, one.maege, one.metric)
        for one in figures.people
        if one.people is not None and one.maege is not None
    ]
    in_words = "; ".join(f"{metric} {number(x)}, {number(y)}" for x, y, metric in known)
    points = Points(
        [(x, y) for x, y, _ in known], marker="circle", size=5.3, names=[metric for *_, metric in known]
    )
    axes = [Axis(f"\u03c1 {whose}", margin=0.1, grid=True) for whose in ("with people", "by MAEGE")]
    return Chart(
        PEOPLE,
        f"Scatter of metrics by their correlation with people and by MAEGE: {in_words}.",
        [Panel(axes[0], axes[1], [points])],
        height=4.2,
    )


def originals(figures: MaegeFigures) -> Chart:
    """A panel for each metric: their scores have different scales."""
    panels = []
    last = len(figures.originals) - 1
    for place, (metric, scores) in enumerate(figures.originals.items()):
        points = [(float(group.errors), group.mean) for group in scores.groups]
        x = Axis("Errors of the sentence" if place == last else "", whole=True, grid=True)
        panels.append(Panel(x, Axis(metric, most=4, grid=True), [Points(points, marker="circle")]))
    return Chart(
        ORIGINALS,
        "Mean score of uncorrected sentences by their number of errors, a panel for each metric. The numbers "
        "are in the table.",
        panels,
        height=0.6 + 1.5 * max(1, len(panels)),
        stacked=True,
    )
