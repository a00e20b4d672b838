"""The sentences and outputs of a campaign, as input for metrics."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Max

from rankings.models import Campaign, Output

ROWS_AT_ONCE = 5000


class IncompleteError(Exception):
    """A system lacks an output for some sentence. The message names both."""


@dataclass(frozen=True, slots=True)
class CampaignTexts:
    """Sources in order, and for every system, by name, one output per source."""

    sources: tuple[str, ...]
    outputs: dict[str, tuple[str, ...]]

    def hashes(self) -> dict[str, dict[str, str]]:
        """The SHA-256 of the source and of every output, lines joined by line ends."""
        outputs = {name: lines_sha256(lines) for name, lines in self.outputs.items()}
        return {"source": {"sha256": lines_sha256(self.sources)}, "outputs": outputs}


def campaign_sources(campaign: Campaign) -> tuple[str, ...]:
    """The campaign's source sentences in order."""
    return tuple(campaign.sentences.order_by("index").values_list("text", flat=True))


def campaign_texts(campaign: Campaign) -> CampaignTexts:
    """Read everything that is scored, in three queries. Raises IncompleteError."""
    sources = campaign_sources(campaign)
    systems = dict(campaign.systems.taking_part().values_list("pk", "name"))
    lines: dict[int, list[str | None]] = {pk: [None] * len(sources) for pk in systems}
    rows = Output.objects.filter(system__in=list(systems)).values_list("system_id", "sentence__index", "text")
    for system, index, text in rows.iterator(chunk_size=ROWS_AT_ONCE):
        lines[system][index] = text
    outputs = {}
    for pk, name in sorted(systems.items(), key=lambda item: item[1]):
        if None in lines[pk]:
            raise IncompleteError(f"{name} has no output for sentence {lines[pk].index(None) + 1}.")
        outputs[name] = tuple(text for text in lines[pk] if text is not None)
    return CampaignTexts(sources, outputs)


def texts_mark(campaign: Campaign, former_names: Mapping[str, str] | None = None) -> str:
    """Changes whenever sentences, systems or outputs are added, taken away or replaced; cheap to compute.

    Texts are never edited in place, so their rows' numbers stand for them. With `former_names`, by present
    name, it is what it was before systems were renamed.
    """
    former = former_names or {}
    counted = Output.objects.filter(system__campaign=campaign).aggregate(n=Count("pk"), last=Max("pk"))
    sentences = campaign.sentences.aggregate(n=Count("pk"), last=Max("pk"))
    rows = campaign.systems.taking_part().order_by("pk").values_list("pk", "name")
    systems = [(pk, former.get(name, name)) for pk, name in rows]
    whole = json.dumps([counted, sentences, systems], sort_keys=True, default=str)
    return hashlib.sha256(whole.encode()).hexdigest()


def lines_sha256(lines: Iterable[str]) -> str:
    """SHA-256 over lines that end in a line feed."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()
