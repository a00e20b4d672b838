"""Add sentences with the outputs of all systems behind those of a campaign, in one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Max

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.bulk_rows import Row, insert_rows
from rankings.access.refusals import Refused
from rankings.access.states import editable
from rankings.desk.texts.obstacles import refuse_while_blocked
from rankings.desk.texts.systems import BATCH, Look
from rankings.models import (
    Campaign,
    CampaignFile,
    Document,
    Output,
    Sentence,
    StagedUpload,
)

ADDED = "sentences.add"


@dataclass(frozen=True, slots=True)
class NewSentences:
    """Sentences with the identifier of the document of each, and outputs by the name of the system."""

    sentences: Sequence[str]
    documents: Sequence[str]
    outputs: Mapping[str, Sequence[str]]
    files: Sequence[CampaignFile]


def add_sentences(
    campaign: Campaign,
    texts: NewSentences,
    actor: User,
    *,
    upload: StagedUpload | None = None,
    look: Look = lambda: None,
) -> int:
    """Further sentences, in documents of their own; returns how many.

    Items stay as they are; more can be sampled afterwards.

    Raises:
        Refused: the campaign cannot be changed now, or its systems are not those of the files any more.
    """
    with editable(campaign) as current:
        refuse_while_blocked(current, upload)
        systems = dict(current.systems.taking_part().values_list("name", "pk"))
        if systems.keys() != set(texts.outputs):
            raise Refused("The systems of the campaign have changed in the meantime. Upload the files again.")
        last = current.sentences.aggregate(last=Max("index"))["last"]
        first = 0 if last is None else last + 1
        documents = _store_documents(current, texts.documents)
        rows: list[Row] = [
            (current.pk, document, first + place, text)
            for place, (document, text) in enumerate(zip(documents, texts.sentences, strict=True))
        ]
        for start in range(0, len(rows), BATCH):
            look()
            insert_rows(Sentence, ("campaign", "document", "index", "text"), rows[start : start + BATCH])
        new = Sentence.objects.filter(campaign=current, index__gte=first).order_by("index")
        keys = list(new.values_list("pk", flat=True))
        for name, outputs in texts.outputs.items():
            lines: list[Row] = [(systems[name], key, text) for key, text in zip(keys, outputs, strict=True)]
            for start in range(0, len(lines), BATCH):
                look()
                insert_rows(Output, ("system", "sentence", "text"), lines[start : start + BATCH])
        for file in texts.files:
            file.campaign = current
        CampaignFile.objects.bulk_create(texts.files)
        record_event(
            actor,
            ADDED,
            current.pk,
            sentences=len(keys),
            first_line=first + 1,
            files=[file.name for file in texts.files],
        )
    return len(keys)


def _store_documents(current: Campaign, identifiers: Sequence[str]) -> list[int]:
    """The key of the document of each sentence."""
    last = current.documents.aggregate(last=Max("position"))["last"]
    first = 0 if last is None else last + 1
    runs = [(name, sum(1 for _ in members)) for name, members in groupby(identifiers)]
    insert_rows(
        Document,
        ("campaign", "position", "name"),
        [(current.pk, first + place, name) for place, (name, _) in enumerate(runs)],
    )
    new = Document.objects.filter(campaign=current, position__gte=first).order_by("position")
    keys = list(new.values_list("pk", flat=True))
    return [key for key, (_, length) in zip(keys, runs, strict=True) for _ in range(length)]
