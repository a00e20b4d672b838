"""From a form with files to a campaign, in two steps: keep the files and look at them, then confirm."""

from typing import Any

from django.core.files.uploadedfile import UploadedFile

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import State
from rankings.corpus import creation, staging, upload_jobs
from rankings.corpus.creation import CampaignDetails
from rankings.corpus.forms import CampaignDetailsForm, NewCampaignForm
from rankings.corpus.preview import Preview
from rankings.corpus.previewing import build_preview
from rankings.corpus.staging import Kind
from rankings.formats.records import FormatError
from rankings.models import Campaign, StagedUpload


def stage_form(
    user: User, form: NewCampaignForm, upload: StagedUpload | None, removed: set[str]
) -> StagedUpload:
    """Kept and new files together, one after another. Raises FormatError for what cannot be unpacked."""
    cleaned: dict[str, Any] = form.cleaned_data
    staged = staging.Staging(user)
    try:
        for field, kind in (("source", Kind.SOURCE), ("documents_file", Kind.DOCUMENTS)):
            chosen: UploadedFile[bytes] | None = cleaned.get(field)
            if chosen is not None:
                staged.add(kind, chosen.name or field, chosen.read())
        problems = staged.add_outputs(
            (output.name or "outputs", output) for output in cleaned.get("outputs") or []
        )
        staged.add_kept(upload, removed)
        made = staged.finish(form.details())
        if problems:
            documents = cleaned.get("documents", CampaignDetailsForm.Documents.ONE)
            with_input = bool(cleaned.get("include_input"))
            files = staging.lazy_files(made)
            raise FormatError(
                staging.problems_of_all(problems, files, documents=documents, include_input=with_input)
            )
    except BaseException:
        staged.give_up()
        raise
    staging.sweep(user, beside=made)
    return made


def preview_of(upload: StagedUpload, details: CampaignDetails, user: User) -> Preview | None:
    """What the files would become. None while a worker is finding out, which large files need."""
    if not staging.is_large(upload):
        files = staging.staged_files(upload)
        reading = staging.read_files(files, documents=details.documents, include_input=details.include_input)
        return build_preview(reading, details.max_outputs)
    preview = upload_jobs.stored_preview(upload)
    if preview is None and (upload.job is None or upload.job.state == State.DONE):
        upload.job = upload_jobs.ask(upload, upload_jobs.PREVIEW_KIND, user)
    return preview


def confirm(upload: StagedUpload, user: User) -> Campaign | None:
    """Make the campaign of a previewed upload. None where a worker makes it, or has not looked at it yet.

    Raises as `create_from_upload` does.
    """
    if not staging.is_large(upload):
        return creation.create_from_upload(user, upload.token)
    preview = upload_jobs.stored_preview(upload)
    if preview is not None and not preview.fatal:
        upload.job = upload_jobs.ask(upload, upload_jobs.CREATE_KIND, user)
    return None


def is_being_made(upload: StagedUpload) -> bool:
    job = upload_jobs.working_job(upload)
    return job is not None and job.kind == upload_jobs.CREATE_KIND
