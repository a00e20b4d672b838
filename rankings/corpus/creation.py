"""Make a campaign from files that were read without a fatal problem: everything in one transaction."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.http import Http404

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.bulk_rows import analyze_tables
from rankings.access.refusals import Refused
from rankings.corpus.forms import CampaignDetailsForm, NewCampaignForm
from rankings.corpus.open_corpus import Kind, NamedFile
from rankings.corpus.staging import (
    kinds_of_files,
    open_corpus,
    settle,
    staged_files,
    staged_upload,
)
from rankings.corpus.storing import Texts, store_texts
from rankings.formats.corpus import CorpusReading
from rankings.formats.records import FormatError
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.models import (
    Campaign,
    CampaignFile,
    Document,
    Membership,
    Output,
    Sentence,
    StagedUpload,
    System,
)


@dataclass(frozen=True, slots=True)
class CampaignDetails:
    """The details of a new campaign, apart from its files."""

    title: str
    slug: str
    documents: str = CampaignDetailsForm.Documents.BLANK_LINES
    language: str = ""
    direction: str = Campaign.Direction.AUTO
    max_outputs: int = 5
    include_input: bool = True


def create_from_upload(owner: User, token: UUID) -> Campaign:
    """Make the campaign of a confirmed upload; confirming again returns the same campaign.

    Raises `Refused` when details are unusable or the address was taken meanwhile, FormatError when the files
    have fatal problems, and Http404 when the upload is not the person's own or has expired.
    """
    with transaction.atomic():
        upload = staged_upload(owner, token, locked=True)
        if "campaign" in upload.form:
            made = Campaign.objects.filter(pk=upload.form["campaign"]).first()
            if made is None:
                raise Http404
            return made
        details = checked_details(upload)
        campaign = create_campaign(owner, details, staged_files(upload))
        settle(upload, {"campaign": campaign.pk})
    return campaign


def create_campaign(
    owner: User,
    details: CampaignDetails,
    files: Sequence[NamedFile],
    *,
    reading: CorpusReading | None = None,
) -> Campaign:
    """Make a draft campaign owned by `owner` from its files.

    `reading` may be given when the files have been read already. Else they are read one after another, and
    not looked through for what only gives warnings: a preview has shown these. Raises FormatError with every
    problem when one is fatal, and `Refused` when the address is taken.
    """
    if reading is not None:
        if not reading.usable:
            raise FormatError(list(reading.problems))
        texts = Texts(reading.sentences, reading.documents, reading.systems, reading.outputs.__getitem__)
        return _create(owner, details, files, texts)
    corpus = open_corpus(files, documents=details.documents, include_input=details.include_input)
    try:
        if problems := [problem for problem in corpus.problems_with([]) if problem.fatal]:
            raise FormatError(problems)
        texts = Texts(corpus.sentences, corpus.documents, corpus.systems, corpus.outputs_of)
        return _create(owner, details, files, texts)
    except FormatError:
        raise FormatError(list(corpus.read_all().problems)) from None


def _create(owner: User, details: CampaignDetails, files: Sequence[NamedFile], texts: Texts) -> Campaign:
    with transaction.atomic():
        campaign = begin_campaign(owner, details, texts)
        store_texts(campaign, texts, batch=lambda share: nullcontext())
        complete_campaign(campaign, owner, texts, kept_files(files, details), spacing_set(files))
    return campaign


def begin_campaign(
    owner: User, details: CampaignDetails, texts: Texts, made_from: UUID | None = None
) -> Campaign:
    """The row of a campaign without texts and members. Raises `Refused` when the address is taken."""
    try:
        with transaction.atomic():
            return Campaign.objects.create(
                slug=details.slug,
                title=details.title,
                language=details.language,
                direction=details.direction,
                max_outputs=details.max_outputs,
                include_input=INPUT_SYSTEM in texts.systems,
                created_by=owner,
                made_from=made_from,
            )
    except IntegrityError:
        if Campaign.objects.filter(slug=details.slug).exists():
            raise Refused(
                f"The address “{details.slug}” is taken by another campaign. Choose another."
            ) from None
        raise


def kept_files(files: Sequence[NamedFile], details: CampaignDetails) -> list[CampaignFile]:
    """What a campaign remembers of the files that its texts came from."""
    return [
        CampaignFile(kind=file.kind, name=file.name[:255], sha256=file.sha256, size=file.size)
        for file in files
        if file.kind != Kind.DOCUMENTS or details.documents == CampaignDetailsForm.Documents.FILE
    ]


def spacing_set(files: Sequence[NamedFile]) -> list[str]:
    """Files in which spaces around punctuation were changed, and how; for the history."""
    return [f"{file.name}: {file.spacing}" for file in files if file.spacing]


def complete_campaign(
    campaign: Campaign,
    owner: User,
    texts: Texts,
    files: Sequence[CampaignFile],
    spacing: Sequence[str] = (),
) -> None:
    """Hand a campaign whose texts are stored over to its owner."""
    for file in files:
        file.campaign = campaign
    CampaignFile.objects.bulk_create(files)
    analyze_tables((Document, Sentence, System, Output))
    Membership.objects.create(campaign=campaign, user=owner, role=Membership.Role.OWNER)
    if campaign.made_from is not None:
        campaign.made_from = None
        campaign.save(update_fields=["made_from"])
    record_event(
        owner,
        "campaign.create",
        campaign.pk,
        slug=campaign.slug,
        sentences=len(texts.sentences),
        systems=len(texts.systems),
        **({"punctuation_set": list(spacing)} if spacing else {}),
    )


def checked_details(upload: StagedUpload) -> CampaignDetails:
    """The details that came with an upload. Raises `Refused` as long as some are missing or unusable."""
    form = NewCampaignForm(upload.form["details"], kept=kinds_of_files(upload))
    form.upload_token = upload.token
    if not form.is_valid():
        raise Refused(*(str(reason) for reasons in form.errors.values() for reason in reasons))
    return details_of(form.cleaned_data)


def details_of(cleaned: dict[str, Any]) -> CampaignDetails:
    """Details from a valid form."""
    return CampaignDetails(**{name: cleaned[name] for name in CampaignDetailsForm.base_fields})
