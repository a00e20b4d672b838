"""Rules of reports that leave the site: the archive for a paper, and a public page behind a link."""

from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked import one_at_a_time
from appraise_gec.report.site.folders import asked_folder
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused
from rankings.models import PublicReport, Report, ReportFolder


def ask_for_archive(access: CampaignAccess, report: Report, user: User) -> ReportFolder:
    """Have a worker write the archive for a paper. Raises Refused where the report is not finished."""
    _check(report)
    if (folder := asked_folder(report, user, is_public=True)).content is None:
        record_event(user, "paper.make", access.campaign.pk, report=str(report.key))
    return folder


def publish(access: CampaignAccess, report: Report, user: User) -> PublicReport:
    """Make the public link to a frozen copy of the report, which works when a worker has written the copy.

    Raises:
        Refused: the report is not finished, or has a link already.
    """
    _check(report)
    with one_at_a_time(access.campaign) as campaign:
        if link_of(report) is not None:
            raise Refused("This report has a public link. Revoke it first.")
        link = PublicReport.objects.create(report=report, created_by=user)
        record_event(user, "report.publish", campaign.pk, report=str(report.key), link=link.pk)
    asked_folder(report, user, is_public=True)
    return link


def revoke(access: CampaignAccess, link: PublicReport, user: User) -> None:
    """Close a link for good. Raises Refused where that was done before."""
    with one_at_a_time(access.campaign) as campaign:
        current = PublicReport.objects.select_for_update().get(pk=link.pk)
        if current.revoked_at is not None:
            raise Refused("This link was revoked before.")
        current.revoked_at = timezone.now()
        current.save(update_fields=["revoked_at"])
        report = str(link.report.key)
        record_event(user, "report.revoke-link", campaign.pk, report=report, link=link.pk)


def link_of(report: Report) -> PublicReport | None:
    """The public link of a report that nobody has revoked."""
    return PublicReport.objects.filter(report=report, revoked_at=None).first()


def link_with_token(token: str) -> PublicReport | None:
    """The link behind an address, whether it works or not."""
    links = PublicReport.objects.filter(token=token)
    return links.select_related("report").defer("report__result").first()


def _check(report: Report) -> None:
    if report.result is None or report.recipe is None:
        raise Refused("The report is not finished yet.")
    if report.ranking_runs is None:
        raise Refused(
            "This report is of an earlier version, which did not note its rankings. Compute it again."
        )
