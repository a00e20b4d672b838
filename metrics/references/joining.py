"""Several gold files about the same sentences, as the annotators of one gold standard."""

from collections.abc import Sequence
from dataclasses import replace

from metrics.references.edits import Annotation, Gold, GoldSentence
from metrics.references.plain import gold_source_problem
from rankings.formats.records import FormatError


def join_golds(golds: Sequence[Gold]) -> Gold:
    """One gold standard with all annotators of several; one alone comes back as it is.

    The annotators of the first keep their numbers. Those of each other follow, in ascending order, without a
    gap. An annotator who does not occur in a sentence of a file is no alternative there. An annotator
    without edits says so by `noop` where another one has edits, as in files that hold all annotators.

    Raises FormatError where sentences differ: for each file the first place, with file and line.
    """
    first, *others = golds
    if not others:
        return first
    found = [gold_source_problem(gold, first.sources, first.name) for gold in others]
    if problems := [problem for problem in found if problem]:
        raise FormatError(problems)
    numbers = annotator_numbers(golds)
    joined = tuple(
        _joined(sentences, numbers) for sentences in zip(*(gold.sentences for gold in golds), strict=True)
    )
    warnings = tuple(warning for gold in golds for warning in gold.warnings)
    return Gold(", ".join(gold.name for gold in golds), joined, warnings)


def annotator_numbers(golds: Sequence[Gold]) -> list[dict[int, int]]:
    """For each gold standard the number of each of its annotators after joining."""
    numbers = [{number: number for number in golds[0].annotators}]
    following = max(golds[0].annotators, default=-1) + 1
    for gold in golds[1:]:
        numbers.append({number: following + place for place, number in enumerate(gold.annotators)})
        following += len(gold.annotators)
    return numbers


def _joined(sentences: Sequence[GoldSentence], numbers: Sequence[dict[int, int]]) -> GoldSentence:
    annotations = [
        replace(annotation, annotator=known[annotation.annotator])
        for sentence, known in zip(sentences, numbers, strict=True)
        for annotation in sentence.annotations
    ]
    corrected = any(annotation.edits for annotation in annotations)
    return replace(
        sentences[0], annotations=tuple(_said(annotation, corrected=corrected) for annotation in annotations)
    )


def _said(annotation: Annotation, *, corrected: bool) -> Annotation:
    return replace(annotation, noop=True) if corrected and not annotation.edits else annotation
