"""Texts of a campaign into the database."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, repeat

from django.db.models import Model

from appraise_gec.bulk_rows import Row, analyze_tables, insert_rows
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.models import Campaign, Document, Output, Sentence, System

BATCH = 10_000

Look = Callable[[float], None]
"""Told the share that is done; what it raises ends the work."""


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


def store_texts(campaign: Campaign, texts: Texts, look: Look = lambda share: None) -> None:
    """Store texts in a campaign that has none, within the transaction around it."""
    keys = store_sentences(campaign, texts.sentences, texts.documents)
    systems = System.objects.bulk_create(
        System(campaign=campaign, name=name, is_input=name == INPUT_SYSTEM) for name in texts.systems
    )
    for done, system in enumerate(systems, start=1):
        look(done / (len(systems) + 1))
        store_outputs(system, keys, texts.outputs_of(system.name))
    analyze_tables((Document, Sentence, System, Output))


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
