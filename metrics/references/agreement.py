"""Whether two annotators see errors in the same places."""

from dataclasses import dataclass

from metrics.references.edits import Annotation, Gold
from metrics.references.plain import gold_source_problem
from rankings.formats.records import FormatError


@dataclass(frozen=True, slots=True)
class IdentificationAgreement:
    """Cohen's kappa for identification, over the tokens of the source.

    Attributes:
        kappa: chance-corrected agreement; 1 where both mark the same tokens, nan for a text without tokens.
        tokens: tokens in the source.
        marked_first, marked_second: tokens that need correction according to each.
        marked_both: tokens that both mark.
    """

    kappa: float
    tokens: int
    marked_first: int
    marked_second: int
    marked_both: int


def identification_agreement(first: Gold, second: Gold) -> IdentificationAgreement:
    """How far two annotators agree on which words need correction, whatever type and correction.

    Each gold standard holds one annotator (`Gold.only`). A token is marked if it lies in the span of an
    edit, so an insertion marks none. Ng et al. (2014), section 6.1, report 0.43 for
    CoNLL-2014; this is 0.4346.

    Raises ValueError where a gold standard holds several annotators, FormatError where sources differ.
    """
    for gold in (first, second):
        if any(len(sentence.annotations) != 1 for sentence in gold.sentences):
            raise ValueError(f"{gold.name} holds several annotators; choose one with Gold.only")
    if problem := gold_source_problem(first, second.sources, second.name):
        raise FormatError(problem)
    tokens = by_first = by_second = by_both = 0
    for sentence, other_sentence in zip(first.sentences, second.sentences, strict=True):
        marks = _marked(sentence.annotations[0])
        other_marks = _marked(other_sentence.annotations[0])
        tokens += len(sentence.tokens)
        by_first += len(marks)
        by_second += len(other_marks)
        by_both += len(marks & other_marks)
    return IdentificationAgreement(
        _kappa(tokens, by_first, by_second, by_both), tokens, by_first, by_second, by_both
    )


def _marked(annotation: Annotation) -> set[int]:
    return {number for edit in annotation.edits for number in range(edit.start, edit.end)}


def _kappa(tokens: int, first: int, second: int, both: int) -> float:
    """Cohen's kappa, with all counts as whole numbers until the one division."""
    if not tokens:
        return float("nan")
    observed = tokens * (tokens - first - second + 2 * both)
    chance = first * second + (tokens - first) * (tokens - second)
    return (observed - chance) / (tokens**2 - chance) if chance < tokens**2 else 1.0
