"""Make a campaign of texts: everything in the transaction around it, or nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access import Refused
from rankings.corpus.open_corpus import DOCUMENTS, OUTPUTS, SOURCE, Documents, OpenCorpus
from rankings.corpus.storing import Look, Texts, store_texts
from rankings.formats.records import FormatError
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.models import Campaign, CampaignFile, Membership
from rankings.uploads.files import NamedFile

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
    these. `names` and `spacing` are as of `OpenCorpus`.

    Raises:
        FormatError: a file has a fatal problem.
        Refused: the address is taken.
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
    texts = Texts(corpus.sentences, corpus.documents, corpus.systems, corpus.outputs_of)
    store_texts(campaign, texts, look)
    CampaignFile.objects.bulk_create(campaign_files(campaign, files, details.documents))
    Membership.objects.create(campaign=campaign, user=owner, role=Membership.Role.OWNER)
    changed = [f"{file}: {style}" for file, style in (spacing or {}).items()]
    record_event(
        owner,
        "campaign.create",
        campaign.pk,
        slug=campaign.slug,
        sentences=len(texts.sentences),
        systems=len(texts.systems),
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
