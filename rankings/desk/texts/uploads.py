"""Files that change the texts of a campaign: kept until they are confirmed, previewed, and stored.

Large ones are worked on by jobs, like files of new campaigns; the same code does both.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import JobError, JobRun
from rankings.access.refusals import Refused
from rankings.corpus import staging, upload_jobs
from rankings.corpus.open_corpus import Kind
from rankings.corpus.preview import Preview
from rankings.corpus.previewing import preview_corpus
from rankings.corpus.staging import MOST_IN_A_REQUEST, lazy_files, settle, staged_upload
from rankings.corpus.upload_jobs import GONE, upload_of
from rankings.desk.texts.preview import SystemPreview, preview_system
from rankings.desk.texts.readings import MoreSentences, read_outputs
from rankings.desk.texts.sentences import NewSentences, add_sentences
from rankings.desk.texts.systems import Look, NewOutputs, add_system
from rankings.formats.records import FormatError
from rankings.formats.results import from_json, to_json
from rankings.models import Campaign, CampaignFile, StagedUpload, System

PREVIEW_KIND = "rankings.preview-texts"
CHANGE_KIND = "rankings.change-texts"
CHANGED = "changed"

ADD, SENTENCES = "add", "sentences"
AnyPreview = SystemPreview | Preview
Named = tuple[str, Any]
"""The name of a file, and its content as bytes or as a file that is open."""
Change = System | int
"""The system that was added, or how many sentences were."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far files are.

    Attributes:
        state: "reading", "unusable", "ready", "storing", "failed" or "stored".
        preview: what they would change; None while nobody knows, and where it is done.
        job: that is working on them, or has failed.
        error: why the last job failed.
        system: key of the system that they have added.
    """

    state: str
    preview: AnyPreview | None = None
    job: Job | None = None
    error: str = ""
    system: int | None = None


def waiting_upload(campaign: Campaign, owner: User, token: UUID, *, locked: bool = False) -> StagedUpload:
    """The person's own upload for this campaign that changes its texts; Http404 for everything else."""
    upload = staged_upload(owner, token, campaign, locked=locked)
    if CHANGED not in upload.form and "change" not in upload.form.get("details", {}):
        raise Http404
    return upload


def waiting_uploads(campaign: Campaign, user: User) -> list[StagedUpload]:
    """The person's own files for this campaign that wait for confirmation."""
    own = StagedUpload.objects.filter(owner=user, campaign=campaign).select_related("job").defer("preview")
    return [one for one in own if "change" in one.form.get("details", {}) and one.form["files"]]


def stage_outputs(campaign: Campaign, user: User, file: Named, name: str) -> StagedUpload:
    """Keep the outputs of a further system of this name."""
    details = {"change": ADD, "name": name}
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
        kept = staged.finish({"change": SENTENCES, "documents": documents})
        if problems:
            raise FormatError(list(problems))
    except BaseException:
        staged.give_up()
        raise
    _drop_earlier(campaign, user, kept)
    staging.sweep(user, beside=kept)
    return kept


def standing_of(campaign: Campaign, upload: StagedUpload, user: User) -> Standing:
    """Look the files through, or have a worker do so where they are large."""
    if CHANGED in upload.form:
        return Standing("stored", system=upload.form[CHANGED])
    if is_being_stored(upload):
        return Standing("storing", job=upload.job)
    if is_large(upload):
        preview = _stored_preview(upload)
        if preview is None:
            if upload.job is None or upload.job.state == State.DONE:
                upload.job = upload_jobs.ask(upload, PREVIEW_KIND, user)
            if upload.job.is_final:
                return Standing("failed", job=upload.job, error=upload.job.error)
            return Standing("reading", job=upload.job)
    else:
        preview = preview_upload(campaign, upload)
    not_stored = upload.job if upload.job and upload.job.kind == CHANGE_KIND else None
    if preview.fatal:
        return Standing("unusable", preview, not_stored)
    error = not_stored.error if not_stored else ""
    return Standing("failed" if error else "ready", preview, not_stored, error)


def is_being_stored(upload: StagedUpload) -> bool:
    """Whether a worker is storing the texts, or will."""
    job = upload_jobs.working_job(upload)
    return job is not None and job.kind == CHANGE_KIND


def is_large(upload: StagedUpload) -> bool:
    """Whether reading and storing the files takes longer than a request should."""
    return sum(int(file["size"]) for file in upload.form["files"]) > MOST_IN_A_REQUEST


def preview_upload(campaign: Campaign, upload: StagedUpload, look: Look = lambda: None) -> AnyPreview:
    """What the files would change."""
    details = upload.form["details"]
    if details["change"] == SENTENCES:
        return preview_corpus(_more_sentences(campaign, upload), campaign.max_outputs, lambda _: look())
    (file,) = lazy_files(upload)
    return preview_system(campaign, read_outputs(campaign, details["name"], file))


