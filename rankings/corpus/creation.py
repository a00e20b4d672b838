"""Make a campaign from files that were read without a fatal problem: everything in one transaction."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.http import Http404

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.corpus.forms import CampaignDetailsForm, NewCampaignForm
from rankings.corpus.staging import (
    CorpusFile,
    kinds_of_files,
    read_files,
    settle,
    staged_files,
    staged_upload,
)
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

BATCH = 5_000


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
    files: Sequence[CorpusFile],
    *,
    reading: CorpusReading | None = None,
) -> Campaign:
    """Make a draft campaign owned by `owner` from its files.

    `reading` may be given when the files have been read already. Raises FormatError with every problem when
    one is fatal, and `Refused` when the address is taken.
    """
    if details.documents != CampaignDetailsForm.Documents.FILE:
        files = [file for file in files if file.kind != CampaignFile.Kind.DOCUMENTS]
    if reading is None:
        reading = read_files(list(files), documents=details.documents, include_input=details.include_input)
    if not reading.usable:
        raise FormatError(list(reading.problems))
    try:
        with transaction.atomic():
            campaign = Campaign.objects.create(
                slug=details.slug,
                title=details.title,
                language=details.language,
                direction=details.direction,
                max_outputs=details.max_outputs,
                include_input=INPUT_SYSTEM in reading.outputs,
                created_by=owner,
            )
            Membership.objects.create(campaign=campaign, user=owner, role=Membership.Role.OWNER)
            CampaignFile.objects.bulk_create(
                CampaignFile(
                    campaign=campaign,
                    kind=file.kind,
                    name=file.name[:255],
                    sha256=file.sha256,
                    size=len(file.content),
                )
                for file in files
            )
            _store_texts(campaign, reading)
            record_event(
                owner,
                "campaign.create",
                campaign.pk,
                slug=campaign.slug,
                sentences=len(reading.sentences),
                systems=len(reading.outputs),
            )
    except IntegrityError:
        if Campaign.objects.filter(slug=details.slug).exists():
            raise Refused(
                f"The address “{details.slug}” is taken by another campaign. Choose another."
            ) from None
        raise
    return campaign


def checked_details(upload: StagedUpload) -> CampaignDetails:
    """The details that came with an upload. Raises `Refused` as long as some are missing or unusable."""
    form = NewCampaignForm(upload.form["details"], kept=kinds_of_files(upload))
    if not form.is_valid():
        raise Refused(*(str(reason) for reasons in form.errors.values() for reason in reasons))
    return details_of(form.cleaned_data)


def details_of(cleaned: dict[str, Any]) -> CampaignDetails:
    """Details from a valid form."""
    return CampaignDetails(**{name: cleaned[name] for name in CampaignDetailsForm.base_fields})


def _store_texts(campaign: Campaign, reading: CorpusReading) -> None:
    names = [name for name, _ in groupby(reading.documents)]
    documents = Document.objects.bulk_create(
        Document(campaign=campaign, position=position, name=name) for position, name in enumerate(names)
    )
    sentences = Sentence.objects.bulk_create(_sentences(campaign, documents, reading), batch_size=BATCH)
    systems = System.objects.bulk_create(
        System(campaign=campaign, name=name, is_input=name == INPUT_SYSTEM) for name in reading.outputs
    )
    outputs = (
        Output(system=system, sentence=sentence, text=text)
        for system in systems
        for sentence, text in zip(sentences, reading.outputs[system.name], strict=True)
    )
    while batch := list(islice(outputs, BATCH)):
        Output.objects.bulk_create(batch)


def _sentences(campaign: Campaign, documents: list[Document], reading: CorpusReading) -> Iterator[Sentence]:
    position = -1
    previous: str | None = None
    for index, (name, text) in enumerate(zip(reading.documents, reading.sentences, strict=True)):
        if name != previous:
            position += 1
            previous = name
        yield Sentence(campaign=campaign, document=documents[position], index=index, text=text)
