"""References of a campaign: read, checked against its sentences, described, and kept."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.db.models import Count, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404

import appraise_gec
from appraise_gec.present.downloads import download
from metrics.models import ReferenceSet
from metrics.references.edits import Gold, annotator_texts
from metrics.references.joining import annotator_numbers, join_golds
from metrics.references.m2_file import looks_like_m2, read_m2
from metrics.references.plain import ReferenceSets, reference_lines, source_problems
from metrics.site.texts import CampaignTexts, IncompleteError, campaign_texts, texts_mark
from rankings.access import Refused
from rankings.formats.problems import Findings, Limits
from rankings.formats.records import FormatError, Problem, WithProblems, fatal_first
from rankings.formats.text import read_text
from rankings.models import Campaign
from rankings.uploads.files import File, NamedFile, site_limits, unpack

# Of all sentences, and of those that the reference changes: a typing error does not make another text.
SHARE = 0.95
CACHE_SECONDS = 7 * 24 * 3600
MOST_SETS = 20
MOST_FILES = 20
Kind = ReferenceSet.Kind


@dataclass(frozen=True, slots=True)
class ReadReferences(WithProblems):
    """Reference files as they were read.

    Attributes:
        kind: gold edits or reference texts.
        files: as they were uploaded.
        gold: the edits, for gold that can be used.
        texts: for each sentence its references, for texts that can be used.
        problems: what is wrong, the fatal problems first.
        summary: what the preview shows, in JSON values; empty when a problem is fatal.
    """

    kind: str
    files: tuple[NamedFile, ...]
    gold: Gold | None
    texts: ReferenceSets
    problems: tuple[Problem, ...]
    summary: dict[str, Any]

    @property
    def sha256(self) -> str:
        """Over the files' own hashes, in order; names do not count."""
        return hashlib.sha256("\n".join(file.sha256 for file in self.files).encode()).hexdigest()


def read_against(sources: Sequence[str], files: Sequence[NamedFile]) -> ReadReferences:
    """Read files and check them against source sentences. Never raises for bad content.

    M2 files are gold, whose annotators are those of all files; plain files, one sentence per line, are one
    reference each.
    """
    limits = site_limits()
    gold_files = [file for file in files if looks_like_m2(file.content) or file.name.lower().endswith(".m2")]
    kind = Kind.GOLD if gold_files else Kind.TEXTS
    refusal = _refuse_files(files, gold_files)
    if refusal:
        return ReadReferences(kind, tuple(files), None, (), (refusal,), {})
    if gold_files:
        return _read_gold(files, sources, limits)
    return _read_texts(files, sources, limits)


def _refuse_files(files: Sequence[NamedFile], gold_files: Sequence[NamedFile]) -> Problem | None:
    if len(files) > MOST_FILES:
        return Problem(files[MOST_FILES].name, f"More than {MOST_FILES} files. Upload fewer at once.")
    if gold_files and len(files) > len(gold_files):
        return Problem(
            gold_files[0].name,
            "M2 files hold edits, the other files texts. Upload M2 files together, or plain files together, "
            "one for each annotator.",
        )
    return None


def _read_gold(files: Sequence[NamedFile], sources: Sequence[str], limits: Limits) -> ReadReferences:
    problems: list[Problem] = []
    golds: list[Gold] = []
    for file in files:
        findings = Findings(file.name, limits.problems)
        try:
            gold = read_m2(file.content, file.name, limits)
        except FormatError as error:
            problems += error.problems
            continue
        for problem in source_problems(gold, sources, "the campaign"):
            findings.error(problem.message, problem.line)
        problems += [*findings.problems(), *gold.warnings]
        golds.append(gold)
    ordered = fatal_first(problems)
    if any(problem.fatal for problem in ordered):
        return ReadReferences(Kind.GOLD, tuple(files), None, (), ordered, {})
    joined = join_golds(golds)
    return ReadReferences(Kind.GOLD, tuple(files), joined, (), ordered, _gold_summary(joined, golds))


def _gold_summary(gold: Gold, files: Sequence[Gold]) -> dict[str, Any]:
    """Of the gold of all files; where there are several, with the file of each annotator."""
    of_file = {
        number: file.name
        for file, numbers in zip(files, annotator_numbers(files), strict=True)
        for number in numbers.values()
        if len(files) > 1
    }
    annotators = []
    for number in gold.annotators:
        notes = [note for sentence in gold.sentences if (note := sentence.annotation_of(number))]
        annotators.append(
            {
                "annotator": number,
                "file": of_file.get(number, ""),
                "sentences": len(notes),
                "edits": sum(len(note.edits) for note in notes),
                "unchanged": sum(not note.edits for note in notes),
            }
        )
    return {"sentences": len(gold.sentences), "edits": gold.edit_count, "annotators": annotators}


def _read_texts(files: Sequence[NamedFile], sources: Sequence[str], limits: Limits) -> ReadReferences:
    problems: list[Problem] = []
    columns: list[tuple[str, ...]] = []
    described = []
    for file in files:
        text = read_text(file.content, file.name, limits)
        problems += text.problems
        if not text.usable:
            continue
        findings = Findings(file.name, limits.problems)
        lines = reference_lines(text.lines, sources, findings, "the campaign")
        problems += findings.problems()
        columns.append(lines)
        changed = sum(line.split() != source.split() for line, source in zip(lines, sources, strict=False))
        described.append({"file": file.name, "sentences": len(lines), "changed": changed})
    ordered = fatal_first(problems)
    if any(problem.fatal for problem in ordered):
        return ReadReferences(Kind.TEXTS, tuple(files), None, (), ordered, {})
    summary = {"sentences": len(sources), "references": described}
    return ReadReferences(Kind.TEXTS, tuple(files), None, tuple(zip(*columns, strict=True)), ordered, summary)


def refuse_name(campaign: Campaign, name: str) -> None:
    """Raise `Refused` when no other references can be stored under this name."""
    if campaign.reference_sets.count() >= MOST_SETS:
        raise Refused(f"A campaign holds at most {MOST_SETS} references. Remove some first.")
    if campaign.reference_sets.filter(name=name).exists():
        raise Refused(f"There is something called {name} already. Choose another name, or remove it first.")


def stored_files(references: ReferenceSet) -> list[File]:
    """The files as they were uploaded."""
    return unpack(references.content, "references", [file["name"] for file in references.files])


def reference_sets(campaign: Campaign) -> QuerySet[ReferenceSet]:
    """The references of a campaign by name, with how many scores were computed from each."""
    sets = campaign.reference_sets.defer("content").select_related("campaign")
    return sets.annotate(run_count=Count("runs")).order_by("name")


def file_of_references(campaign: Campaign, key: UUID, number: int) -> HttpResponse:
    """One file as it was uploaded. Raises Http404."""
    files = stored_files(get_object_or_404(campaign.reference_sets, key=key))
    if number >= len(files):
        raise Http404
    return download(files[number].content, "application/octet-stream", files[number].name)


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
    found: list[SameTexts] = cache.get_or_set(key, lambda: _find(campaign), CACHE_SECONDS) or []
    return found


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
