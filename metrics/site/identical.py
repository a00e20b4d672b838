"""Systems whose outputs are those of a reference: metrics give them a perfect score by definition."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from django.core.cache import cache

import appraise_gec
from metrics.models import ReferenceSet
from metrics.references.edits import annotator_texts
from metrics.site.references import read_against, stored_files
from metrics.site.texts import CampaignTexts, IncompleteError, campaign_texts, texts_mark
from rankings.models import Campaign

# Of all sentences, and of those that the reference changes: a typing error does not make another text.
SHARE = 0.95
CACHE_SECONDS = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class SameTexts:
    """A system, the name of the reference that it is, and how many of the sentences are the same."""

    system: str
    reference: str
    equal: int
    sentences: int


def systems_that_are_references(campaign: Campaign) -> list[SameTexts]:
    """Systems with the same outputs as a reference of the campaign, each once, by name.

    White space does not count. The source as a system is never one: it is compared where the reference
    changes something.
    """
    sets = list(campaign.reference_sets.only("pk", "name", "sha256", "campaign_id"))
    if not sets:
        return []
    marks = "-".join(str(one.sha256)[:16] for one in sets)
    key = (
        f"systems-as-references:{appraise_gec.__version__}:{campaign.pk}:{texts_mark(campaign)[:16]}:{marks}"
    )
    known = cache.get(key)
    if known is None:
        known = [asdict(same) for same in _find(campaign)]
        cache.set(key, known, CACHE_SECONDS)
    return [SameTexts(**same) for same in known]


def _find(campaign: Campaign) -> list[SameTexts]:
    try:
        texts = campaign_texts(campaign)
    except IncompleteError:
        return []
    outputs = {name: _plain(lines) for name, lines in texts.outputs.items()}
    sources = _plain(texts.sources)
    found: dict[str, SameTexts] = {}
    for stored in campaign.reference_sets.all():
        for name, lines in _references(stored, texts):
            reference = _plain(lines)
            changed = [place for place, line in enumerate(reference) if line != sources[place]]
            for system, own in outputs.items():
                equal = sum(ours == theirs for ours, theirs in zip(own, reference, strict=True))
                of_changed = sum(own[place] == reference[place] for place in changed)
                if changed and equal >= SHARE * len(own) and of_changed >= SHARE * len(changed):
                    found.setdefault(system, SameTexts(system, name, equal, len(own)))
    return [found[system] for system in sorted(found)]


def _references(stored: ReferenceSet, texts: CampaignTexts) -> Iterator[tuple[str, Sequence[str]]]:
    """Every reference of a set by its name for people; none where the set does not fit any more."""
    read = read_against(texts.sources, stored_files(stored))
    if not read.usable:
        return
    if read.gold is not None:
        for annotator in read.gold.annotators:
            yield f"{stored.name}, annotator {annotator}", annotator_texts(read.gold, annotator)
    else:
        for file, lines in zip(read.files, zip(*read.texts, strict=True), strict=True):
            yield f"{file.name} ({stored.name})" if len(read.files) > 1 else stored.name, lines


def _plain(lines: Sequence[str]) -> list[str]:
    return [" ".join(line.split()) for line in lines]
