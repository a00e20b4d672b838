"""A file of judgments from its upload to its import: how far it is, and the import that a person confirms."""

from dataclasses import dataclass

from django.db import transaction

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from rankings.corpus import upload_jobs
from rankings.formats.records import FormatError
from rankings.judgments import import_jobs, uploads
from rankings.judgments.importing import ImportSummary, import_judgments
from rankings.judgments.uploads import ImportPreview, claim_judgments, read_judgment_file, staged_file
from rankings.models import Campaign, StagedUpload


@dataclass(frozen=True, slots=True)
class ImportStanding:
    """How far a file is.

    Attributes:
        state: "reading", "unusable", "ready", "importing", "failed" or "imported".
        preview: what is in it; None while nobody knows, and where it is imported.
        job: that is working on it.
        error: why the last job failed.
    """

    state: str
    preview: ImportPreview | None = None
    job: Job | None = None
    error: str = ""


def standing_of(campaign: Campaign, upload: StagedUpload, user: User) -> ImportStanding:
    """Look the file through, or have a worker do so where it is large."""
    if uploads.IMPORTED in upload.form:
        return ImportStanding("imported")
    working = upload_jobs.working_job(upload)
    if working is not None and working.kind == import_jobs.IMPORT_KIND:
        return ImportStanding("importing", job=working)
    if uploads.is_large(upload):
        shown = import_jobs.stored_preview(upload)
        if shown is None:
            if upload.job is None or upload.job.state == State.DONE:
                upload.job = upload_jobs.ask(upload, import_jobs.PREVIEW_KIND, user)
            if upload.job.is_final:
                return ImportStanding("failed", error=upload.job.error)
            return ImportStanding("reading", job=upload.job)
    else:
        shown = uploads.preview_import(campaign, upload)
    if not shown.usable:
        return ImportStanding("unusable", shown)
    error = upload.job.error if upload.job and upload.job.kind == import_jobs.IMPORT_KIND else ""
    return ImportStanding("failed" if error else "ready", shown, error=error)


def confirm(campaign: Campaign, upload: StagedUpload, user: User) -> ImportSummary | None:
    """Import the file. None where a worker does, or did so before.

    Raises FormatError with every problem where the file does not fit the campaign (any more).
    """
    if uploads.is_large(upload):
        shown = import_jobs.stored_preview(upload)
        if shown is not None and shown.usable:
            upload.job = upload_jobs.ask(upload, import_jobs.IMPORT_KIND, user)
        return None
    file, first_sentence = staged_file(upload), uploads.first_sentence_of(upload)
    read = read_judgment_file(campaign, file.name, file.content, first_sentence)
    try:
        with transaction.atomic():
            if not claim_judgments(campaign, user, upload.token):
                return None
            return import_judgments(
                campaign,
                read.judgments,
                file.name,
                read.sha256,
                user,
                size=read.size,
                first_sentence=first_sentence,
            )
    except FormatError as error:
        raise FormatError(
            [*read.problems, *error.problems] if read.usable else list(read.problems)
        ) from error
