"""Large files of judgments: their previews and imports as jobs, because a request would not last."""

from django.db import transaction
from django.http import Http404
from django.urls import reverse

from appraise_gec.jobs.running import JobError, JobRun
from rankings.corpus.upload_jobs import GONE, upload_of
from rankings.formats.records import FormatError, fatal_first
from rankings.formats.results import from_json, to_json
from rankings.judgments.importing import import_judgments
from rankings.judgments.uploads import (
    IMPORTED,
    ImportPreview,
    claim_judgments,
    first_sentence_of,
    preview_import,
    read_records,
    staged_file,
)
from rankings.models import Campaign, StagedUpload

PREVIEW_KIND = "rankings.preview-import"
IMPORT_KIND = "rankings.import-judgments"


def stored_preview(upload: StagedUpload) -> ImportPreview | None:
    """What a worker read; None where none did, or an earlier version of the program."""
    if upload.preview is None:
        return None
    try:
        return from_json(ImportPreview, upload.preview)
    except ValueError:
        return None


def compute_preview(run: JobRun) -> None:
    """The work of a job of kind `PREVIEW_KIND`."""
    upload, campaign = _waiting_file(run)
    run.progress(0.0, "Reading the file and checking it against the campaign")
    preview = preview_import(campaign, upload)
    with run.finishing() as stored:
        StagedUpload.objects.filter(pk=upload.pk).update(preview=to_json(preview))
        stored["url"] = _page_of(upload, campaign)


def import_file(run: JobRun) -> None:
    """The work of a job of kind `IMPORT_KIND`, in one transaction: reports see the whole file or nothing."""
    upload, campaign = _waiting_file(run)
    if IMPORTED not in upload.form:
        _import(run, upload, campaign)
    else:
        with run.finishing() as stored:
            stored["url"] = _page_of(upload, campaign)


def _import(run: JobRun, upload: StagedUpload, campaign: Campaign) -> None:
    run.progress(0.0, "Reading the file")
    file, first_sentence = staged_file(upload), first_sentence_of(upload)
    try:
        with file.open() as content:
            judgments = read_records(file.name, content, first_sentence)
        run.progress(0.3, "Storing the rankings: all of them, or none")
        with transaction.atomic():
            if claim_judgments(campaign, upload.owner, upload.token):
                import_judgments(
                    campaign,
                    judgments,
                    file.name,
                    file.sha256,
                    upload.owner,
                    size=file.size,
                    first_sentence=first_sentence,
                    look=run.look,
                )
            with run.finishing() as stored:
                stored["url"] = _page_of(upload, campaign)
    except Http404 as gone:
        raise JobError(GONE) from gone
    except FormatError as error:
        # On the page of the preview and not in the job's row, which stays: problems may name judges.
        preview = ImportPreview(file.name, usable=False, problems=fatal_first(error.problems))
        StagedUpload.objects.filter(pk=upload.pk).update(preview=to_json(preview))
        raise JobError("The file cannot be imported any more. The page of its preview says why.") from error


def _waiting_file(run: JobRun) -> tuple[StagedUpload, Campaign]:
    upload = upload_of(run)
    if upload.campaign is None:
        raise JobError(GONE)
    return upload, upload.campaign


def _page_of(upload: StagedUpload, campaign: Campaign) -> str:
    return reverse("reports:import-preview", args=[campaign.slug, upload.pk])
