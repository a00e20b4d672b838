"""Which report stands for a campaign: names, deletion, and the choice of the front page."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked import one_at_a_time
from appraise_gec.jobs.models import WORKING_STATES
from appraise_gec.report.options import FILTERS as RANKING_FILTERS
from appraise_gec.report.options import ReportOptions
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused, RefusedToRole
from rankings.judgments.stored import rankings_mark
from rankings.models import Campaign, PublicReport, Report

ENOUGH_REPLICATES = 1000
NAME_LENGTH = 80
FILTERS = ("excluded_judges", "without_top_ups", "with_discarded", *RANKING_FILTERS)
USUAL = {name: getattr(ReportOptions(), name) for name in ("method", "unit", "speaks_for", "confidence")}


def front_report(campaign: Campaign) -> Report | None:
    """The report that the campaign's results begin with: the fullest.

    Somebody's quick try, on some of the judges, with few replicates or with other settings, does not take the
    place of the whole.
    """
    finished = campaign.reports.filter(result__isnull=False)
    rows = list(finished.values("pk", "options", "rankings_mark"))
    if not rows:
        return None
    chosen = rows[0]
    if len(rows) > 1:
        mark = rankings_mark(campaign)
        # The newest comes first, and `max` keeps the first of equals.
        chosen = max(rows, key=lambda row: _fullness(row["options"], is_current=row["rankings_mark"] == mark))
    return finished.select_related("job").get(pk=chosen["pk"])


def _fullness(options: Mapping[str, Any], *, is_current: bool) -> tuple[bool, bool, bool, int, int]:
    """What is greater stands for the campaign rather than what is less."""
    return (
        not any(options.get(name) for name in FILTERS),
        options.get("replicates", 0) >= ENOUGH_REPLICATES,
        is_current,
        sum(options.get(name, usual) == usual for name, usual in USUAL.items()),
        len(options.get("parts", ())),
    )


def may_change(access: CampaignAccess, user: User, report: Report) -> bool:
    """Whether the person may name and delete this report: managers any, others their own."""
    return access.may_manage or report.created_by_id == user.pk


def name_report(access: CampaignAccess, user: User, report: Report, name: str) -> None:
    """Give the report a name, or take it away with an empty one.

    Raises:
        Refused: not this person's to change, too long, or with a character that cannot be stored.
    """
    if not may_change(access, user, report):
        raise RefusedToRole("Only who asked for this report, or a manager, may name it.")
    name = " ".join(name.split())
    # A database cannot hold NUL in a text.
    if "\x00" in name:
        raise Refused("The name has a character that cannot be stored (NUL). Type it anew.")
    if len(name) > NAME_LENGTH:
        message = "The name has %(number)d characters. At most %(most)d fit."
        raise Refused(message % {"number": len(name), "most": NAME_LENGTH})
    if name == report.name:
        return
    with transaction.atomic():
        Report.objects.filter(pk=report.pk).update(name=name)
        record_event(user, "report.name", access.campaign.pk, report=str(report.key))
    report.name = name


def has_link(report: Report) -> bool:
    """Whether a public link to the report works, or will when its page is written."""
    return PublicReport.objects.filter(report=report, revoked_at=None).exists()


def deletion_obstacles(access: CampaignAccess, user: User, report: Report) -> list[str]:
    """Why the person cannot delete the report now; empty when nothing stands in the way."""
    if not may_change(access, user, report):
        return ["Only who asked for this report, or a manager, may delete it."]
    if report.job is not None and report.job.state in WORKING_STATES:
        return ["This report is being computed. Cancel that first."]
    if has_link(report) and not access.may_manage:
        return ["A manager has published this report, so only a manager may delete it."]
    return []


def delete_report(access: CampaignAccess, user: User, report: Report, *, with_links: bool = False) -> None:
    """Delete a report with its result, its files and its public link. The rankings stay.

    Args:
        access: of the person.
        user: the person.
        report: of the campaign.
        with_links: whether the person knows that the public link stops working.

    Raises:
        Refused: it is not this person's to delete, being computed, or has a link that the person does not
            know of.
    """
    with one_at_a_time(access.campaign) as campaign:
        current = (
            campaign.reports.select_related("job").defer("result", "recipe").filter(pk=report.pk).first()
        )
        if current is None:
            raise Refused("This report has been deleted.")
        linked = has_link(current)
        obstacles = deletion_obstacles(access, user, current)
        if linked and not with_links and not obstacles:
            obstacles = ["The public link to this report would stop working. Confirm that."]
        if obstacles:
            kind = Refused if may_change(access, user, current) else RefusedToRole
            raise kind(*obstacles)
        details = {"report": str(current.key), "public_links": int(linked)}
        record_event(user, "report.delete", campaign.pk, **details)
        current.delete()
