"""The leading ranking in words, and in the shape in which a page shows it."""

from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation.numbers import listed, number, percent, ranks, span
from rankings.analysis.range_ends import cut_margin
from rankings.reports.options import UNITS
from rankings.reports.sections.first_place import (
    leaders,
    nothing_decided,
    share_first_place,
    undecided_sentence,
)
from rankings.reports.sections.wording import unit_label


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One line of Table 3b.

    `starts_cluster` asks for a border above; `doubtful` says that an end of the rank range is so close to the
    cut that another seed may move it by one.
    """

    cluster: int
    starts_cluster: bool
    rank: int
    system: str
    score: str
    interval: str
    ranks: str
    doubtful: bool
    rank_shares: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class RankingTable:
    """A ranking of systems as a page shows it; `rows` is empty and `reason` says why if there is none."""

    name: str
    heading: str
    unit: str
    unit_label: str
    units: int
    clusters: int
    confidence: str
    replicates: int
    rows: list[RankedRow]
    notes: list[str]
    reason: str = ""

    @property
    def has_doubtful(self) -> bool:
        return any(row.doubtful for row in self.rows)


@dataclass(frozen=True, slots=True)
class _Ends:
    """A rank range as it is, and the widest and the narrowest that other replicates may make of it."""

    low: int
    high: int
    widest_low: int
    widest_high: int
    narrowest_low: int
    narrowest_high: int

    @property
    def doubtful(self) -> bool:
        return (self.low, self.high) != (self.widest_low, self.widest_high) or (self.low, self.high) != (
            self.narrowest_low,
            self.narrowest_high,
        )


def summary(result: dict[str, Any]) -> list[str]:
    """The result in two or three sentences."""
    ranking = result["ranking"]
    systems = ranking["systems"]
    if not systems:
        return [f"The systems cannot be ranked yet. {ranking['reason']}"]
    if nothing_decided(result):
        return [undecided_sentence(result)]
    first, leading = systems[0], leaders(ranking)
    # A cluster holds systems that are tied through others too: its last may well lie clearly below its first.
    rivals = [one["system"] for one in systems[len(leading) :] if one["rank_low"] <= first["rank_high"]]
    nothing_told = max(one["rank_low"] for one in systems) <= min(one["rank_high"] for one in systems)
    if ranking["method"] == "expected-wins":
        sentences = [
            f"{share_first_place(leading)}: on average over the other systems, "
            f"{'it' if len(leading) == 1 else 'each'} won {percent(first['score'])} of the comparisons in "
            "which one of the two was preferred."
        ]
    else:
        sentences = [f"{share_first_place(leading)} by {ranking['title']}."]
    if len(systems) > 1 and nothing_told:
        sentences.append(f"But the rankings do not tell any of the {len(systems)} systems apart reliably.")
    elif rivals:
        it = "it" if len(leading) == 1 else "them"
        sentences.append(f"But the rankings do not tell {it} apart reliably from {listed(rivals)}.")
    clusters = ranking["clusters"]
    if clusters == 1:
        sentences.append(f"All form one cluster, with {_resampled(ranking)}.")
    else:
        grouped = f"The {len(systems)} systems fall into {clusters} clusters"
        sentences.append(f"{grouped}, with {_resampled(ranking)}.")
    return sentences + _close_calls(ranking)


def ranking_table(name: str, ranking: dict[str, Any], *, by_method: bool = False) -> RankingTable:
    """Table 3b; headed by what is resampled, or by the method."""
    unit = ranking["unit"]
    if by_method:
        heading = f"{ranking['title']}, {unit_label(unit)} resampled"
    elif unit == "pairs":
        heading = "As published in 2015: pairs resampled"
    else:
        heading = f"{unit.capitalize()} resampled"
    if not ranking["systems"]:
        return RankingTable(name, heading, unit, UNITS[unit], 0, 0, "", 0, [], [], ranking["reason"])
    rows = []
    previous = None
    for one in ranking["systems"]:
        starts = previous is not None and one["cluster"] != previous
        rows.append(_ranked_row(one, starts, _ends(one, ranking).doubtful))
        previous = one["cluster"]
    return RankingTable(
        name=name,
        heading=heading,
        unit=unit,
        unit_label=UNITS[unit],
        units=ranking["units"],
        clusters=ranking["clusters"],
        confidence=percent(ranking["confidence"]),
        replicates=ranking["replicates"],
        rows=rows,
        notes=ranking["notes"],
    )


def ranking_in_words(table: RankingTable) -> str:
    """What the figure of a ranking shows."""
    if not table.rows:
        return "No ranking."
    told = "; ".join(f"{row.system} {row.score} ({row.interval})" for row in table.rows)
    return f"Score and {table.confidence} interval of each system, best first: {told}."


def frequencies_in_words(frequencies: list[dict[str, int]]) -> str:
    """What the figure of distinct outputs shows."""
    told = ", ".join(f"{one['distinct']}: {one['sentences']:,}" for one in frequencies)
    return f"Bars: number of sentences by number of distinct outputs. {told}."


def _ends(one: dict[str, Any], ranking: dict[str, Any]) -> _Ends:
    """The ends of a rank range that lie within the error of the replicates of the cut.

    With too few replicates to tell, none: a note says so.
    """
    tail = (1 - ranking["confidence"]) / 2
    margin = cut_margin(ranking["replicates"], ranking["confidence"])
    low, high, shares = one["rank_low"], one["rank_high"], one["rank_probabilities"]

    def near(share: float | None) -> bool:
        # None where the method left the system out of every replicate.
        return share is not None and abs(share - tail) < margin

    return _Ends(
        low=low,
        high=high,
        widest_low=low - 1 if low > 1 and near(sum(shares[: low - 1])) else low,
        widest_high=high + 1 if high < len(shares) and near(sum(shares[high:])) else high,
        narrowest_low=low + 1 if near(one["mass_low"]) and low < high else low,
        narrowest_high=high - 1 if near(one["mass_high"]) and low < high else high,
    )


def _close_calls(ranking: dict[str, Any]) -> list[str]:
    """Lines between clusters, drawn or not drawn, that hang on a doubtful end of a range."""
    systems = ranking["systems"]
    ends = [_ends(one, ranking) for one in systems]
    told = []
    for place in range(1, len(systems)):
        above, below = ends[:place], ends[place:]
        names = f"{systems[place - 1]['system']} and {systems[place]['system']}"
        drawn = max(one.high for one in above) < min(one.low for one in below)
        if drawn and max(one.widest_high for one in above) >= min(one.widest_low for one in below):
            told.append(f"The line between {names} is close: another seed or more replicates may remove it.")
        if not drawn and max(one.narrowest_high for one in above) < min(one.narrowest_low for one in below):
            told.append(
                f"A line between {names} is narrowly missed: another seed or more replicates may draw it."
            )
    return told


def _ranked_row(one: dict[str, Any], starts: bool, doubtful: bool) -> RankedRow:
    low, high = one["rank_low"], one["rank_high"]
    shares = one["rank_probabilities"]
    return RankedRow(
        cluster=one["cluster"],
        starts_cluster=starts,
        rank=one["rank"],
        system=one["system"],
        score=number(one["score"]),
        interval=span(one["score_low"], one["score_high"]),
        ranks=ranks(low, high),
        doubtful=doubtful,
        rank_shares=[
            {"rank": rank, "share": percent(share)} for rank, share in enumerate(shares, 1) if share >= 0.005
        ],
    )


def _resampled(ranking: dict[str, Any]) -> str:
    return (
        f"{ranking['unit']} resampled {ranking['replicates']:,} times and rank ranges at "
        f"{percent(ranking['confidence'])} confidence"
    )
