"""The figures of the I-measure, from the columns of an alignment.

Source: Felice and Briscoe (2015), section 2: weighted accuracy and the improvement over leaving the source
as it is. A column that is corrected, but wrongly, is a false positive and a false negative at once; FPN
counts such columns.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counts:
    """Columns of the alignment of source, hypothesis and reference; base: of source, source and reference."""

    tp: int = 0
    tn: int = 0
    fp: int = 0
    fn: int = 0
    fpn: int = 0
    base_tn: int = 0
    base_fn: int = 0

    @property
    def vector(self) -> tuple[int, ...]:
        """The seven numbers in the order of the fields."""
        return self.tp, self.tn, self.fp, self.fn, self.fpn, self.base_tn, self.base_fn

    @property
    def detection(self) -> "Counts":
        """The same when finding the place of an error suffices: wrong corrections count as found."""
        return Counts(
            self.tp + self.fpn, self.tn, self.fp - self.fpn, self.fn - self.fpn, 0, self.base_tn, self.base_fn
        )

    @property
    def baseline(self) -> "Counts":
        """The counts of the unchanged source as a hypothesis."""
        return Counts(tn=self.base_tn, fn=self.base_fn, base_tn=self.base_tn, base_fn=self.base_fn)


def total(counts: Iterable[Counts]) -> Counts:
    """The sum of counts, number by number."""
    return Counts(*map(sum, zip(Counts().vector, *(sentence.vector for sentence in counts), strict=True)))


def accuracy(counts: Counts) -> float:
    """Share of columns that are right; 1 where there is no column."""
    columns = counts.tp + counts.tn + counts.fp + counts.fn - counts.fpn
    return (counts.tp + counts.tn) / columns if columns else 1.0


def weighted_accuracy(counts: Counts, weight: float) -> float:
    """WAcc: accuracy in which true and false positives weigh `weight` times; 1 where there is no column."""
    columns = weight * (counts.tp + counts.fp) + counts.tn + counts.fn - (weight + 1) * (counts.fpn / 2)
    return (weight * counts.tp + counts.tn) / columns if columns else 1.0


def improvement(system: float, baseline: float) -> float:
    """I in [-1, 1] from the weighted accuracies of a system and of the unchanged source.

    Where they are equal, I is 0, and 1 when both are perfect.
    """
    if system == baseline:
        return float(math.floor(system))
    if system > baseline:
        return (system - baseline) / (1 - baseline)
    return system / baseline - 1


def preference(counts: Counts, weight: float) -> tuple[float, ...]:
    """Preference between references: weighted accuracy, I, accuracy; then the same of detection."""
    values = []
    for aspect in (counts, counts.detection):
        system = weighted_accuracy(aspect, weight)
        base = weighted_accuracy(aspect.baseline, weight)
        values += [system, improvement(system, base), accuracy(aspect)]
    return tuple(values)
