"""Making a campaign of its files, and storing its texts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, repeat
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Model

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.database import Row, analyze_tables, insert_rows
from rankings.access import Refused
from rankings.corpus.open_corpus import DOCUMENTS, OUTPUTS, SOURCE, Documents, OpenCorpus
from rankings.formats.records import FormatError
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.models import Campaign, CampaignFile, Document, Membership, Output, Sentence, System
from rankings.uploads.files import NamedFile

BATCH = 10_000

Look = Callable[[float], None]
"""Told the share that is done; what it raises ends the work."""


def store_sentences(campaign: Campaign, sentences: Sequence[str], documents: Sequence[str]) -> list[int]:
    """Store sentences in new documents after those of the campaign; returns their keys, in their order."""
    groups = [(name, sum(1 for _ in members)) for name, members in groupby(documents)]
    first, first_document = campaign.sentences.count(), campaign.documents.count()
    _insert(
        Document,
        ("campaign", "position", "name"),
        ((campaign.pk, first_document + place, name) for place, (name, _) in enumerate(groups)),
    )
    new = Document.objects.filter(campaign=campaign, position__gte=first_document).order_by("position")
    document_of = [
        key
        for key, (_, length) in zip(new.values_list("pk", flat=True), groups, strict=True)
        for _ in range(length)
    ]
    _insert(
        Sentence,
        ("campaign", "document", "index", "text"),
        (
            (campaign.pk, document, first + place, text)
            for place, (document, text) in enumerate(zip(document_of, sentences, strict=True))
        ),
    )
    stored = Sentence.objects.filter(campaign=campaign, index__gte=first).order_by("index")
    return list(stored.values_list("pk", flat=True))


def store_outputs(system: System, sentences: Sequence[int], outputs: Iterable[str]) -> None:
    """Store what a system made of sentences, given their keys."""
    _insert(Output, ("system", "sentence", "text"), zip(repeat(system.pk), sentences, outputs, strict=False))


def _insert(model: type[Model], fields: Sequence[str], rows: Iterable[Row]) -> None:
    waiting = iter(rows)
    while batch := list(islice(waiting, BATCH)):
        insert_rows(model, fields, batch)


KINDS = {
    SOURCE: CampaignFile.Kind.SOURCE,
    OUTPUTS: CampaignFile.Kind.OUTPUT,
    DOCUMENTS: CampaignFile.Kind.DOCUMENTS,
}


@dataclass(frozen=True, slots=True)
class CampaignDetails:
    """The details of a new campaign, apart from its files."""

    title: str
    slug: str
    documents: str = Documents.BLANK_LINES
    language: str = ""
    direction: str = Campaign.Direction.AUTO
    max_outputs: int = 5
    include_input: bool = True

    @classmethod
    def of(cls, cleaned: Mapping[str, Any]) -> "CampaignDetails":
        """From a valid form."""
        return cls(**{name: cleaned[name] for name in cls.__dataclass_fields__})


@transaction.atomic
def create_campaign(
    owner: User,
    details: CampaignDetails,
    files: Sequence[NamedFile],
    *,
    names: Mapping[str, str] | None = None,
    spacing: Mapping[str, str] | None = None,
    look: Look = lambda share: None,
) -> Campaign:
    """Make a draft campaign owned by `owner` from its files.

    They are read one after another, and not looked through for what only gives warnings: a preview has shown
    these. Raises FormatError for a fatal problem, Refused where the address is taken.
    """
    corpus = OpenCorpus(
        files,
        documents=details.documents,
        include_input=details.include_input,
        names=names,
        spacing=spacing,
    )
    if problems := [problem for problem in corpus.problems_with([]) if problem.fatal]:
        raise FormatError(problems)
    campaign = _begin(owner, details, include_input=INPUT_SYSTEM in corpus.systems)
    keys = store_sentences(campaign, corpus.sentences, corpus.documents)
    systems = System.objects.bulk_create(
        System(campaign=campaign, name=name, is_input=name == INPUT_SYSTEM) for name in corpus.systems
    )
    for done, system in enumerate(systems, start=1):
        look(done / (len(systems) + 1))
        store_outputs(system, keys, corpus.outputs_of(system.name))
    analyze_tables((Document, Sentence, System, Output))
    CampaignFile.objects.bulk_create(campaign_files(campaign, files, details.documents))
    Membership.objects.create(campaign=campaign, user=owner, role=Membership.Role.OWNER)
    changed = [f"{file}: {style}" for file, style in (spacing or {}).items()]
    record_event(
        owner,
        "campaign.create",
        campaign.pk,
        slug=campaign.slug,
        sentences=len(corpus.sentences),
        systems=len(systems),
        **({"punctuation_set": changed} if changed else {}),
    )
    return campaign


def campaign_files(campaign: Campaign, files: Sequence[NamedFile], documents: str) -> list[CampaignFile]:
    """What a campaign remembers of the files that its texts came from."""
    return [
        CampaignFile(
            campaign=campaign,
            kind=KINDS[file.role],
            name=file.name[:255],
            sha256=file.sha256,
            size=file.size,
        )
        for file in files
        if file.role in KINDS and (file.role != DOCUMENTS or documents == Documents.FILE)
    ]


def _begin(owner: User, details: CampaignDetails, *, include_input: bool) -> Campaign:
    try:
        with transaction.atomic():
            return Campaign.objects.create(
                slug=details.slug,
                title=details.title,
                language=details.language,
                direction=details.direction,
                max_outputs=details.max_outputs,
                include_input=include_input,
                created_by=owner,
            )
    except IntegrityError:
        if Campaign.objects.filter(slug=details.slug).exists():
            raise Refused(
                f"The address “{details.slug}” is taken by another campaign. Choose another."
            ) from None
        raise
