"""The folders of a report on the site: a worker writes them, views and calls hand out their files."""

import io
import re
import zipfile
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse

from appraise_gec.accounts.models import User
from appraise_gec.jobs.asked import one_at_a_time
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.jobs.services import enqueue
from appraise_gec.present.downloads import FIGURE_POLICY, download
from appraise_gec.present.files import CONTENT_TYPES
from appraise_gec.report.site.inputs import METRICS, scores_for
from appraise_gec.report.site.services import judgments_of
from rankings.access import Refused
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.fingerprint import digest_of_edits
from rankings.judgments.exporting import judged_edits
from rankings.judgments.stored import of_runs
from rankings.models import Campaign, PublicReport, Report, ReportFolder
from rankings.people.names import names_changed_since, names_of_judges

if TYPE_CHECKING:
    from appraise_gec.report.archive import Source

JOB_KIND = "report-folder"
WHOLE = "report.zip"
# Shown in the browser; everything else is kept as a file.
SHOWN = (".svg", ".pdf")
_MAIL_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")


def folder_of(report: Report, *, is_public: bool) -> ReportFolder | None:
    """The folder, written or being written; without its content."""
    folders = ReportFolder.objects.filter(report=report, is_public=is_public)
    return folders.select_related("job").defer("content").first()


def asked_folder(report: Report, user: User | None, *, is_public: bool) -> ReportFolder:
    """The folder of a finished report; a worker writes it where it is not there."""
    with one_at_a_time(report):
        folder, _ = ReportFolder.objects.get_or_create(report=report, is_public=is_public)
        if folder.content is None and (folder.job is None or (is_public and folder.job.is_final)):
            folder.job = enqueue(JOB_KIND, {"folder": folder.pk, "campaign": report.campaign_id}, user)
            folder.save(update_fields=["job"])
    return folder


def link_of(report: Report) -> PublicReport | None:
    """The public link of a report that nobody has revoked."""
    return PublicReport.objects.filter(report=report, revoked_at=None).first()


def member(request: HttpRequest, folder: ReportFolder, path: str, stem: str) -> HttpResponse:
    """One file of the folder, or all of them as `report.zip`. Raises Http404 where there is none.

    Args:
        request: of a browser or a program.
        folder: whose.
        path: of the file in it.
        stem: begins the name under which the file is kept.
    """

    content = ReportFolder.objects.values_list("content", flat=True).get(pk=folder.pk)
    if content is None:
        raise Http404
    name = f"{stem}-{path.rpartition('/')[2]}"
    if path == WHOLE:
        return download(bytes(content), "application/zip", name)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        try:
            file = archive.read(path)
        except KeyError:
            raise Http404 from None
    is_shown = path.endswith(SHOWN) and "download" not in request.GET
    answer = download(file, CONTENT_TYPES[path.rpartition(".")[2]], name, attached=not is_shown)
    if path.endswith(".svg"):
        answer["Content-Security-Policy"] = FIGURE_POLICY
    return answer


def members(folder: ReportFolder) -> list[str]:
    """The paths of its files."""
    content = ReportFolder.objects.values_list("content", flat=True).get(pk=folder.pk)
    if content is None:
        return []
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [WHOLE, *archive.namelist()]


def write(run: JobRun) -> None:
    """Do the work of a folder's job."""
    from appraise_gec.report.archive import under_pseudonyms, write_archive  # noqa: PLC0415 - loads numerical libraries

    folders = ReportFolder.objects.select_related("report__campaign")
    folder = folders.filter(pk=run.arguments["folder"]).first()
    if folder is None or folder.report.result is None:
        raise JobError("The report was deleted before its files could be written.")
    report = folder.report
    run.progress(0.1, "Drawing figures")
    names = names_of_judges(report.campaign)
    if folder.is_public:
        try:
            source = _source(report)
        except (ValueError, Refused) as error:
            raise JobError(str(error)) from error
        shown = under_pseudonyms(source)
        page, content = write_archive(shown, title_for_all(report.campaign))
    else:
        report.refresh_from_db()
        page, content = written(report.recipe or {}, report.result or {}, report.campaign.title)
    with run.finishing() as result:
        result["url"] = report.get_absolute_url()
        if not folder.is_public and names_changed_since(report.campaign, names):
            ReportFolder.objects.filter(pk=folder.pk).delete()  # written again with the new name
            return
        ReportFolder.objects.filter(pk=folder.pk).update(page=page, content=content)


def written(recipe: dict, result: dict, title: str) -> tuple[str, bytes]:  # type: ignore[type-arg]
    """The page of a report with the names that it has, and its folder."""
    from appraise_gec.report.folder import Described, files_of, json_bytes, zipped  # noqa: PLC0415 - as above
    from appraise_gec.report.result import report_result  # noqa: PLC0415 - as above

    described = Described.of(report_result(result), recipe)
    document = json_bytes({"recipe": recipe, "result": result})
    return described.body(), zipped(files_of(described, title, document))


def title_for_all(campaign: Campaign) -> str:
    """The title of the campaign, where it names no judge and no address."""
    from appraise_gec.report.archive import TITLE, named_in  # noqa: PLC0415 - as above

    names = sorted(set(names_of_judges(campaign).values()))
    is_private = _MAIL_ADDRESS.search(campaign.title) or named_in(campaign.title, names)
    return TITLE if is_private else campaign.title


def _source(report: Report) -> "Source":
    """What a report was computed from, with judges under the names that its result has."""
    from appraise_gec.report.archive import Source  # noqa: PLC0415 - as above
    from appraise_gec.report.options import ReportOptions  # noqa: PLC0415 - as above

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
        options = ReportOptions.from_json(report.options)
        scores = []
        if METRICS in options.parts:
            scores = scores_for(report.campaign, options.used(judgments), recipe)
        # A judge who gets another name in between would stand in one of them alone.
        if names_of_judges(report.campaign) == names:
            return Source(recipe, result, judgments, edits, scores)
