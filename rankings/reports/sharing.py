"""Rules of reports that leave the site: archives for a paper, and public pages behind a link."""

import errno
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked_once import ON_ITS_WAY, one_at_a_time
from appraise_gec.jobs.models import WORKING_STATES, State
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.jobs.services import enqueue
from appraise_gec.words import words
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused, RefusedToRole
from rankings.corpus.parts import PART_BYTES, store_parts
from rankings.formats.edit_marks import EditJudgment
from rankings.judgments.edit_marks import judged_edits
from rankings.models import Campaign, Paper, PaperPart, PublicReport, Report
from rankings.people.judge_names import names_of_judges
from rankings.reports.contributed import contributions
from rankings.reports.key_runs import of_runs
from rankings.reports.services import judgments_of

if TYPE_CHECKING:
    from rankings.reports.paper.paper import Source

LinkState = Literal["being-made", "open", "failed", "ended", "revoked"]
JOB_KIND = "rankings.paper"
KEPT = timedelta(days=7)
MOST_AT_ONCE = 3
MOST_LINKS = 50
LONGEST_PASSWORD = 128
_MAIL_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
GONE = "The archive was deleted before it could be made. Ask for it again."


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of an archive, or of the page that shows it.

    Attributes:
        title: heads the page and names the data set.
        licence: one of `rankings.reports.paper.licences.LICENCES`, or "" for not stated.
        masked: whether systems get pseudonyms.
        password: to be asked for; "" for none. Of public pages alone.
        ends_at: when the page closes; None for when somebody revokes it. Of public pages alone.
    """

    title: str
    licence: str = ""
    masked: bool = False
    password: str = field(default="", repr=False)
    ends_at: datetime | None = None


def request_paper(access: CampaignAccess, report: Report, user: User, wish: Wish) -> Paper:
    """Have a worker write `paper.zip`; an equal one that is there or on its way is the answer, too.

    Raises:
        Refused: the report is not finished, the title names somebody or a masked system, or too many are on
            their way.
    """
    if wish.licence and not access.may_manage:
        raise RefusedToRole(_("Only managers of the campaign may state a licence."))
    with one_at_a_time(access.campaign) as campaign:
        _check(campaign, report, wish)
        same = Paper.objects.filter(
            report=report,
            title=wish.title,
            licence=wish.licence,
            is_masked=wish.masked,
            public=None,
            expires_at__gt=timezone.now() + timedelta(hours=1),
        ).filter(Q(size__gt=0) | ON_ITS_WAY)
        if (earlier := same.defer("page").first()) is not None:
            return earlier
        paper = _start(report, user, wish, expires_at=timezone.now() + KEPT)
        details = {"report": str(report.key), "masked": wish.masked, "licence": wish.licence}
        record_event(user, "paper.make", campaign.pk, **details)
    return paper


def publish(access: CampaignAccess, report: Report, user: User, wish: Wish) -> PublicReport:
    """Make a link to a frozen copy of the report, which works when a worker has made the copy.

    Raises:
        Refused: as `request_paper`; the end has passed; or there are too many links.
    """
    if wish.ends_at is not None and wish.ends_at <= timezone.now():
        raise Refused(_("The end has passed already. Choose a later day."))
    with one_at_a_time(access.campaign) as campaign:
        _check(campaign, report, wish)
        there = PublicReport.objects.filter(paper__report__campaign=campaign, revoked_at=None)
        if there.count() >= MOST_LINKS:
            message = _("The campaign has %(number)d public links. Revoke one that is not needed any more.")
            raise Refused(message % {"number": MOST_LINKS})
        link = PublicReport.objects.create(
            paper=_start(report, user, wish, expires_at=None),
            password=make_password(wish.password) if wish.password else "",
            ends_at=wish.ends_at,
            created_by=user,
        )
        record_event(
            user,
            "report.publish",
            campaign.pk,
            report=str(report.key),
            link=link.pk,
            masked=wish.masked,
            licence=wish.licence,
            with_password=bool(wish.password),
            ends_at=wish.ends_at.isoformat() if wish.ends_at else "",
        )
    return link


def revoke(access: CampaignAccess, link: PublicReport, user: User) -> None:
    """Close a link for good, and delete what it showed. Raises Refused where that was done before."""
    with one_at_a_time(access.campaign) as campaign:
        current = PublicReport.objects.select_for_update().get(pk=link.pk)
        if current.revoked_at is not None:
            raise Refused(_("This link was revoked before."))
        current.revoked_at = timezone.now()
        current.save(update_fields=["revoked_at"])
        _empty([current.paper_id])
        report = str(current.paper.report.key)
        record_event(user, "report.revoke-link", campaign.pk, report=report, link=link.pk)


def papers_of(report: Report) -> list[Paper]:
    """The archives of a report that are there or on their way, newest first; not those of public pages."""
    papers = Paper.objects.filter(report=report, public=None, expires_at__gt=timezone.now())
    return list(papers.select_related("job", "created_by").defer("page"))


def links_of(report: Report) -> list[PublicReport]:
    """Every public link of a report, the newest first, those that work no more included."""
    links = PublicReport.objects.filter(paper__report=report)
    return list(links.select_related("paper__job", "created_by").defer("paper__page"))


def paper_to_download(report: Report, key: UUID) -> Paper | None:
    """A finished archive of a report; None where there is none."""
    papers = Paper.objects.filter(report=report, public=None, expires_at__gt=timezone.now(), size__gt=0)
    return papers.defer("page").filter(key=key).first()


def link_with_token(token: str) -> PublicReport | None:
    """The link behind an address, whether it works or not; without the page."""
    links = PublicReport.objects.filter(token=token, paper__report__campaign__made_from=None)
    return links.select_related("paper").defer("paper__page").first()


def state_of(link: PublicReport) -> str:
    """What a list says of a link."""
    words = {
        "revoked": _("revoked"),
        "ended": _("ended"),
        "open": _("open"),
        "failed": _("failed"),
        "being-made": _("being made"),
    }
    return words[state_key(link)]


def state_key(link: PublicReport) -> LinkState:
    """How a link stands, for programs."""
    if link.revoked_at is not None:
        return "revoked"
    if link.has_ended:
        return "ended"
    if link.paper.size:
        return "open"
    job = link.paper.job
    return "failed" if job is None or job.is_final else "being-made"


def opens(link: PublicReport, password: str) -> bool:
    """Whether this is the password of the link."""
    return len(password) <= LONGEST_PASSWORD and check_password(password, link.password)


def make(run: JobRun) -> None:
    """Write the archive of a report's job, and the page where it is to be public."""
    from rankings.reports.paper.archive import write_paper  # noqa: PLC0415 - loads numerical libraries
    from rankings.reports.paper.paper import Wishes, paper_of  # noqa: PLC0415
    from rankings.reports.paper.public_page import public_page  # noqa: PLC0415

    paper = Paper.objects.select_related("report__campaign").filter(key=run.arguments["paper"]).first()
    if paper is None:
        raise JobError(GONE)
    run.progress(0.0, words("Reading rankings"))
    try:
        day = (paper.report.finished_at or paper.created_at).date().isoformat()
        wishes = Wishes(paper.title, day, paper.licence, paper.is_masked)
        source = _source(paper.report)
        made = paper_of(source, wishes, lambda share, text: run.progress(0.5 * share, text))
        companions = [
            beside
            for one in contributions(paper.report.options.get("parts", ()))
            if (beside := one.companion(paper.report.campaign, source, made, wishes)) is not None
        ]
    except (ValueError, Refused) as error:
        raise JobError(str(error)) from error
    is_public = PublicReport.objects.filter(paper=paper).exists()
    page = public_page(made, companions) if is_public else b""
    with tempfile.TemporaryFile() as file:
        try:
            write_paper(made, file, lambda share, text: run.progress(0.5 + 0.45 * share, text), companions)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise JobError(_("The disk of the worker is full. Tell the operator.")) from error
            raise
        file.seek(0)
        with run.finishing() as result:
            current = Paper.objects.select_for_update().filter(pk=paper.pk).first()
            link = PublicReport.objects.filter(paper=paper).first()
            if current is None or (link is not None and not link.is_open):
                raise JobError(GONE)
            PaperPart.objects.filter(paper=current).delete()
            current.size = store_parts(current, iter(lambda: file.read(PART_BYTES), b""))
            current.page = page.decode()
            current.save(update_fields=["size", "page"])
            result["url"] = share_address(paper.report)


