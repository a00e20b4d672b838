"""Figure 1: how many sentences have how many distinct outputs; and a sample, with its first items."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from appraise_gec.present.blocks import Block, Folded, Prose, Section, Shown
from appraise_gec.present.figure import Figure, nothing
from appraise_gec.present.numbers import count, counted
from appraise_gec.present.table import Column, Kind, Row, Table
from rankings.formats.samples import DistinctOutputs, Sample

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KEY, TITLE = "outputs", "Distinct outputs"
ITEMS_SHOWN = 10
MOST_LABELLED = 20


def describe(counts: Sequence[DistinctOutputs]) -> Section:
    """The section of a report."""
    total = sum(one.sentences for one in counts)
    same = sum(one.sentences for one in counts if one.distinct == 1)
    lead = f"In {count(same)} of {counted(total, 'sentence')} all systems agree: there is nothing to compare."
    blocks: list[Block] = [
        Prose(lead, "lead"),
        outputs_figure(counts),
        Shown(distinct_outputs(counts)),
        Folded("What counts as distinct", EXPLANATION),
    ]
    return Section(KEY, TITLE, blocks)


def describe_sample(sample: Sample, max_outputs: int) -> Section:
    """What a sample draws from, and the first items if any were drawn."""
    lead = (
        f"{counted(len(sample.sentences), 'sentence')}, {counted(len(sample.systems), 'system')}, at most "
        f"{max_outputs} outputs shown"
    )
    tables = [Shown(distinct_outputs(sample.distinct_outputs))]
    tables += [Shown(first_items(sample))] if sample.items else []
    return Section("sample", "Sample", [Prose(lead, "lead"), *tables])


@dataclass(frozen=True, slots=True)
class DistinctShown:
    """Counts of sentences as a page shows them: table and mean."""

    table: Table
    mean: float

    @classmethod
    def of(cls, numbers: Sequence[int]) -> "DistinctShown":
        """Of `numbers`, element k - 1 counts those with k distinct outputs."""
        counts = [DistinctOutputs(distinct, number) for distinct, number in enumerate(numbers, start=1)]
        whole = sum(one.distinct * one.sentences for one in counts)
        return cls(distinct_outputs(counts), whole / (sum(numbers) or 1))


def distinct_outputs(counts: Sequence[DistinctOutputs]) -> Table:
    """A row for each number of outputs."""
    total = sum(one.sentences for one in counts) or 1
    columns = [
        Column("distinct_outputs", "distinct outputs", Kind.COUNT),
        Column("sentences", "sentences", Kind.COUNT),
        Column("share", "share", Kind.SHARE),
    ]
    return Table(
        "distinct-outputs",
        "Sentences by number of distinct outputs",
        columns,
        [Row([one.distinct, one.sentences, one.sentences / total]) for one in counts],
        reason="The outputs of all sentences are not known.",
    )


def outputs_figure(counts: Sequence[DistinctOutputs]) -> Figure:
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


def first_items(sample: Sample) -> Table:
    """The first sampled items, each with the numbers of its sentence."""
    items = sample.items
    sentences = {sentence.index: sentence for sentence in sample.sentences}
    covered = [sum(len(output.systems) for output in item.outputs) for item in items]
    rows = []
    for number, item in enumerate(items[:ITEMS_SHOWN]):
        sentence = sentences[item.index]
        known = (sentence.distinct, covered[number], sentence.expected_coverage, sentence.probability)
        rows.append(Row([str(number), str(item.index), len(item.outputs), *known]))
    rest = len(items) - ITEMS_SHOWN
    shown = sum(len(item.outputs) for item in items) / len(items)
    represented = len({item.index for item in items})
    return Table(
        "items",
        f"{counted(len(items), 'item')} drawn from {counted(represented, 'sentence')}; "
        f"on average {shown:.2f} outputs of {sum(covered) / len(items):.2f} systems",
        [
            Column("item", "item", Kind.RANK),
            Column("sentence", "sentence", Kind.RANK),
            Column("outputs", "outputs", Kind.COUNT),
            Column("of", "of", Kind.COUNT),
            Column("covered", "covered", Kind.COUNT),
            Column("expected_coverage", "C_i", Kind.SCORE, digits=2),
            Column("probability", "probability", Kind.SCORE, digits=6),
        ],
        rows,
        [*([f"... and {count(rest)} more; --json gives all."] if rest > 0 else []), ITEMS_EXPLAINED],
    )


ITEMS_EXPLAINED = (
    "sentence: its line, counted from 0. of: distinct outputs there. covered: systems that the outputs "
    "shown stand for. C_i: systems covered on average over all choices of outputs within the limit that "
    "cover as many systems as it allows outputs, also choices of fewer outputs than an item shows; it "
    "sets the probability of the sentence in one draw (p_i), and is no forecast of what is covered."
)
EXPLANATION = (
    "Two outputs are identical when they are equal after surrounding whitespace is removed, and exactly "
    "then. Judges see identical outputs once; a sentence on which all systems agree has one distinct "
    "output and nothing to compare (2015 paper, section 4.1 and Figure 1)."
)
