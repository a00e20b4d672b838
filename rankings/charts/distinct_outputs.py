"""Figure 1: how many sentences have 1, 2, 3, ... distinct outputs."""

from collections.abc import Sequence
from dataclasses import dataclass

from appraise_gec.present.charts import Axis, Bars, Chart, Panel
from appraise_gec.present.table import Table
from rankings.formats.samples import DistinctOutputs
from rankings.tables.distinct_outputs import Counted, frequencies

MOST_LABELLED = 20


def distinct_outputs(counts: Sequence[DistinctOutputs], of: Counted = "sentences") -> Chart:
    """A bar for each number of outputs; `of` is what is counted."""
    bars = [(count.distinct, count.sentences) for count in counts]
    labelled = len(bars) <= MOST_LABELLED
    ticks = [(number, str(number)) for number, _ in bars] if labelled else None
    in_words = ", ".join([f"{number}: {sentences:,}" for number, sentences in bars])
    return Chart(
        "distinct-outputs",
        (
            f"Bars: number of items by number of distinct outputs. {in_words}."
            if of == "items"
            else f"Bars: number of sentences by number of distinct outputs. {in_words}."
        ),
        [
            Panel(
                Axis("Distinct outputs of a sentence", ticks=ticks, whole=True, ticked=False),
                Axis(
                    "Items" if of == "items" else "Sentences",
                    low=0,
                    margin=0.12,
                    most=5,
                    whole=True,
                    grid=True,
                ),
                [Bars(bars, labelled)],
            )
        ],
        height=3.0,
    )


@dataclass(frozen=True, slots=True)
class DistinctShown:
    """Counts of sentences, or of the items about them, as a page shows them: chart, table and mean."""

    chart: Chart
    table: Table
    mean: float

    @classmethod
    def of(cls, numbers: Sequence[int], of: Counted) -> "DistinctShown":
        """Of `numbers`, element k - 1 counts those with k distinct outputs; `of` is what is counted."""
        counts = [DistinctOutputs(distinct, number) for distinct, number in enumerate(numbers, start=1)]
        whole = sum(count.distinct * count.sentences for count in counts)
        return cls(
            distinct_outputs(counts, of), frequencies(counts, of, share=True), whole / (sum(numbers) or 1)
        )
