"""A sample: how many distinct outputs sentences have (2015 paper, Figure 1), and its first items."""

from appraise_gec.present.numbers import count, counted
from appraise_gec.present.table import Column, Kind, Row, Table
from rankings.formats.samples import Sample

ITEMS_SHOWN = 10
BAR_WIDTH = 40
EXPLANATION = (
    "sentence: its line, counted from 0. of: distinct outputs there. covered: systems that the outputs shown "
    "stand for. C_i: systems covered on average over all choices of outputs within the limit that cover as "
    "many systems as it allows outputs, also choices of fewer outputs than an item shows; it sets the "
    "probability of the sentence in one draw (p_i), and is no forecast of what is covered."
)


def sample_tables(sample: Sample, max_outputs: int) -> list[Table]:
    """The distribution, and the first items if any were drawn."""
    tables = [distinct_outputs(sample, max_outputs)]
    return [*tables, first_items(sample)] if sample.items else tables


def distinct_outputs(sample: Sample, max_outputs: int) -> Table:
    """Figure 1, with a bar for each number of distinct outputs."""
    most = max((frequency.sentences for frequency in sample.distinct_outputs), default=0)
    return Table(
        "distinct-outputs",
        f"{counted(len(sample.sentences), 'sentence')}, {counted(len(sample.systems), 'system')}, at most "
        f"{max_outputs} outputs shown",
        [
            Column("distinct", "distinct outputs", Kind.COUNT),
            Column("sentences", "sentences", Kind.COUNT),
            Column("bar", "", where="print"),
        ],
        [
            Row([frequency.distinct, frequency.sentences, _bar(frequency.sentences, most)])
            for frequency in sample.distinct_outputs
        ],
    )


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
        notes=[*([f"... and {count(rest)} more; --json gives all."] if rest > 0 else []), EXPLANATION],
    )


def _bar(value: int, most: int) -> str:
    return "#" * round(BAR_WIDTH * value / most) if most else ""
