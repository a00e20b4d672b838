"""Chart and table of a campaign's rankings over time."""

from datetime import date
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _

from appraise_gec.languages.days import short_day
from appraise_gec.presentation.numbers import PAGE
from appraise_gec.presentation.tables import Column, Kind, Row, Table
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
        _("Rankings over time"),
        [
            Column("days", _("day") if pace.days == 1 else _("days"), Kind.TEXT),
            Column("rankings", _("rankings"), Kind.COUNT),
            Column("so_far", _("so far"), Kind.COUNT),
            *([Column("share", _("of the plan"), Kind.SHARE)] if pace.target else []),
            Column("judges", _("judges"), Kind.COUNT, help=_("Judges who made at least one of them.")),
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
    title = {1: _("Rankings a day"), 7: _("Rankings a week")}.get(pace.days, _("Rankings in four weeks"))
    values = {
        "done": intcomma(last.so_far),
        "target": intcomma(pace.target),
        "first": short_day(pace.steps[0].first),
        "last": short_day(last.last),
    }
    if pace.target:
        words = _("%(done)s of %(target)s planned rankings from %(first)s to %(last)s.") % values
    else:
        words = _("%(done)s rankings from %(first)s to %(last)s.") % values
    return rankings_over_time(
        [short_day(step.first) for step in pace.steps],
        [step.rankings for step in pace.steps],
        pace.target,
        (_("All so far"), title),
        words,
    )


def _span(first: date, last: date) -> str:
    return short_day(first) if first == last else f"{short_day(first)} {PAGE.dash} {short_day(last)}"
