"""Figure 1: how many sentences have 1, 2, 3, ... distinct outputs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from appraise_gec.present.figure import Figure, nothing
from rankings.formats.samples import DistinctOutputs

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_LABELLED = 20


def distinct_outputs(counts: Sequence[DistinctOutputs]) -> Figure:
    """A bar for each number of outputs."""
    if not counts:
        return nothing("distinct-outputs", "The outputs of all sentences are not known")
    numbers = [one.distinct for one in counts]

    def draw(axes: "Axes") -> None:
        bars = axes.bar(numbers, [one.sentences for one in counts], width=0.72)
        if len(counts) <= MOST_LABELLED:
            axes.bar_label(bars, padding=2, fontsize="small")
            axes.set_xticks(numbers)
        axes.margins(y=0.12)
        axes.grid(axis="y")
        axes.set_xlabel("Distinct outputs of a sentence")
        axes.set_ylabel("Sentences")

    in_words = ", ".join(f"{one.distinct}: {one.sentences:,}" for one in counts)
    words = f"Bars: number of sentences by number of distinct outputs. {in_words}."
    caption = "How many sentences have how many distinct outputs, over all sentences of the campaign."
    return Figure("distinct-outputs", words, draw, caption)
