"""Shares of rejected edits by system as a chart."""

from appraise_gec.present.charts import Axis, Chart, Panel, Points, Rule, Spans, names_axis
from appraise_gec.present.numbers import percent
from rankings.analysis.edit_marks import RejectedEdits, RejectedShare

KEY = "rejected-edits"
ROW = 0.34  # inches


def rejected_edits(made: RejectedEdits | None) -> Chart:
    """A dot and an interval per system that made edits, most rejected on top; dashed, all edits."""
    systems = [one for one in made.systems if one.share is not None] if made else []
    if made is None or not systems:
        return Chart(KEY, "No edits", [])
    rows = list(enumerate(systems))
    spans = [
        (float(row), one.low, one.high) for row, one in rows if one.low is not None and one.high is not None
    ]
    marks = [Points([(one.share or 0.0, row) for row, one in rows], marker="circle", size=6)]
    return Chart(
        KEY,
        (
            f"Share of rejected edits of each system, with {percent(made.confidence)} intervals: "
            f"{'; '.join(map(_in_words, systems))}."
        ),
        [
            Panel(
                Axis("Share of edits rejected", low=0, high=1, grid=True),
                names_axis([one.name for one in systems], low=len(systems) - 0.4, high=-0.6),
                [Spans(spans), *marks, Rule("x", made.total.share or 0.0)],
            )
        ],
        height=1.3 + ROW * len(systems),
    )


def _in_words(one: RejectedShare) -> str:
    share = percent(one.share or 0.0)
    if one.low is None:
        return f"{one.name} {share}"
    return f"{one.name} {share} ({percent(one.low)} to {percent(one.high or 0.0)})"
