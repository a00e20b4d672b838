"""Texts of a campaign into the database, in batches, from where an interrupted attempt left off."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import groupby, repeat

from django.db import transaction

from appraise_gec.bulk_rows import Row, insert_rows
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.models import Assignment, Campaign, Document, Item, Output, Ranking, Sentence, System

BATCH = 10_000
# Rows with all that hangs on them: a ranking has a rank for each output.
DELETED_AT_ONCE = 1_000
DELETE_KIND = "rankings.delete-campaign"

# A transaction for one batch; told the share of the texts that is stored with it.
Batch = Callable[[float], AbstractContextManager[object]]


@dataclass(frozen=True, slots=True)
class Texts:
    """What is stored. Everything is in the order of the source.

    Attributes:
        sentences: the source sentences.
        documents: for every sentence, the identifier of its document.
        systems: names, INPUT included where it takes part.
        outputs_of: reads one output per sentence of a system. Called for one system after another, so that
            the outputs of one alone need to be in memory.
    """

    sentences: Sequence[str]
    documents: Sequence[str]
    systems: Sequence[str]
    outputs_of: Callable[[str], Sequence[str]]


def store_texts(campaign: Campaign, texts: Texts, batch: Batch) -> None:
    """Store what is not stored yet.

    Batches are stored in a fixed order and each as a whole, so that the number of rows says which are there.
    """
    number = len(texts.sentences)
    every = number * (len(texts.systems) + 1)
    _store_sentences(campaign, texts, lambda done: batch(done / every))
    systems = _store_systems(campaign, texts, batch)
    keys = list(Sentence.objects.filter(campaign=campaign).order_by("index").values_list("pk", flat=True))
    for count, (name, system) in enumerate(systems.items(), start=1):
        stored = Output.objects.filter(system_id=system).count()
        if stored == number:
            continue
        outputs = texts.outputs_of(name)
        for first, end in _batches(stored, number):
            rows = zip(repeat(system, end - first), keys[first:end], outputs[first:end], strict=True)
            with batch((count * number + end) / every):
                insert_rows(Output, ("system", "sentence", "text"), rows)


def delete_texts(campaign: Campaign) -> None:
    """Delete the campaign and all that is in it, part by part, so that others can write meanwhile."""
    while delete_part(campaign):
        pass


def delete_part(campaign: Campaign) -> bool:
    """Delete some rankings or items, one system with its outputs, or all the rest.

    Returns whether something is left.
    """
    # What refers to other rows goes before them: a ranking to its item, an item to its systems.
    with transaction.atomic():
        for rows in (
            Ranking.objects.filter(judge__campaign=campaign),
            Assignment.objects.filter(judge__campaign=campaign),
            Item.objects.filter(campaign=campaign, original__isnull=False),
            Item.objects.filter(campaign=campaign),
        ):
            keys = list(rows.order_by("pk").values_list("pk", flat=True)[:DELETED_AT_ONCE])
            if keys:
                rows.model._default_manager.filter(pk__in=keys).delete()
                return True
    system = campaign.systems.order_by("pk").first()
    if system is not None:
        system.delete()
        return True
    with transaction.atomic():
        # Nothing refers to them any more, so that they need not be read before they are deleted.
        for texts in (Sentence.objects.filter(campaign=campaign), Document.objects.filter(campaign=campaign)):
            texts._raw_delete(texts.db)
        Campaign.objects.filter(pk=campaign.pk).delete()
    return False


def _store_sentences(
    campaign: Campaign, texts: Texts, batch: Callable[[int], AbstractContextManager[object]]
) -> None:
    names = [name for name, _ in groupby(texts.documents)]
    stored = Document.objects.filter(campaign=campaign).count()
    for first, end in _batches(stored, len(names)):
        documents: list[Row] = [(campaign.pk, position, names[position]) for position in range(first, end)]
        with batch(0):
            insert_rows(Document, ("campaign", "position", "name"), documents)
    stored = Sentence.objects.filter(campaign=campaign).count()
    if stored == len(texts.sentences):
        return
    keys = iter(Document.objects.filter(campaign=campaign).order_by("position").values_list("pk", flat=True))
    lengths = (sum(1 for _ in sentences) for _, sentences in groupby(texts.documents))
    document_of = [key for key, length in zip(keys, lengths, strict=True) for _ in range(length)]
    for first, end in _batches(stored, len(texts.sentences)):
        rows: list[Row] = [
            (campaign.pk, document_of[index], index, texts.sentences[index]) for index in range(first, end)
        ]
        with batch(end):
            insert_rows(Sentence, ("campaign", "document", "index", "text"), rows)


def _store_systems(campaign: Campaign, texts: Texts, batch: Batch) -> dict[str, int]:
    """Keys of the systems by name, in their order."""
    if not System.objects.filter(campaign=campaign).exists():
        with batch(1 / (len(texts.systems) + 1)):
            System.objects.bulk_create(
                System(campaign=campaign, name=name, is_input=name == INPUT_SYSTEM) for name in texts.systems
            )
    return dict(System.objects.filter(campaign=campaign).order_by("pk").values_list("name", "pk"))


def _batches(first: int, end: int) -> Iterator[tuple[int, int]]:
    for start in range(first, end, BATCH):
        yield start, min(start + BATCH, end)
