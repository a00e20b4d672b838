"""Rules of reports that leave the site: archives for a paper, and public pages behind a link."""

import errno
import re
import tempfile
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked_once import ON_ITS_WAY, one_at_a_time
from appraise_gec.jobs.models import WORKING_STATES, State
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.jobs.services import enqueue
from appraise_gec.report.site.contributed import contributions
from appraise_gec.report.site.services import judgments_of
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused
from rankings.corpus.parts import PART_BYTES, store_parts
from rankings.formats.edit_marks import EditJudgment
from rankings.judgments.edit_marks import judged_edits
from rankings.judgments.key_runs import of_runs
from rankings.models import Campaign, Paper, PaperPart, PublicReport, Report
from rankings.people.judge_names import names_of_judges

if TYPE_CHECKING:
    from appraise_gec.report.paper.paper import Source

LinkState = Literal["being-made", "open", "failed"]
JOB_KIND = "rankings.paper"
KEPT = timedelta(days=7)
MOST_AT_ONCE = 3
_MAIL_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
GONE = "The archive was deleted before it could be made. Ask for it again."


def request_paper(access: CampaignAccess, report: Report, user: User, title: str) -> Paper:
    """Have a worker write `paper.zip`; an equal one that is there or on its way is the answer, too.

    Raises:
        Refused: the report is not finished, the title names a judge, or too many are on their way.
    """
    with one_at_a_time(access.campaign) as campaign:
        _check(campaign, report, title)
        same = Paper.objects.filter(
            report=report, title=title, public=None, expires_at__gt=timezone.now() + timedelta(hours=1)
        ).filter(Q(size__gt=0) | ON_ITS_WAY)
        if (earlier := same.defer("page").first()) is not None:
            return earlier
        paper = _start(report, user, title, expires_at=timezone.now() + KEPT)
        record_event(user, "paper.make", campaign.pk, report=str(report.key))
    return paper


def publish(access: CampaignAccess, report: Report, user: User, title: str) -> PublicReport:
    """Make the public link to a frozen copy of the report, which works when a worker has made the copy.

    Raises:
        Refused: as `request_paper`, or there is a link already.
    """
    with one_at_a_time(access.campaign) as campaign:
        _check(campaign, report, title)
        if link_of(report) is not None:
            raise Refused("This report has a public link. Revoke it first.")
        paper = _start(report, user, title, expires_at=None)
        link = PublicReport.objects.create(paper=paper, created_by=user)
        record_event(user, "report.publish", campaign.pk, report=str(report.key), link=link.pk)
    return link


def revoke(access: CampaignAccess, link: PublicReport, user: User) -> None:
    """Close a link for good, and delete what it showed. Raises Refused where that was done before."""
    with one_at_a_time(access.campaign) as campaign:
        current = PublicReport.objects.select_for_update().get(pk=link.pk)
        if current.revoked_at is not None:
            raise Refused("This link was revoked before.")
        current.revoked_at = timezone.now()
        current.save(update_fields=["revoked_at"])
        PaperPart.objects.filter(paper=current.paper_id).delete()
        Paper.objects.filter(pk=current.paper_id).update(size=0, page="")
        report = str(current.paper.report.key)
        record_event(user, "report.revoke-link", campaign.pk, report=report, link=link.pk)


def papers_of(report: Report) -> list[Paper]:
    """The archives of a report that are there or on their way, newest first; not those of public pages."""
    papers = Paper.objects.filter(report=report, public=None, expires_at__gt=timezone.now())
    return list(papers.select_related("job", "created_by").defer("page"))


def link_of(report: Report) -> PublicReport | None:
    """The public link of a report that nobody has revoked."""
    links = PublicReport.objects.filter(paper__report=report, revoked_at=None)
    return links.select_related("paper__job", "created_by").defer("paper__page").first()


def paper_to_download(report: Report, key: UUID) -> Paper | None:
    """A finished archive of a report; None where there is none."""
    papers = Paper.objects.filter(report=report, public=None, expires_at__gt=timezone.now(), size__gt=0)
    return papers.defer("page").filter(key=key).first()


def link_with_token(token: str) -> PublicReport | None:
    """The link behind an address, whether it works or not; without the page."""
    links = PublicReport.objects.filter(token=token, paper__report__campaign__made_from=None)
    return links.select_related("paper").defer("paper__page").first()


def state_of(link: PublicReport) -> LinkState:
    """How a link stands that nobody has revoked."""
    if link.paper.size:
        return "open"
    job = link.paper.job
    return "failed" if job is None or job.is_final else "being-made"


