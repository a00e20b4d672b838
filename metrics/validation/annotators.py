"""How far the annotators of gold standards agree (Ng et al. 2014, section 6.1 and Table 12)."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import get_args

from metrics.references.agreement import InsertionMarks, identification_agreement
from metrics.references.edits import Gold, annotator_texts
from metrics.scorers.m2.metric import M2
from metrics.scorers.scorer import Material
from rankings.formats.json_form import result

READINGS: tuple[InsertionMarks, ...] = get_args(InsertionMarks)


@dataclass(frozen=True, slots=True)
class Annotator:
    """One annotator of one file.

    Attributes:
        name: distinct from those of all others.
        file: where the edits come from.
        number: in that file.
        sentences: in how many sentences the file names this annotator.
        gold: the edits, alone (`Gold.only`).
    """

    name: str
    file: str
    number: int
    sentences: int
    gold: Gold


@dataclass(frozen=True, slots=True)
class AnnotatorResult:
    """One annotator: name, file, number in that file, sentences where it is named, and edits."""

    annotator: str
    file: str
    number: int
    sentences: int
    edits: int


@dataclass(frozen=True, slots=True)
class Identification:
    """Cohen's kappa of two annotators on which tokens need correction.

    Attributes:
        first, second: the annotators.
        kappa: an insertion marks no token.
        kappa_insertions: by what an insertion marks.
        tokens: of the source.
        marked_first, marked_second, marked_both: how many need correction according to each and to both.
    """

    first: str
    second: str
    kappa: float | None
    kappa_insertions: dict[str, float | None]
    tokens: int
    marked_first: int
    marked_second: int
    marked_both: int


@dataclass(frozen=True, slots=True)
class TextAgreement:
    """One annotator's corrected sentences against the edits of another, by MaxMatch."""

    text_of: str
    edits_of: str
    score: float
    precision: float
    recall: float
    correct: int
    proposed: int
    gold: int


@result("annotators", version=1)
@dataclass(frozen=True, slots=True)
class AnnotatorsResult:
    """Every two annotators compared; `without_types` are types of edits that were not applied to texts."""

    annotators: tuple[AnnotatorResult, ...]
    identification: tuple[Identification, ...]
    texts: tuple[TextAgreement, ...]
    without_types: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def compare_annotators(
    annotators: Sequence[Annotator],
    scorer: M2,
    without_types: Sequence[str] = (),
    progress: Callable[[float], None] | None = None,
) -> AnnotatorsResult:
    """Compare every two annotators of the same sentences.

    Raises:
        FormatError: their sentences differ.
    """
    return AnnotatorsResult(
        tuple(
            AnnotatorResult(
                annotator.name,
                annotator.file,
                annotator.number,
                annotator.sentences,
                annotator.gold.edit_count,
            )
            for annotator in annotators
        ),
        tuple(_identification(*pair) for pair in combinations(annotators, 2)),
        tuple(_texts(annotators, scorer, without_types, progress)),
        tuple(without_types),
    )


def _identification(first: Annotator, second: Annotator) -> Identification:
    by_reading = {
        reading: identification_agreement(first.gold, second.gold, insertions=reading) for reading in READINGS
    }
    kappas: Mapping[str, float] = {reading: agreement.kappa for reading, agreement in by_reading.items()}
    known = {reading: None if math.isnan(kappa) else kappa for reading, kappa in kappas.items()}
    plain = by_reading["nothing"]
    return Identification(
        *(first.name, second.name, known["nothing"], known, plain.tokens),
        *(plain.marked_first, plain.marked_second, plain.marked_both),
    )


def _texts(
    annotators: Sequence[Annotator],
    scorer: M2,
    without_types: Sequence[str],
    progress: Callable[[float], None] | None,
) -> list[TextAgreement]:
    """The corrected text of each against the edits of each other."""
    texts = {
        annotator.name: annotator_texts(annotator.gold, annotator.number, without_types=without_types)
        for annotator in annotators
    }
    pairs = list(permutations(annotators, 2))
    rows = []
    for done, (writer, judge) in enumerate(pairs, start=1):
        score = scorer.score(texts[writer.name], Material(judge.gold.sources, judge.gold))
        parts = score.parts
        rows.append(
            TextAgreement(
                *(writer.name, judge.name, score.score, parts["precision"], parts["recall"]),
                *(int(parts[name]) for name in ("correct", "proposed", "gold")),
            )
        )
        if progress:
            progress(done / len(pairs))
    return rows
