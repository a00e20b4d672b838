"""Harm: how often the output of each system was judged worse than the unchanged sentence, or better."""

from collections.abc import Sequence

from appraise_gec.present.blocks import Block, Folded, Prose, Section, Shown
from appraise_gec.present.numbers import listed, percent
from appraise_gec.present.table import Column, Kind, Row, Table
from rankings.analysis.choices import for_whom
from rankings.analysis.harm import Harm
from rankings.analysis.head_to_head import HeadToHead

KEY, TITLE = "harm", "Harm"


def describe(result: HeadToHead) -> Section:
    """The section; it takes the unchanged sentence among the outputs."""
    found = result.harm
    blocks: list[Block] = [
        Prose(finding(found), "lead"),
        Shown(harm_table(result)),
        Folded("What is counted", EXPLANATION),
    ]
    return Section(KEY, TITLE, blocks)


def finding(found: Sequence[Harm]) -> str:
    """Which systems harm least and most, and which more often than they help."""
    least, most = found[0], found[-1]
    said = f"{least.system} was judged worse than the unchanged sentence"
    if least is most:
        said += f" in {_share(least)} of comparisons"
    else:
        said += f" least often (in {_share(least)} of comparisons), {most.system} most often ({_share(most)})"
        if (least.worse_high or 1.0) >= (most.worse_low or 0.0):
            said += "; their intervals overlap"
    bad = [one.system for one in found if one.worse > one.better]
    if not bad:
        return f"{said}. Every system helps more often than it harms."
    return f"{said}. Worse more often than better: {listed(bad)}."


def harm_table(result: HeadToHead) -> Table:
    """A row for each system, the least harmful first."""
    rows = []
    for one in result.harm:
        shares = [part / one.comparisons for part in (one.worse, one.equal, one.better)]
        worse = None if one.worse_low is None else (one.worse_low, one.worse_high)
        better = None if one.better_low is None else (one.better_low, one.better_high)
        rows.append(Row([one.system, shares[0], worse, shares[1], shares[2], better, one.comparisons]))
    columns = [
        Column("system", "system", Kind.NAME),
        Column("worse", "worse", Kind.SHARE),
        Column("worse_interval", "95 % interval", Kind.SHARE_INTERVAL, parts=("worse_low", "worse_high")),
        Column("equal", "as good", Kind.SHARE),
        Column("better", "better", Kind.SHARE),
        Column("better_interval", "95 % interval", Kind.SHARE_INTERVAL, parts=("better_low", "better_high")),
        Column("comparisons", "comparisons", Kind.COUNT),
    ]
    return Table(
        "harm",
        "Outputs judged against the unchanged sentence",
        columns,
        rows,
        [f"Intervals are {for_whom(result.speaks_for, result.judges)}, and other {result.unit}."],
        reason="The unchanged sentence was not ranked among the outputs.",
    )


def _share(one: Harm) -> str:
    return percent(one.worse / one.comparisons)


EXPLANATION = """Where the unchanged sentence is ranked among the outputs, every ranking says of each \
system whether its output is worse, better or as good. An output that changes nothing is as good. \
Comparisons of a sentence, of a document and of a judge depend on each other; intervals allow for that \
(Korn and Graubard 1998)."""
