"""Figure 1: how many sentences have how many distinct outputs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from appraise_gec.present.table import Column, Kind, Row, Table
from rankings.formats.samples import DistinctOutputs

Counted = Literal["sentences", "items"]


def frequencies(
    counts: Sequence[DistinctOutputs], of: Counted = "sentences", *, share: bool = False
) -> Table:
    """A row for each number of outputs; `of` is what is counted, with its share where asked for."""
    total = sum(count.sentences for count in counts) or 1
    shares = [Column("share", "share", Kind.SHARE)] if share else []
    return Table(
        "distinct-outputs",
        "Items by number of distinct outputs" if of == "items" else "Sentences by number of distinct outputs",
        [
            Column("distinct_outputs", "distinct outputs", Kind.COUNT),
            Column(of, "items" if of == "items" else "sentences", Kind.COUNT),
            *shares,
        ],
        [
            Row([count.distinct, count.sentences, *([count.sentences / total] if share else [])])
            for count in counts
        ],
        reason="" if counts else "The outputs of all sentences are not known.",
    )


@dataclass(frozen=True, slots=True)
class DistinctShown:
    """Counts of sentences, or of the items about them, as a page shows them: table and mean."""

    table: Table
    mean: float

    @classmethod
    def of(cls, numbers: Sequence[int], of: Counted) -> "DistinctShown":
        """Of `numbers`, element k - 1 counts those with k distinct outputs; `of` is what is counted."""
        counts = [DistinctOutputs(distinct, number) for distinct, number in enumerate(numbers, start=1)]
        whole = sum(count.distinct * count.sentences for count in counts)
        return cls(frequencies(counts, of, share=True), whole / (sum(numbers) or 1))
