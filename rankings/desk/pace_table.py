"""Table of a campaign's rankings over time."""

from datetime import date

from appraise_gec.present.numbers import PAGE
from appraise_gec.present.table import Column, Kind, Row, Table
from rankings.plan.progress import CampaignPace


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


def _span(first: date, last: date) -> str:
    return str(first) if first == last else f"{first} {PAGE.dash} {last}"
