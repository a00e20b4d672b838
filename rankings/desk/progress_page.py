"""Chart and table of a campaign's rankings over time."""

from datetime import date
from typing import Any

from appraise_gec.present.numbers import PAGE
from appraise_gec.present.table import Column, Kind, Row, Table
from rankings.charts.pace import rankings_over_time
from rankings.plan.pace import CampaignPace, PaceStep


def pace_context(pace: CampaignPace) -> dict[str, Any]:
    """What a page shows of the rankings over time."""
    if not pace.steps:
        return {"pace": pace}
    return {"pace": pace, "pace_chart": _chart(pace), "pace_table": pace_table(pace)}


def pace_table(pace: CampaignPace) -> Table:
    """A row for each day, or several, the first on top."""
    return Table(
        "rankings-over-time",
        "Rankings over time",
        [
            Column("days", "day" if pace.days == 1 else "days", Kind.TEXT),
            Column("rankings", "rankings", Kind.COUNT),
            Column("so_far", "so far", Kind.COUNT),
            *([Column("share", "of the plan", Kind.SHARE)] if pace.target else []),
            Column("judges", "judges", Kind.COUNT, help="Judges who made at least one of them."),
        ],
        [
            Row(
                [
                    _span(step.first, step.last),
                    step.rankings,
                    step.so_far,
                    *([step.so_far / pace.target] if pace.target else []),
                    step.judges,
                ]
            )
            for step in pace.steps
        ],
    )


def _chart(pace: CampaignPace) -> Any:
    last: PaceStep = pace.steps[-1]
    title = {1: "Rankings a day", 7: "Rankings a week"}.get(pace.days, "Rankings in four weeks")
    target = f" of {pace.target:,} planned" if pace.target else ""
    words = f"{last.so_far:,}{target} rankings from {pace.steps[0].first} to {last.last}."
    return rankings_over_time(
        [str(step.first) for step in pace.steps],
        [step.rankings for step in pace.steps],
        pace.target,
        ("All so far", title),
        words,
    )


def _span(first: date, last: date) -> str:
    return str(first) if first == last else f"{first} {PAGE.dash} {last}"
