"""Files that change the texts of a campaign: kept until they are confirmed, previewed, and stored.

Large ones are worked on by jobs, like files of new campaigns; the same code does both.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.words import joined, packed_within, unpacked_within, words
from rankings.access.refusals import Refused
from rankings.corpus.open_corpus import Kind
from rankings.corpus.preview import Preview
from rankings.corpus.previewing import preview_corpus
from rankings.corpus.staging import MOST_IN_A_REQUEST, lazy_files, settle, staged_upload
from rankings.corpus.upload_jobs import GONE, upload_of
from rankings.desk.texts.preview import Progress, SystemPreview, preview_system
from rankings.desk.texts.readings import MoreSentences, read_outputs
from rankings.desk.texts.sentences import NewSentences, add_sentences
from rankings.desk.texts.systems import Look, NewOutputs, add_system, replace_system, system_to_change
from rankings.formats.json_form import from_json, to_json
from rankings.formats.records import FormatError
from rankings.models import Campaign, CampaignFile, StagedUpload, TextChange

PREVIEW_KIND = "rankings.preview-texts"
CHANGE_KIND = "rankings.change-texts"
CHANGED = "changed"

ADD, REPLACE, SENTENCES = "add", "replace", "sentences"
AnyPreview = SystemPreview | Preview


def waiting_upload(campaign: Campaign, owner: User, token: UUID, *, locked: bool = False) -> StagedUpload:
    """The person's own upload for this campaign that changes its texts; Http404 for everything else."""
    upload = staged_upload(owner, token, campaign, locked=locked)
    if CHANGED not in upload.form and "change" not in upload.form.get("details", {}):
        raise Http404
    return upload


def is_large(upload: StagedUpload) -> bool:
    """Whether reading and comparing the files takes longer than a request should."""
    systems = upload.campaign.systems.count() if upload.campaign else 0
    whole = sum(int(file["size"]) for file in upload.form["files"])
    weight = 1 if upload.form["details"]["change"] == SENTENCES else 1 + systems
    return whole * weight > MOST_IN_A_REQUEST


def stored_preview(upload: StagedUpload) -> AnyPreview | None:
    """What a worker computed; None where none did, or an earlier version of the program."""
    if upload.preview is None:
        return None
    try:
        preview = unpacked_within(upload.preview)
        if upload.form["details"]["change"] == SENTENCES:
            return from_json(Preview, preview)
        return from_json(SystemPreview, preview)
    except ValueError:
        return None


def preview_upload(
    campaign: Campaign, upload: StagedUpload, progress: Progress = lambda share: None
) -> AnyPreview:
    """What the files would change. Raises `Refused` when the system to be replaced is gone."""
    details = upload.form["details"]
    if details["change"] == SENTENCES:
        return preview_corpus(_more_sentences(campaign, upload), campaign.max_outputs, progress)
    former = None
    if details["change"] == REPLACE:
        former = system_to_change(campaign, details["system"])
    (file,) = lazy_files(upload)
    read = read_outputs(campaign, former.name if former else details["name"], file)
    return preview_system(campaign, read, former, details["seed"], progress)


def change_texts(
    campaign: Campaign,
    owner: User,
    token: UUID,
    choices: Mapping[str, bool],
    look: Look = lambda: None,
) -> TextChange | None:
    """Do what the upload was previewed for; None when it is done already.

    `choices` are those of the person: "rebuild" for a system that is added, "discard" for one that is
    replaced.

    Raises:
        Refused: the campaign cannot be changed so.
        FormatError: the files have fatal problems.
        Http404: the upload is not there any more.
    """
    with transaction.atomic():
        upload = waiting_upload(campaign, owner, token, locked=True)
        if CHANGED in upload.form:
            return None
        details = upload.form["details"]
        if details["change"] == SENTENCES:
            change = add_sentences(
                campaign, _new_sentences(campaign, upload), owner, upload=upload, look=look
            )
        elif details["change"] == REPLACE:
            change = replace_system(
                campaign,
                details["system"],
                _new_outputs(campaign, upload, system_to_change(campaign, details["system"]).name),
                owner,
                discard=choices.get("discard", False),
                seed=details["seed"],
                upload=upload,
                look=look,
            )
        else:
            change = add_system(
                campaign,
                details["name"],
                _new_outputs(campaign, upload, details["name"]),
                owner,
                rebuild=choices.get("rebuild", False),
                seed=details["seed"],
                upload=upload,
                look=look,
            )
        settle(upload, {CHANGED: change.pk})
    return change


def compute_preview(run: JobRun) -> None:
    """The work of a job of kind `PREVIEW_KIND`."""
    upload, campaign = _waiting(run)
    said = words("Reading and comparing the files")
    run.progress(0.0, said)
    try:
        preview = preview_upload(campaign, upload, lambda share: run.progress(share, said))
    except Refused as refusal:
        raise JobError(joined(" ", refusal.worded)) from refusal
    with run.finishing() as stored:
        StagedUpload.objects.filter(pk=upload.pk).update(preview=packed_within(to_json(preview)))
        stored["url"] = reverse("campaigns:text-upload", args=[campaign.slug, upload.pk])


def change(run: JobRun) -> None:
    """The work of a job of kind `CHANGE_KIND`, in one transaction: judges see all of it or nothing."""
    upload, campaign = _waiting(run)
    run.progress(0.0, words("Storing the texts: all of them, or none"))
    try:
        with transaction.atomic():
            change_texts(campaign, upload.owner, upload.token, run.arguments["choices"], run.look)
            with run.finishing() as stored:
                stored["url"] = reverse("campaigns:texts", args=[campaign.slug])
    except Http404 as gone:
        raise JobError(GONE) from gone
    except Refused as refusal:
        raise JobError(joined(" ", refusal.worded)) from refusal
    except FormatError as error:
        raise JobError(error.in_words(1)) from error


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
