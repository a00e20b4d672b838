"""Which report stands for a campaign: names, the pinned one, deletion, and the choice of the front page."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.models import WORKING_STATES
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused
from rankings.judgments.stored import rankings_mark
from rankings.models import Campaign, Report

ENOUGH_REPLICATES = 1000
NAME_LENGTH = 80


def front_report(campaign: Campaign) -> Report | None:
    """The report that the campaign's results begin with: the pinned one, else the fullest.

    Somebody's quick try, on some of the judges or with few replicates, does not take the place of the whole.
    """
    finished = campaign.reports.filter(result__isnull=False)
    rows = list(finished.values("pk", "pinned_at", "options", "rankings_mark"))
    if not rows:
        return None
    pinned = [row for row in rows if row["pinned_at"]]
    if not pinned and len(rows) > 1:
        mark = rankings_mark(campaign)
        # The newest comes first, and `max` keeps the first of equals.
        pinned = [max(rows, key=lambda row: _fullness(row, mark))]
    return finished.select_related("job").get(pk=(pinned or rows)[0]["pk"])


def _fullness(row: Mapping[str, Any], mark: str) -> tuple[bool, bool, bool, int]:
    options = row["options"]
    of_all = not any(options.get(name) for name in ("excluded_judges", "without_top_ups", "with_discarded"))
    return (
        of_all,
        options.get("replicates", 0) >= ENOUGH_REPLICATES,
        row["rankings_mark"] == mark,
        len(options.get("parts", ())),
    )


def may_change(access: CampaignAccess, user: User, report: Report) -> bool:
    """Whether the person may name or delete this report: managers any, others their own."""
    return access.may_manage or report.created_by_id == user.pk


def name_report(access: CampaignAccess, user: User, report: Report, name: str) -> None:
    """Give the report a name, or take it away with an empty one.

    Raises:
        Refused: not this person's to change, or the name is too long.
    """
    _refuse_strangers(access, user, report)
    name = " ".join(name.split())
    if len(name) > NAME_LENGTH:
        raise Refused(f"The name has {len(name)} characters. At most {NAME_LENGTH} fit.")
    if name == report.name:
        return
    with transaction.atomic():
        Report.objects.filter(pk=report.pk).update(name=name)
        record_event(user, "report.name", access.campaign.pk, report=str(report.key), name=name)
    report.name = name


def pin_report(access: CampaignAccess, user: User, report: Report) -> None:
    """Make this the report that everybody sees first, in place of another.

    Raises:
        Refused: only managers pin, and only finished reports.
    """
    _refuse_others_than_managers(access)
    if report.finished_at is None:
        raise Refused("This report is not finished. Pin it when it is.")
    with transaction.atomic():
        # Two at once would leave two pinned ones.
        Campaign.objects.select_for_update().get(pk=access.campaign.pk)
        access.campaign.reports.filter(pinned_at__isnull=False).update(pinned_at=None)
        access.campaign.reports.filter(pk=report.pk).update(pinned_at=timezone.now())
        record_event(user, "report.pin", access.campaign.pk, report=str(report.key))


def unpin_report(access: CampaignAccess, user: User, report: Report) -> None:
    """Leave the choice of the first report to the rule again. Raises Refused for others than managers."""
    _refuse_others_than_managers(access)
    with transaction.atomic():
        if access.campaign.reports.filter(pk=report.pk, pinned_at__isnull=False).update(pinned_at=None):
            record_event(user, "report.unpin", access.campaign.pk, report=str(report.key))


def delete_report(access: CampaignAccess, user: User, report: Report) -> None:
    """Delete a report with its result; the rankings stay, so the same report can be computed again.

    Raises:
        Refused: not this person's to delete, pinned, or being computed.
    """
    _refuse_strangers(access, user, report)
    with transaction.atomic():
        current = Report.objects.select_for_update(of=("self",)).select_related("job").get(pk=report.pk)
        if current.pinned_at is not None:
            raise Refused("This report is pinned. Unpin it first, or pin another one.")
        if current.job is not None and current.job.state in WORKING_STATES:
            raise Refused("This report is being computed. Cancel that first.")
        record_event(user, "report.delete", access.campaign.pk, report=str(report.key), name=current.name)
        current.delete()


def _refuse_strangers(access: CampaignAccess, user: User, report: Report) -> None:
    if not may_change(access, user, report):
        raise Refused("Only who asked for this report, or a manager, may do this.")


def _refuse_others_than_managers(access: CampaignAccess) -> None:
    if not access.may_manage:
        raise Refused("Only managers choose the report that everybody sees first.")
