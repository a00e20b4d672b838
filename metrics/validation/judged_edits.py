"""What people say about single edits: shares of good edits by annotator and system, and their agreement."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import PurePath
from typing import NamedTuple

from metrics.references.judged_edits import EditAnnotation, JudgedCorrection, JudgedEdit
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.json_form import result
from rankings.items.offered_edits import edit_kind


@dataclass(frozen=True, slots=True)
class EditCounts:
    """Edits by what people say of them.

    Attributes:
        good, bad: judged edits.
        unjudged: edits without a label.
        share_good: of the judged edits; None where there are none.
    """

    good: int
    bad: int
    unjudged: int
    share_good: float | None

    @classmethod
    def of(cls, edits: Sequence[JudgedEdit]) -> "EditCounts":
        good = sum(edit.good is True for edit in edits)
        bad = sum(edit.good is False for edit in edits)
        share = good / (good + bad) if good + bad else None
        return cls(good, bad, len(edits) - good - bad, share)


@dataclass(frozen=True, slots=True)
class AnnotatorEdits:
    """One annotator: sentences, places marked in them, corrections of them, and the edits of those."""

    annotator: str
    sentences: int
    marked: int
    corrections: int
    edits: EditCounts


@dataclass(frozen=True, slots=True)
class SystemEdits:
    """One system: judged sentences, how many of them it leaves unchanged, and its edits. A sentence that
    several annotators judge counts once for each."""

    system: str
    sentences: int
    unchanged: int
    edits: EditCounts


@dataclass(frozen=True, slots=True)
class EditAgreement:
    """Two annotators on edits that both judge.

    Attributes:
        first, second: the annotators.
        sentences, edits: that both judge.
        good_first, good_second, good_both: good edits according to each and to both.
        agreed: share of edits with the same label; None without edits.
        kappa: Cohen's; None without edits.
    """

    first: str
    second: str
    sentences: int
    edits: int
    good_first: int
    good_second: int
    good_both: int
    agreed: float | None
    kappa: float | None


@dataclass(frozen=True, slots=True)
class EditRecord:
    """One edit of one correction as one annotator judges it.

    Attributes:
        annotator, file: who says so, and where, without folders.
        sentence: its number in the source; None if unknown.
        number: of the correction in the file.
        systems: who made this correction.
        start, end, original, correction, good: as in `JudgedEdit`.
    """

    annotator: str
    file: str
    sentence: int | None
    number: int
    systems: tuple[str, ...]
    start: int
    end: int
    original: str
    correction: str
    good: bool | None


@result("judged-edits", version=1)
@dataclass(frozen=True, slots=True)
class JudgedEdits:
    """Judgments of edits by annotator, by system and by two annotators.

    Attributes:
        systems: by name; None where no outputs say whose corrections they are.
        edits: every edit; None where nobody asked.
    """

    annotators: tuple[AnnotatorEdits, ...]
    systems: tuple[SystemEdits, ...] | None
    pairs: tuple[EditAgreement, ...]
    edits: tuple[EditRecord, ...] | None = None
    warnings: tuple[str, ...] = ()


class Whose(NamedTuple):
    """Which sentence of the corpus an annotation is about, and by correction the systems that made it."""

    sentence: int | None
    systems: tuple[tuple[str, ...], ...]


def whose_corrections(
    annotations: Sequence[EditAnnotation], sources: Sequence[str], outputs: Mapping[str, Sequence[str]]
) -> list[Whose]:
    """For each annotation its sentence and the systems whose output equals each correction, token by token.

    A sentence that is there several times is the first of these; their outputs all count. Without sentence
    or output of that text, `sentence` is None and the systems are none.
    """
    places: dict[str, list[int]] = {}
    for index, source in enumerate(sources):
        places.setdefault(" ".join(source.split()), []).append(index)
    whose = []
    for annotation in annotations:
        here = places.get(annotation.source, [])
        texts = {system: {" ".join(lines[k].split()) for k in here} for system, lines in outputs.items()}
        systems = tuple(
            tuple(sorted(system for system, own in texts.items() if correction.text in own))
            for correction in annotation.corrections
        )
        whose.append(Whose(here[0] if here else None, systems))
    return whose


def only_systems(
    annotations: Sequence[EditAnnotation], whose: Sequence[Whose], systems: Collection[str]
) -> tuple[list[EditAnnotation], list[Whose]]:
    """Both as if no other system had been annotated.

    A correction that none of the systems made goes, and so does a sentence of which no correction is left.
    """
    kept, owned = [], []
    for annotation, owners in zip(annotations, whose, strict=True):
        made = [
            (correction, tuple(system for system in own if system in systems))
            for correction, own in zip(annotation.corrections, owners.systems, strict=True)
        ]
        made = [(correction, own) for correction, own in made if own]
        if made:
            kept.append(replace(annotation, corrections=tuple(correction for correction, _ in made)))
            owned.append(Whose(owners.sentence, tuple(own for _, own in made)))
    return kept, owned


def summarise_judged_edits(
    annotations: Sequence[EditAnnotation],
    whose: Sequence[Whose] | None,
    *,
    by_edit: bool = False,
    first_sentence: int = 0,
) -> JudgedEdits:
    """Counts of all annotations.

    Args:
        annotations: by file.
        whose: as `whose_corrections` gives it, if outputs are known.
        by_edit: also list every edit.
        first_sentence: the number of the first sentence of the source in that list.
    """
    by_annotator: dict[str, list[EditAnnotation]] = {}
    for annotation in annotations:
        by_annotator.setdefault(annotation.annotator, []).append(annotation)
    people = tuple(
        AnnotatorEdits(
            name,
            len(own),
            sum(len(annotation.marked) for annotation in own),
            sum(len(annotation.corrections) for annotation in own),
            EditCounts.of(
                [edit for annotation in own for made in annotation.corrections for edit in made.edits]
            ),
        )
        for name, own in sorted(by_annotator.items())
    )
    pairs = tuple(
        _agreement(first, second, by_annotator[first], by_annotator[second])
        for first, second in combinations(sorted(by_annotator), 2)
    )
    systems = None if whose is None else _systems(annotations, whose)
    records = tuple(_records(annotations, whose, first_sentence)) if by_edit else None
    return JudgedEdits(people, systems, pairs, records)


def _systems(annotations: Sequence[EditAnnotation], whose: Sequence[Whose]) -> tuple[SystemEdits, ...]:
    made: dict[str, list[JudgedCorrection]] = {}
    for annotation, owners in zip(annotations, whose, strict=True):
        for correction, systems in zip(annotation.corrections, owners.systems, strict=True):
            for system in systems:
                made.setdefault(system, []).append(correction)
    return tuple(
        SystemEdits(
            system,
            len(own),
            sum(not correction.edits for correction in own),
            EditCounts.of([edit for correction in own for edit in correction.edits]),
        )
        for system, own in sorted(made.items())
    )


def _agreement(
    first: str, second: str, ones: Sequence[EditAnnotation], others: Sequence[EditAnnotation]
) -> EditAgreement:
    """Of edits at the same place of the same correction of the same sentence."""
    mine, theirs = _labels(ones), _labels(others)
    both = sorted(mine.keys() & theirs.keys())
    sentences = len({annotation.source for annotation in ones} & {annotation.source for annotation in others})
    n = len(both)
    a, b = sum(mine[key] for key in both), sum(theirs[key] for key in both)
    good_both = sum(mine[key] and theirs[key] for key in both)
    same = n - a - b + 2 * good_both
    chance = a * b + (n - a) * (n - b)
    kappa = None if not n else (same * n - chance) / (n * n - chance) if chance < n * n else 1.0
    return EditAgreement(first, second, sentences, n, a, b, good_both, same / n if n else None, kappa)


def _labels(annotations: Sequence[EditAnnotation]) -> dict[tuple[str, str, int, int, str], bool]:
    return {
        (annotation.source, made.text, edit.start, edit.end, edit.correction): edit.good
        for annotation in annotations
        for made in annotation.corrections
        for edit in made.edits
        if edit.good is not None
    }


def _records(
    annotations: Sequence[EditAnnotation], whose: Sequence[Whose] | None, first_sentence: int
) -> list[EditRecord]:
    indices = [owners.sentence for owners in whose] if whose else [None] * len(annotations)
    numbers = [None if index is None else index + first_sentence for index in indices]
    return [
        EditRecord(
            annotation.annotator,
            PurePath(annotation.name).name,
            numbers[place],
            made.number,
            whose[place].systems[k] if whose else (),
            *(edit.start, edit.end, edit.original, edit.correction, edit.good),
        )
        for place, annotation in enumerate(annotations)
        for k, made in enumerate(annotation.corrections)
        for edit in made.edits
    ]


def as_edit_judgments(
    annotations: Sequence[EditAnnotation], whose: Sequence[Whose] | None, first_sentence: int = 0
) -> list[EditJudgment]:
    """The judged edits in the form in which campaigns export theirs: a bad edit is "rejected".

    Edits without a label do not count, nor do those that change nothing. The sentence is the number in the
    source where that is known, else the name of the file.

    Args:
        annotations: by file.
        whose: as `whose_corrections` gives it, if outputs are known; else no system is named.
        first_sentence: the number of the first sentence of the source.
    """
    judged = []
    for place, annotation in enumerate(annotations):
        known = whose[place] if whose else Whose(None, ((),) * len(annotation.corrections))
        name = PurePath(annotation.name).name
        sentence = name if known.sentence is None else str(known.sentence + first_sentence)
        for correction, systems in zip(annotation.corrections, known.systems, strict=True):
            judged += [
                EditJudgment(
                    judge=annotation.annotator,
                    sentence=sentence,
                    systems=systems,
                    start=edit.start,
                    end=edit.end,
                    original=edit.original,
                    correction=edit.correction,
                    verdict="" if edit.good else "rejected",
                    kind=edit_kind(edit.original, edit.correction),
                    tokens="spaces",
                )
                for edit in correction.edits
                if edit.good is not None and edit.original != edit.correction
            ]
    return judged
