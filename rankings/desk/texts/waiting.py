"""Files that wait to change the texts of a campaign: kept, previewed by whoever asks, confirmed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from rankings.corpus import staging, upload_jobs
from rankings.corpus.open_corpus import Kind
from rankings.desk.texts import uploads
from rankings.desk.texts.uploads import CHANGED, AnyPreview
from rankings.formats.records import FormatError
from rankings.models import Campaign, StagedUpload, TextChange
from rankings.plan.forms import fresh_seed

Named = tuple[str, Any]
"""The name of a file, and its content as bytes or as a file that is open."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far files are.

    Attributes:
        state: "reading", "unusable", "ready", "storing", "failed" or "stored".
        preview: what they would change; None while nobody knows, and where it is done.
        job: that is working on them, or has failed.
        error: why the last job failed.
        change: key of what they changed.
    """

    state: str
    preview: AnyPreview | None = None
    job: Job | None = None
    error: str = ""
    change: int | None = None


def waiting_uploads(campaign: Campaign, user: User) -> list[StagedUpload]:
    """The person's own files for this campaign that wait for confirmation."""
    own = StagedUpload.objects.filter(owner=user, campaign=campaign).select_related("job").defer("preview")
    return [one for one in own if "change" in one.form.get("details", {}) and one.form["files"]]


def stage_outputs(
    campaign: Campaign, user: User, file: Named, *, name: str = "", system: int | None = None
) -> StagedUpload:
    """Keep the outputs of a further system of this name, or of the system with this key, to be replaced."""
    change = uploads.ADD if system is None else uploads.REPLACE
    details = {"change": change, "name": name, "system": system, "seed": fresh_seed()}
    kept = staging.stage(user, details, [staging.CorpusFile(Kind.OUTPUT, file[0], file[1])], campaign)
    _drop_earlier(campaign, user, kept)
    return kept


def stage_sentences(
    campaign: Campaign,
    user: User,
    source: Named,
    outputs: Iterable[Named],
    *,
    documents: str,
    documents_file: Named | None,
) -> StagedUpload:
    """Keep the files of further sentences. `documents` says where documents end, as the form has it.

    Raises FormatError where an archive of outputs cannot be unpacked; then nothing is kept.
    """
    staged = staging.Staging(user, campaign)
    try:
        staged.add(Kind.SOURCE, *source)
        if documents_file is not None:
            staged.add(Kind.DOCUMENTS, *documents_file)
        problems = staged.add_outputs(outputs)
        kept = staged.finish({"change": uploads.SENTENCES, "documents": documents, "seed": fresh_seed()})
        if problems:
            raise FormatError(list(problems))
    except BaseException:
        staged.give_up()
        raise
    _drop_earlier(campaign, user, kept)
    staging.sweep(user, beside=kept)
    return kept


def standing_of(campaign: Campaign, upload: StagedUpload, user: User) -> Standing:
    """Look the files through, or have a worker do so where they are large.

    Raises `Refused` when the system that they should replace is gone.
    """
    if CHANGED in upload.form:
        return Standing("stored", change=upload.form[CHANGED])
    if is_being_stored(upload):
        return Standing("storing", job=upload.job)
    if uploads.is_large(upload):
        preview = uploads.stored_preview(upload)
        if preview is None:
            if upload.job is None or upload.job.state == State.DONE:
                upload.job = upload_jobs.ask(upload, uploads.PREVIEW_KIND, user)
            if upload.job.is_final:
                return Standing("failed", job=upload.job, error=upload.job.error)
            return Standing("reading", job=upload.job)
    else:
        preview = uploads.preview_upload(campaign, upload)
    not_stored = upload.job if upload.job and upload.job.kind == uploads.CHANGE_KIND else None
    if preview.fatal:
        return Standing("unusable", preview, not_stored)
    error = not_stored.error if not_stored else ""
    return Standing("failed" if error else "ready", preview, not_stored, error)


def is_being_stored(upload: StagedUpload) -> bool:
    """Whether a worker is storing the texts, or will."""
    job = upload_jobs.working_job(upload)
    return job is not None and job.kind == uploads.CHANGE_KIND


def confirm(
    campaign: Campaign, upload: StagedUpload, user: User, choices: Mapping[str, bool]
) -> TextChange | None:
    """Do what the files were previewed for; None where a worker does, or it was done before.

    Raises what `uploads.change_texts` raises.
    """
    if not uploads.is_large(upload):
        return uploads.change_texts(campaign, user, upload.token, choices)
    preview = uploads.stored_preview(upload)
    if preview is not None and not preview.fatal:
        upload.job = upload_jobs.ask(upload, uploads.CHANGE_KIND, user, choices=dict(choices))
    return None


def _drop_earlier(campaign: Campaign, user: User, kept: StagedUpload) -> None:
    """New files for the same purpose take the place of those that still wait."""
    purpose = (kept.form["details"]["change"], kept.form["details"].get("system"))
    for earlier in waiting_uploads(campaign, user):
        details = earlier.form["details"]
        same = (details["change"], details.get("system")) == purpose
        if same and earlier.pk != kept.pk and not is_being_stored(earlier):
            upload_jobs.drop(earlier)
