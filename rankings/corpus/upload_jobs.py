"""Previews of large uploads, and campaigns made of them: the work of jobs, because a request would not last.

The texts of a campaign are stored in many short transactions, so that others can write meanwhile, and an
attempt that was interrupted is continued. Until the last of them the campaign has no members, and `made_from`
names its upload: nobody can open it. What is given up is deleted.
"""

from datetime import datetime
from uuid import UUID, uuid4

from django.db import InterfaceError, OperationalError, transaction
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.jobs import services
from appraise_gec.jobs.models import WORKING_STATES, Job
from appraise_gec.jobs.running import JobError, JobRun, LeaseLost, WorkerStopping
from rankings.access.refusals import Refused
from rankings.corpus.creation import (
    begin_campaign,
    checked_details,
    complete_campaign,
    kept_files,
    spacing_set,
)
from rankings.corpus.preview import Preview
from rankings.corpus.previewing import preview_corpus
from rankings.corpus.staging import KEPT_FOR, lazy_files, open_corpus, settle
from rankings.corpus.storing import DELETE_KIND, Texts, delete_part, delete_texts, store_texts
from rankings.formats.records import FormatError
from rankings.formats.results import from_json, to_json
from rankings.models import Campaign, StagedUpload

PREVIEW_KIND = "rankings.preview-campaign"
CREATE_KIND = "rankings.create-campaign"
GONE = "The uploaded files are not there any more. Upload them again."


def ask(upload: StagedUpload, kind: str, user: User, **further: object) -> Job:
    """Have a worker do this with the files. While a worker is at them, that job is given instead."""
    with transaction.atomic():
        current = StagedUpload.objects.select_for_update().get(pk=upload.pk)
        if (working := working_job(current)) is not None:
            return working
        arguments = {"upload": str(upload.pk), **further}
        job = services.enqueue(kind, arguments, user)
        current.job = job
        current.expires_at = max(current.expires_at, _kept_from_now())
        current.save(update_fields=["job", "expires_at"])
    return job


def working_job(upload: StagedUpload) -> Job | None:
    """The job that is at the files of this upload, or will be."""
    return upload.job if upload.job is not None and not upload.job.is_final else None


def drop(upload: StagedUpload) -> None:
    """Delete an upload, and cancel the work on it."""
    if (working := working_job(upload)) is not None:
        services.cancel(working)
    upload.delete()


def stored_preview(upload: StagedUpload) -> Preview | None:
    """What a worker computed; None where none did, or an earlier version of the program."""
    if upload.preview is None:
        return None
    try:
        return from_json(Preview, upload.preview)
    except ValueError:
        return None


def upload_of(run: JobRun) -> StagedUpload:
    """The upload that the job is at. Raises JobError when it is gone, or a newer job is at it."""
    uploads = StagedUpload.objects.select_related("owner")
    upload = uploads.filter(pk=run.arguments["upload"], job=run.job.pk).first()
    if upload is None:
        raise JobError(GONE)
    return upload


def compute_preview(run: JobRun) -> None:
    """The work of a job of kind `PREVIEW_KIND`."""
    upload = upload_of(run)
    try:
        details = checked_details(upload)
    except Refused as refusal:
        raise JobError(str(refusal)) from refusal
    run.progress(0.0, "Reading the files")
    corpus = open_corpus(lazy_files(upload), documents=details.documents, include_input=details.include_input)
    preview = preview_corpus(
        corpus,
        details.max_outputs,
        lambda share: run.progress(share, "Reading and comparing the files"),
    )
    with run.finishing() as stored:
        StagedUpload.objects.filter(pk=upload.pk).update(preview=to_json(preview))
        stored["url"] = reverse("campaigns:preview", args=[upload.pk])


def create(run: JobRun) -> None:
    """The work of a job of kind `CREATE_KIND`."""
    upload = upload_of(run)
    if "campaign" in upload.form:
        with run.finishing() as stored:
            stored["url"] = Campaign.objects.get(pk=upload.form["campaign"]).get_absolute_url()
        return
    try:
        _create(run, upload)
    except (LeaseLost, WorkerStopping, OperationalError, InterfaceError):
        raise  # Another attempt goes on with what is stored.
    except Refused as refusal:
        give_up(upload.token)
        raise JobError(str(refusal)) from refusal
    except FormatError as error:
        give_up(upload.token)
        raise JobError(str(error.problems[0])) from error
    except Exception:
        give_up(upload.token)
        raise


def give_up(token: UUID) -> None:
    """Delete what is stored of the campaign that was being made from an upload."""
    # Under names of its own first, so that neither another attempt nor another campaign meets what is left.
    left = Campaign.objects.filter(made_from=token).first()
    if left is not None and _set_aside(left):
        delete_texts(left)


def delete_abandoned() -> int:
    """Delete a part of a campaign whose making or deletion has ended early; workers call this often."""
    working = StagedUpload.objects.filter(job__state__in=WORKING_STATES).values("pk")
    deleting = Job.objects.filter(kind=DELETE_KIND, state__in=WORKING_STATES)
    in_hand = [arguments["campaign"] for arguments in deleting.values_list("arguments", flat=True)]
    unfinished = Campaign.objects.exclude(made_from=None).exclude(pk__in=in_hand)
    abandoned = unfinished.exclude(made_from__in=working).first()
    if abandoned is None or not _set_aside(abandoned):
        return 0
    delete_part(abandoned)
    return 1


def _create(run: JobRun, upload: StagedUpload) -> None:
    run.progress(0.0, "Reading the files")
    details = checked_details(upload)
    files = lazy_files(upload)
    corpus = open_corpus(files, documents=details.documents, include_input=details.include_input)
    if problems := [problem for problem in corpus.problems_with([]) if problem.fatal]:
        raise FormatError(problems)
    texts = Texts(corpus.sentences, corpus.documents, corpus.systems, corpus.outputs_of)
    campaign = Campaign.objects.filter(made_from=upload.token).first()
    if campaign is None:
        with run.keeping(0.0, "Storing the texts"):
            campaign = begin_campaign(upload.owner, details, texts, made_from=upload.token)
    store_texts(campaign, texts, batch=lambda share: run.keeping(share, "Storing the texts"))
    kept = kept_files(files, details)
    with run.finishing() as stored:
        complete_campaign(campaign, upload.owner, texts, kept, spacing_set(files))
        settle(upload, {"campaign": campaign.pk})
        stored["url"] = campaign.get_absolute_url()


def _set_aside(campaign: Campaign) -> bool:
    mine = Campaign.objects.filter(pk=campaign.pk, made_from=campaign.made_from)
    token = uuid4()
    return bool(mine.update(made_from=token, slug=f"deleted-{token}"))


def _kept_from_now() -> datetime:
    return timezone.now() + KEPT_FOR
