"""Figure 1: how many sentences have how many distinct outputs."""

from collections.abc import Sequence

from appraise_gec.presentation.tables import Column, Kind, Row, Table
from rankings.analysis.results.distinct_outputs import DistinctOutputs


def frequencies(counts: Sequence[DistinctOutputs]) -> Table:
    """A row for each number of outputs."""
    return Table(
        "distinct-outputs",
        "Sentences by number of distinct outputs",
        [
            Column("distinct_outputs", "distinct outputs", Kind.COUNT),
            Column("sentences", "sentences", Kind.COUNT),
        ],
        [Row([frequency.distinct, frequency.sentences]) for frequency in counts],
        reason="" if counts else "The outputs of all sentences are not known.",
    )