def share_address(report: Report) -> str:
    """The page with the archives and links of a report."""
    return f"{report.get_absolute_url()}share/"


def sweep() -> int:
    """Delete archives that have expired, and what public pages showed that have ended. Returns how many."""
    now = timezone.now()
    expired = Paper.objects.filter(expires_at__lte=now)
    number = expired.count()
    expired.delete()
    ended = Paper.objects.filter(public__ends_at__lte=now, size__gt=0)
    number += _empty(list(ended.values_list("pk", flat=True)))
    # Links whose copy could never be made.
    failed = Paper.objects.filter(
        public__isnull=False, size=0, public__revoked_at=None, created_at__lte=now - KEPT
    ).filter(Q(job=None) | Q(job__state__in=(State.FAILED, State.CANCELLED)))
    return number + failed.delete()[0]


def _empty(papers: Iterable[int]) -> int:
    keys = list(papers)
    PaperPart.objects.filter(paper__in=keys).delete()
    Paper.objects.filter(pk__in=keys).update(size=0, page="")
    return len(keys)


def _start(report: Report, user: User, wish: Wish, *, expires_at: datetime | None) -> Paper:
    paper = Paper.objects.create(
        report=report,
        title=wish.title,
        licence=wish.licence,
        is_masked=wish.masked,
        created_by=user,
        expires_at=expires_at,
    )
    paper.job = enqueue(JOB_KIND, {"paper": str(paper.key), "campaign": report.campaign_id}, user)
    paper.save(update_fields=["job"])
    return paper


