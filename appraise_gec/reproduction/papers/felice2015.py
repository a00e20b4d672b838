"""Felice and Briscoe (2015), the I-measure."""

from appraise_gec.reproduction.exhibits import Computed, Exhibit, Ours, Paper, Place
from appraise_gec.reproduction.papers.felice2015_print import COUNTS, TABLE_8
from appraise_gec.reproduction.release import Release

PARTS = {"P": "precision", "R": "recall", "F0.5": "f", "Acc": "accuracy", "WAcc": "wacc"}


def table_8(release: Release) -> Computed:
    """Measures of five made-up systems, from their counts."""
    from metrics.scorers.i_measure.counts import Counts
    from metrics.scorers.i_measure.metric import IMeasure

    baseline = COUNTS["Baseline"]
    numbers: dict[Place, Ours] = {}
    for system, (tp, fp, tn, fn) in COUNTS.items():
        counts = Counts(tp=tp, fp=fp, tn=tn, fn=fn, base_tn=baseline[2], base_fn=baseline[3])
        parts = IMeasure(beta=0.5).parts_of(counts)
        numbers |= {(system, column): Ours(parts[part]) for column, part in PARTS.items()}
        numbers[system, "I"] = Ours(parts["i"])
    return Computed(numbers)


PAPER = Paper(
    "felice2015",
    "Felice and Briscoe 2015",
    "Felice and Briscoe (2015): Towards a standard evaluation method for grammatical error detection and "
    "correction",
    (
        Exhibit(
            "felice2015-table-8",
            "Table 8",
            "Measures of five made-up systems",
            "Precision, recall, F, accuracy and weighted accuracy of our I-measure, from the counts of true "
            "and false positives and negatives that the table begins with. No data are needed. I is not in "
            "the table.",
            TABLE_8,
            table_8,
        ),
    ),
)
