"""Felice and Briscoe (2015), the I-measure."""

from appraise_gec.reproduction.comparing import Computed, Place, Value
from appraise_gec.reproduction.release import Release
from metrics.scorers.i_measure.counts import Counts
from metrics.scorers.i_measure.metric import IMeasure

# The counts that the table begins with, from which the rest follows: TP, FP, TN, FN.
COUNTS = {
    "Baseline": (0, 0, 6, 4),
    "S1": (4, 1, 5, 0),
    "S2": (1, 0, 6, 3),
    "S3": (1, 1, 5, 3),
    "S4": (4, 6, 0, 0),
}
PARTS = {"P": "precision", "R": "recall", "F0.5": "f", "Acc": "accuracy", "WAcc": "wacc"}


def table_8(release: Release) -> Computed:
    """Measures of five made-up systems, from their counts."""
    baseline = COUNTS["Baseline"]
    numbers: dict[Place, Value] = {}
    for system, (tp, fp, tn, fn) in COUNTS.items():
        counts = Counts(tp=tp, fp=fp, tn=tn, fn=fn, base_tn=baseline[2], base_fn=baseline[3])
        parts = IMeasure(beta=0.5).parts_of(counts)
        numbers |= {(system, column): parts[part] for column, part in PARTS.items()}
        numbers[system, "I"] = parts["i"]
    return Computed(numbers)
