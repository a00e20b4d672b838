"""How many references follow from combining what several annotators corrected.

Choshen and Abend (2018), section 2 and Figure 1: the I-measure takes corrections that do not overlap for
independent, so that every choice of one alternative per place makes a reference, and their number explodes.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from metrics.references.edits import Gold
from metrics.references.plain import gold_source_problem
from metrics.scorers.i_measure.gold import Correction, build_gold
from rankings.formats.records import FormatError


@dataclass(frozen=True, slots=True)
class CombinedReferences:
    """Numbers of combined references.

    Attributes:
        numbers: of every sentence, in the order of the gold; at least 1.
    """

    numbers: tuple[int, ...]

    @property
    def median(self) -> float:
        return float(statistics.median(self.numbers))

    @property
    def mean(self) -> float:
        """Infinite where it is larger than a floating-point number can be."""
        try:
            return sum(self.numbers) / len(self.numbers)
        except OverflowError:
            return math.inf

    @property
    def largest(self) -> int:
        return max(self.numbers)

    def by_magnitude(self) -> tuple[int, ...]:
        """How many sentences have 1 to 9 references, 10 to 99, and so on."""
        magnitudes = [len(str(number)) - 1 for number in self.numbers]
        return tuple(magnitudes.count(magnitude) for magnitude in range(max(magnitudes) + 1))


def combined_references(golds: Sequence[Gold]) -> CombinedReferences:
    """Count the combined references of every sentence.

    Args:
        golds: gold standards of the same sentences, whose annotators count together.

    Raises:
        FormatError: the gold standards have different sentences, or none.
        ValueError: there is no gold standard.
    """
    if not golds:
        raise ValueError("there is no gold standard to count combined references of")
    first = golds[0]
    for gold in golds[1:]:
        if problem := gold_source_problem(first, gold.sources, gold.name):
            raise FormatError(problem)
    numbers = []
    for sentences in zip(*(gold.sentences for gold in golds), strict=True):
        annotations = [annotation for sentence in sentences for annotation in sentence.annotations]
        corrections = [
            Correction(edit.start, edit.end, edit.corrections[0], annotator)
            for annotator, annotation in enumerate(annotations)
            for edit in annotation.edits
        ]
        numbers.append(build_gold(sentences[0].tokens, corrections, len(annotations)).choices)
    return CombinedReferences(tuple(numbers))
