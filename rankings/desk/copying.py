"""A new campaign with the texts, settings and questions of another, without people and rankings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.corpus.storing import Texts, store_texts
from rankings.models import (
    Campaign,
    CampaignFile,
    Item,
    ItemOutput,
    ItemOutputSystem,
    Membership,
    Output,
    Sentence,
)

# Every other field of a campaign is a setting, and copied.
NOT_COPIED = frozenset(
    {
        "id",
        "slug",
        "title",
        "state",
        "seed",
        "guidelines_version",
        "created_by",
        "created_at",
    }
    | {"opened_at", "closed_at", "archived_at"}
)
TEXT_FILES = (CampaignFile.Kind.SOURCE, CampaignFile.Kind.OUTPUT, CampaignFile.Kind.DOCUMENTS)
KNOWN = (Item.Purpose.CHECK, Item.Purpose.TRAINING)


@dataclass(frozen=True, slots=True)
class NewName:
    """Title and address of the copy."""

    title: str
    slug: str


@transaction.atomic
def copy_campaign(campaign: Campaign, name: NewName, actor: User) -> Campaign:
    """Copy a campaign as a draft that `actor` owns.

    Copied are settings, texts, plan with training and check items, the guidelines in force and the survey.
    Not copied are items that judges rank, judges, rankings, reports, metrics and the team.

    Raises:
        Refused: the address is taken.
    """
    copy = _begin(campaign, name, actor)
    store_texts(copy, _texts(campaign))
    _complete(campaign, copy, actor)
    return copy


def _begin(campaign: Campaign, name: NewName, owner: User) -> Campaign:
    fields = [field.attname for field in Campaign._meta.concrete_fields if field.name not in NOT_COPIED]
    values = {field: getattr(campaign, field) for field in fields}
    try:
        with transaction.atomic():
            return Campaign.objects.create(**values, slug=name.slug, title=name.title, created_by=owner)
    except IntegrityError:
        if Campaign.objects.filter(slug=name.slug).exists():
            raise Refused(
                f"The address “{name.slug}” is taken by another campaign. Choose another."
            ) from None
        raise


def _texts(campaign: Campaign) -> Texts:
    sentences = Sentence.objects.filter(campaign=campaign).order_by("index")
    rows = list(sentences.values_list("text", "document__position", "document__name"))
    systems = dict(campaign.systems.taking_part().order_by("pk").values_list("name", "pk"))

    def outputs_of(name: str) -> Sequence[str]:
        outputs = Output.objects.filter(system=systems[name]).order_by("sentence__index")
        return list(outputs.values_list("text", flat=True))

    return Texts(
        [text for text, *_ in rows],
        list(_document_names([(position, name) for _, position, name in rows])),
        list(systems),
        outputs_of,
    )


def _document_names(documents: Sequence[tuple[int, str]]) -> Iterator[str]:
    """The name of each sentence's document. Neighbours are divided by their names alone, so these differ."""
    last: tuple[int, str] | None = None
    given = ""
    for position, name in documents:
        if last is None or position != last[0]:
            given = f"{name or 'document'} ({position + 1})" if last is not None and name == last[1] else name
            last = (position, name)
        yield given


def _complete(campaign: Campaign, copy: Campaign, owner: User) -> None:
    """Copy what is small, and hand the copy over to its owner."""
    files = campaign.files.filter(kind__in=TEXT_FILES)
    CampaignFile.objects.bulk_create(
        CampaignFile(campaign=copy, kind=file.kind, name=file.name, sha256=file.sha256, size=file.size)
        for file in files
    )
    _copy_known_items(campaign, copy)
    Membership.objects.create(campaign=copy, user=owner, role=Membership.Role.OWNER)
    record_event(owner, "campaign.copy", copy.pk, slug=copy.slug, copied_from=campaign.slug)


def _copy_known_items(campaign: Campaign, copy: Campaign) -> None:
    """Training and check items, which belong to the plan; their answers do not."""
    sentences = dict(copy.sentences.values_list("index", "pk"))
    systems = dict(copy.systems.values_list("name", "pk"))
    known = campaign.items.filter(purpose__in=KNOWN, retired_at=None).select_related("sentence")
    originals = list(known.order_by("number"))
    items = Item.objects.bulk_create(
        Item(
            campaign=copy,
            sentence_id=sentences[item.sentence.index],
            number=number,
            label=item.label,
            purpose=item.purpose,
            check_kind=item.check_kind,
            expected=item.expected,
            explanation=item.explanation,
        )
        for number, item in enumerate(originals)
    )
    new_item = {old.pk: new.pk for old, new in zip(originals, items, strict=True)}
    old_outputs = list(ItemOutput.objects.filter(item__in=originals).order_by("item_id", "position"))
    outputs = ItemOutput.objects.bulk_create(
        ItemOutput(item_id=new_item[output.item_id], position=output.position, text=output.text)
        for output in old_outputs
    )
    new_output = {old.pk: new.pk for old, new in zip(old_outputs, outputs, strict=True)}
    producers: Any = ItemOutputSystem.objects.filter(item__in=originals, system__retired_at=None)
    ItemOutputSystem.objects.bulk_create(
        ItemOutputSystem(item_id=new_item[item], output_id=new_output[output], system_id=systems[name])
        for item, output, name in producers.values_list("item_id", "output_id", "system__name")
    )
