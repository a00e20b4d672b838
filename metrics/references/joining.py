"""Several gold files about the same sentences, as the annotators of one gold standard."""

from collections.abc import Sequence
from dataclasses import replace

from appraise_gec.words import plural
from metrics.references.edits import Annotation, Gold, GoldSentence
from metrics.references.plain import different_token
from rankings.formats.problems import figure
from rankings.formats.records import FormatError, Problem


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
    if problems := [problem for gold in others if (problem := gold_difference(gold, first))]:
        raise FormatError(problems)
    numbers = annotator_numbers(golds)
    joined = tuple(
        _joined(sentences, numbers) for sentences in zip(*(gold.sentences for gold in golds), strict=True)
    )
    warnings = tuple(warning for gold in golds for warning in gold.warnings)
    return Gold(", ".join(gold.name for gold in golds), joined, warnings)


def gold_difference(gold: Gold, other: Gold) -> Problem | None:
    """Where the sentences of `gold` first differ from those of `other`, token by token; None if nowhere."""
    advice = "Gold files that are given together hold the same sentences, with the same tokens."
    for number, (ours, theirs) in enumerate(zip(gold.sentences, other.sentences, strict=False), start=1):
        if difference := different_token(ours.tokens, theirs.tokens):
            place = other.name
            if theirs.line:
                place = f"{place}, line {figure(theirs.line)}"
            message = f"Sentence {figure(number)} differs from that of {place}: {difference}. {advice}"
            return Problem(gold.name, message, ours.line)
    if len(gold.sentences) != len(other.sentences):
        message = plural(
            len(gold.sentences),
            "The file has {n} sentence, but {other} has {expected}. {advice}",
            "The file has {n} sentences, but {other} has {expected}. {advice}",
            other=other.name,
            expected=figure(len(other.sentences)),
            advice=advice,
        )
        return Problem(gold.name, message, gold.sentences[-1].line)
    return None


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
