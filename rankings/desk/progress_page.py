"""Words, chart and table of a campaign's rankings over time."""

from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from appraise_gec.languages.days import short_day
from appraise_gec.presentation.numbers import PAGE, percent
from appraise_gec.presentation.tables import Column, Kind, Row, Table
from rankings.analysis.projected_finish import LEAST_DAYS
from rankings.charts.pace import rankings_over_time
from rankings.models import Campaign
from rankings.plan.pace import CampaignPace, PaceStep


def pace_context(campaign: Campaign, pace: CampaignPace, now: datetime) -> dict[str, Any]:
    """What a page shows of the rankings over time."""
    context: dict[str, Any] = {"pace": pace, "finish_words": finish_words(campaign, pace, now)}
    if pace.steps:
        context |= {"pace_chart": _chart(pace), "pace_table": pace_table(pace)}
    return context


def finish_words(campaign: Campaign, pace: CampaignPace, now: datetime) -> str:
    """When the plan will be done, in a sentence or two; "" where there is nothing to say."""
    if not pace.target:
        return ""
    if not pace.remaining:
        return _("All planned rankings are done.")
    if campaign.state != Campaign.State.OPEN or campaign.archived_at is not None:
        return ""
    finish = pace.finish
    if finish is None:
        return ngettext(
            "%(left)s planned ranking is still to come. When it will be done can be said after %(days)d full "
            "days with rankings.",
            "%(left)s planned rankings are still to come. When they will be done can be said after %(days)d "
            "full days with rankings.",
            pace.remaining,
        ) % {"left": intcomma(pace.remaining), "days": LEAST_DAYS}

    def day(ahead: int) -> str:
        return short_day(now.astimezone(timezone.get_current_timezone()) + timedelta(days=ahead))

    values = {
        "left": intcomma(pace.remaining),
        "days": finish.days,
        "middle": day(finish.middle),
        "low": day(finish.low),
        "high": day(finish.high) if finish.high is not None else "",
        "level": percent(finish.level, 0),
    }
    if finish.low == finish.high:
        text = ngettext(
            "%(left)s planned ranking is still to come: at the pace of the last %(days)d days, by "
            "%(middle)s, with a probability of %(level)s on that day.",
            "%(left)s planned rankings are still to come: at the pace of the last %(days)d days, by "
            "%(middle)s, with a probability of %(level)s on that day.",
            pace.remaining,
        )
    elif finish.high is None and finish.low == finish.middle:
        text = ngettext(
            "%(left)s planned ranking is still to come: at the pace of the last %(days)d days, it will be "
            "done on %(low)s at the earliest. The pace is too uneven to say when at the latest.",
            "%(left)s planned rankings are still to come: at the pace of the last %(days)d days, they will "
            "be done on %(low)s at the earliest. The pace is too uneven to say when at the latest.",
            pace.remaining,
        )
    elif finish.high is None:
        text = ngettext(
            "%(left)s planned ranking is still to come: at the pace of the last %(days)d days, by about "
            "%(middle)s, and not before %(low)s. The pace is too uneven to say when at the latest.",
            "%(left)s planned rankings are still to come: at the pace of the last %(days)d days, by about "
            "%(middle)s, and not before %(low)s. The pace is too uneven to say when at the latest.",
            pace.remaining,
        )
    else:
        text = ngettext(
            "%(left)s planned ranking is still to come: at the pace of the last %(days)d days, by about "
            "%(middle)s, with a probability of %(level)s between %(low)s and %(high)s.",
            "%(left)s planned rankings are still to come: at the pace of the last %(days)d days, by about "
            "%(middle)s, with a probability of %(level)s between %(low)s and %(high)s.",
            pace.remaining,
        )
    return text % values


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
