"""Why a sentence got its score: every system's edits, matched and missed, for every annotator."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from appraise_gec.present.table import capital
from metrics.models import MetricRun, SentenceScores
from metrics.scorers.results import Match, Matches
from metrics.sections.scores import in_words, worded
from metrics.site.stored import part_names, scorer_of
from rankings.formats.results import from_json
from rankings.items.collapse import collapse_key
from rankings.items.edits import Segment, mark_edits
from rankings.models import Output, Sentence

ORDER_CACHE_SECONDS = 24 * 3600
ORDERS = {"text": "in the order of the text", "lost": "most lost first"}


@dataclass(frozen=True, slots=True)
class ShownOutput:
    """One distinct output: the systems that made it, its score and the parts of that in words, and its edits
    against each annotator, the chosen one first. Beside each edit stands what it replaces.
    """

    systems: tuple[str, ...]
    text: str
    segments: tuple[Segment, ...]
    score: str
    parts: tuple[tuple[str, str], ...]
    matches: tuple[tuple[Matches, list[tuple[Match, str]]], ...]

    @property
    def chosen(self) -> Matches | None:
        return next((matches for matches, _ in self.matches if matches.chosen), None)


def references_of(sentence: Sentence, row: SentenceScores) -> list[tuple[int | None, str, bool]]:
    """The references of a sentence: annotator, if the metric knows any; text; whether it is the source."""
    stored = next((of for of in row.edits.values() if len(of) == len(row.references)), ())
    numbers = [one.annotator for one in _matches(stored)]
    annotators: Sequence[int | None] = numbers or [None] * len(row.references)
    tokens = sentence.text.split()
    return [
        (annotator, text, text.split() == tokens)
        for annotator, text in zip(annotators, row.references, strict=True)
    ]


def outputs_of(run: MetricRun, sentence: Sentence, row: SentenceScores, first: str = "") -> list[ShownOutput]:
    """Every distinct output of a sentence: that of the system `first` first, then by score."""
    groups: dict[str, tuple[list[str], str]] = {}
    rows = Output.objects.filter(sentence=sentence).order_by("system__name")
    for system, text in rows.values_list("system__name", "text"):
        # Systems with the same text may be compared with different annotators; they are then listed
        # separately.
        identity = f"{collapse_key(text)}\n{row.edits.get(system)}\n{row.scores.get(system)}"
        groups.setdefault(identity, ([], text))[0].append(system)
    scorer = scorer_of(run)
    repeated = scorer.repeated_part() if scorer else ""
    tokens = sentence.text.split()
    shown = []
    for systems, text in groups.values():
        score, *numbers = row.scores.get(systems[0]) or [None]
        parts = zip(part_names(run, "sentence_parts"), numbers, strict=False)
        matches = sorted(_matches(row.edits.get(systems[0], [])), key=lambda one: not one.chosen)
        output = ShownOutput(
            tuple(systems),
            text,
            tuple(mark_edits(sentence.text, text, "spaces")),
            worded(score),
            tuple((capital(in_words(name)), worded(value)) for name, value in parts if name != repeated),
            tuple(
                (one, [(edit, " ".join(tokens[edit.start : edit.end])) for edit in one.edits])
                for one in matches
            ),
        )
        shown.append(((first not in systems, float("inf") if score is None else -score), output))
    return [output for _, output in sorted(shown, key=lambda one: one[0])]


def sentence_order(run: MetricRun, system: str, order: str) -> list[int]:
    """Indices of sentences to go through: all of them, or those where `system` lost something, most first.

    Of a metric that counts edits, lost is what is wrong or missed against the chosen annotator; of others,
    how far the sentence's score lies below the best score that any system has for it.
    """
    if order != "lost" or not system:
        return list(run.sentence_scores.order_by("index").values_list("index", flat=True))
    # A system's name may hold characters that are not allowed in a cache key.
    name = f"metric-order:{run.key}:{hashlib.sha256(system.encode()).hexdigest()}"

    def found() -> list[int]:
        losses = _losses(run, system)
        return sorted((index for index in losses if losses[index] > 0), key=lambda i: (-losses[i], i))

    return cache.get_or_set(name, found, ORDER_CACHE_SECONDS) or []


def edit_counts(run: MetricRun) -> tuple[str, ...]:
    """The parts of a sentence's score that count correct, proposed and gold edits, if the metric has them."""
    scorer = scorer_of(run)
    return scorer.edit_counts if scorer else ()


def _matches(stored: Sequence[Any]) -> tuple[Matches, ...]:
    return from_json(tuple[Matches, ...], stored)


def _losses(run: MetricRun, system: str) -> Mapping[int, float]:
    counts = [part_names(run, "sentence_parts").index(name) + 1 for name in edit_counts(run)]
    losses = {}
    rows = run.sentence_scores.values_list("index", "scores")
    for index, scores in rows.iterator(chunk_size=1000):
        numbers: Sequence[Any] | None = scores.get(system)
        if numbers is None:
            continue
        if counts:
            correct, proposed, gold = (numbers[place] for place in counts)
            losses[index] = float(proposed + gold - 2 * correct)
        else:
            losses[index] = max(values[0] for values in scores.values()) - numbers[0]
    return losses