def confirm(campaign: Campaign, upload: StagedUpload, user: User) -> Change | None:
    """Do what the files were previewed for; None where a worker does, or it was done before.

    Raises what `change_texts` raises.
    """
    if not is_large(upload):
        return change_texts(campaign, user, upload.token)
    preview = _stored_preview(upload)
    if preview is not None and not preview.fatal:
        upload.job = upload_jobs.ask(upload, CHANGE_KIND, user)
    return None


def change_texts(campaign: Campaign, owner: User, token: UUID, look: Look = lambda: None) -> Change | None:
    """Do what the upload was previewed for; None when it is done already.

    Raises:
        Refused: the campaign cannot be changed so.
        FormatError: the files have fatal problems.
        Http404: the upload is not there any more.
    """
    change: Change
    with transaction.atomic():
        upload = waiting_upload(campaign, owner, token, locked=True)
        if CHANGED in upload.form:
            return None
        details = upload.form["details"]
        if details["change"] == SENTENCES:
            texts = _new_sentences(campaign, upload)
            change = add_sentences(campaign, texts, owner, upload=upload, look=look)
        else:
            outputs = _new_outputs(campaign, upload, details["name"])
            change = add_system(campaign, details["name"], outputs, owner, upload=upload, look=look)
        settle(upload, {CHANGED: change.pk if isinstance(change, System) else None})
    return change


def compute_preview(run: JobRun) -> None:
    """The work of a job of kind `PREVIEW_KIND`."""
    upload, campaign = _waiting(run)
    run.progress(0.0, "Reading and comparing the files")
    preview = preview_upload(campaign, upload, run.look)
    with run.finishing() as stored:
        StagedUpload.objects.filter(pk=upload.pk).update(preview=to_json(preview))
        stored["url"] = reverse("campaigns:text-upload", args=[campaign.slug, upload.pk])


def change(run: JobRun) -> None:
    """The work of a job of kind `CHANGE_KIND`, in one transaction: judges see all of it or nothing."""
    upload, campaign = _waiting(run)
    run.progress(0.0, "Storing the texts: all of them, or none")
    try:
        with transaction.atomic():
            change_texts(campaign, upload.owner, upload.token, run.look)
            with run.finishing() as stored:
                stored["url"] = reverse("campaigns:texts", args=[campaign.slug])
    except Http404 as gone:
        raise JobError(GONE) from gone
    except Refused as refusal:
        raise JobError(str(refusal)) from refusal
    except FormatError as error:
        raise JobError(str(error.problems[0])) from error


def _stored_preview(upload: StagedUpload) -> AnyPreview | None:
    """What a worker computed; None where none did, or an earlier version of the program."""
    if upload.preview is None:
        return None
    try:
        preview = upload.preview
        if upload.form["details"]["change"] == SENTENCES:
            return from_json(Preview, preview)
        return from_json(SystemPreview, preview)
    except ValueError:
        return None


def _drop_earlier(campaign: Campaign, user: User, kept: StagedUpload) -> None:
    """New files for the same purpose take the place of those that still wait."""
    purpose = kept.form["details"]["change"]
    for earlier in waiting_uploads(campaign, user):
        same = earlier.form["details"]["change"] == purpose
        if same and earlier.pk != kept.pk and not is_being_stored(earlier):
            upload_jobs.drop(earlier)


def _waiting(run: JobRun) -> tuple[StagedUpload, Campaign]:
    upload = upload_of(run)
    if upload.campaign is None:
        raise JobError(GONE)
    return upload, upload.campaign


def _new_outputs(campaign: Campaign, upload: StagedUpload, name: str) -> NewOutputs:
    (file,) = lazy_files(upload)
    read = read_outputs(campaign, name, file)
    if not read.usable:
        raise FormatError(list(read.problems))
    return NewOutputs(read.texts, file.name, file.sha256, file.size)


def _more_sentences(campaign: Campaign, upload: StagedUpload) -> MoreSentences:
    return MoreSentences(campaign, list(lazy_files(upload)), upload.form["details"]["documents"])


def _new_sentences(campaign: Campaign, upload: StagedUpload) -> NewSentences:
    corpus = _more_sentences(campaign, upload)
    outputs: dict[str, Sequence[str]] = {}
    of_outputs: list[Any] = []
    for system in corpus.systems:
        read = corpus.read(system, check_content=False)
        of_outputs += read.problems
        outputs[system] = read.lines or ()
    if problems := [problem for problem in corpus.problems_with(of_outputs) if problem.fatal]:
        raise FormatError(problems)
    files = [
        CampaignFile(kind=file.kind, name=file.name[:255], sha256=file.sha256, size=file.size)
        for file in lazy_files(upload)
        if file.kind != Kind.DOCUMENTS or upload.form["details"]["documents"] == "file"
    ]
    return NewSentences(corpus.sentences, corpus.documents, outputs, files)