def _check(campaign: Campaign, report: Report, wish: Wish) -> None:
    from rankings.reports.paper.licences import check_licence  # noqa: PLC0415
    from rankings.reports.paper.pseudonyms import named_in  # noqa: PLC0415 - loads numerical libraries
    from rankings.reports.paper.taken_over import TakenOver, named_in_survey  # noqa: PLC0415

    if report.result is None or report.recipe is None:
        raise Refused(_("The report is not finished yet."))
    if report.ranking_runs is None:
        raise Refused(
            _("This report is of an earlier version, which did not note its rankings. Compute it again.")
        )
    try:
        check_licence(wish.licence)
    except ValueError as error:
        raise Refused(str(error)) from error
    systems = {*report.result["systems"], *campaign.systems.values_list("name", flat=True)}
    if wish.masked and (named := named_in(wish.title, sorted(systems))):
        message = _("The title names the system %(name)s, which is to be masked. Choose another title.")
        raise Refused(message % {"name": named})
    survey = TakenOver.of(report.result).survey
    if wish.masked and (named := named_in_survey(survey, sorted(systems))):
        message = _(
            "A question or an answer of the survey names the system %(name)s, which is to be masked. Leave "
            "the systems their names, or change the question and compute the report again."
        )
        raise Refused(message % {"name": named})
    if _MAIL_ADDRESS.search(wish.title):
        raise Refused(_("The title has an e-mail address in it. Choose another title."))
    judges = names_of_judges(campaign)
    if named := named_in(wish.title, sorted(set(judges.values()))):
        message = _("The title names the judge %(name)s. Judges have pseudonyms there: choose another title.")
        raise Refused(message % {"name": named})
    working = Paper.objects.filter(report__campaign=campaign, job__state__in=WORKING_STATES).count()
    if working >= MOST_AT_ONCE:
        message = _("%(number)d archives of this campaign are being made already. Wait for one of them.")
        raise Refused(message % {"number": MOST_AT_ONCE})


def _source(report: Report) -> "Source":
    """What a report was computed from, with judges under the names that its result has."""
    from rankings.reports.computation import digest_of_edits  # noqa: PLC0415 - loads numerical libraries
    from rankings.reports.paper.paper import Source  # noqa: PLC0415

    while True:
        names = names_of_judges(report.campaign)
        report.refresh_from_db()
        recipe, result = report.recipe or {}, report.result or {}
        judgments = judgments_of(report)
        edits: list[EditJudgment] = []
        if "edit_marks" in recipe:
            edits = list(judged_edits(report.campaign, of_runs(report.ranking_runs or [])))
            if digest_of_edits(edits) != recipe["edit_marks"]["sha256"]:
                raise Refused(_("Marks on edits have changed since the report. Compute it again."))
        # A judge who gets another name in between would stand in one of them alone.
        if names_of_judges(report.campaign) == names:
            return Source(recipe, result, judgments, edits)