def make(run: JobRun) -> None:
    """Write the archive of a report's job, and the page where it is to be public."""
    from appraise_gec.report.paper.archive import public_page, write_paper  # noqa: PLC0415 - numerical libraries
    from appraise_gec.report.paper.paper import paper_of  # noqa: PLC0415

    paper = Paper.objects.select_related("report__campaign").filter(key=run.arguments["paper"]).first()
    if paper is None:
        raise JobError(GONE)
    report = paper.report
    run.progress(0.0, "Reading rankings")
    try:
        source = _source(report)
        made = paper_of(source)
        companions = [
            beside
            for one in contributions(report.options.get("parts", ()))
            if (beside := one.companion(report.campaign, source, made)) is not None
        ]
    except (ValueError, Refused) as error:
        raise JobError(str(error)) from error
    page = b""
    if PublicReport.objects.filter(paper=paper).exists():
        day = (report.finished_at or paper.created_at).date().isoformat()
        page = public_page(made, paper.title, day, companions)
    with tempfile.TemporaryFile() as file:
        try:
            write_paper(made, paper.title, file, run.progress, companions)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise JobError("The disk of the worker is full. Tell the operator.") from error
            raise
        file.seek(0)
        with run.finishing() as result:
            current = Paper.objects.select_for_update().filter(pk=paper.pk).first()
            link = PublicReport.objects.filter(paper=paper).first()
            if current is None or (link is not None and link.revoked_at is not None):
                raise JobError(GONE)
            PaperPart.objects.filter(paper=current).delete()
            current.size = store_parts(current, iter(lambda: file.read(PART_BYTES), b""))
            current.page = page.decode()
            current.save(update_fields=["size", "page"])
            result["url"] = share_address(report)


def share_address(report: Report) -> str:
    """The page with the archives and links of a report."""
    return f"{report.get_absolute_url()}share/"


def sweep() -> int:
    """Delete archives that have expired, and links whose copy could never be made. Returns how many."""
    now = timezone.now()
    expired = Paper.objects.filter(expires_at__lte=now)
    number = expired.count()
    expired.delete()
    failed = Paper.objects.filter(
        public__isnull=False, size=0, public__revoked_at=None, created_at__lte=now - KEPT
    ).filter(Q(job=None) | Q(job__state__in=(State.FAILED, State.CANCELLED)))
    return number + failed.delete()[0]


def _start(report: Report, user: User, title: str, *, expires_at: datetime | None) -> Paper:
    paper = Paper.objects.create(report=report, title=title, created_by=user, expires_at=expires_at)
    paper.job = enqueue(JOB_KIND, {"paper": str(paper.key), "campaign": report.campaign_id}, user)
    paper.save(update_fields=["job"])
    return paper


def _check(campaign: Campaign, report: Report, title: str) -> None:
    from appraise_gec.report.paper.pseudonyms import named_in  # noqa: PLC0415

    if report.result is None or report.recipe is None:
        raise Refused("The report is not finished yet.")
    if report.ranking_runs is None:
        raise Refused(
            "This report is of an earlier version, which did not note its rankings. Compute it again."
        )
    if _MAIL_ADDRESS.search(title):
        raise Refused("The title has an e-mail address in it. Choose another title.")
    judges = names_of_judges(campaign)
    if named := named_in(title, sorted(set(judges.values()))):
        message = "The title names the judge %(name)s. Judges have pseudonyms there: choose another title."
        raise Refused(message % {"name": named})
    working = Paper.objects.filter(report__campaign=campaign, job__state__in=WORKING_STATES).count()
    if working >= MOST_AT_ONCE:
        message = "%(number)d archives of this campaign are being made already. Wait for one of them."
        raise Refused(message % {"number": MOST_AT_ONCE})


def _source(report: Report) -> "Source":
    """What a report was computed from, with judges under the names that its result has."""
    from appraise_gec.report.computation import digest_of_edits  # noqa: PLC0415 - loads numerical libraries
    from appraise_gec.report.paper.paper import Source  # noqa: PLC0415

    while True:
        names = names_of_judges(report.campaign)
        report.refresh_from_db()
        recipe, result = report.recipe or {}, report.result or {}
        judgments = judgments_of(report)
        edits: list[EditJudgment] = []
        if "edit_marks" in recipe:
            edits = list(judged_edits(report.campaign, of_runs(report.ranking_runs or [])))
            if digest_of_edits(edits) != recipe["edit_marks"]["sha256"]:
                raise Refused("Marks on edits have changed since the report. Compute it again.")
        # A judge who gets another name in between would stand in one of them alone.
        if names_of_judges(report.campaign) == names:
            return Source(recipe, result, judgments, edits)
