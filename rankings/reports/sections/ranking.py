"""The leading ranking in words, and in the shape in which a page shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation.numbers import NONE, listed, number, percent, ranks, span
from rankings.analysis.range_ends import close_shares
from rankings.analysis.results.distinct_outputs import DistinctOutputs
from rankings.analysis.results.judge_statistics import JudgeStatistics
from rankings.formats.json_form import from_json
from rankings.reports.options import UNITS
from rankings.reports.sections.first_place import (
    leaders,
    linked_groups,
    nothing_decided,
    share_first_place,
    undecided_sentence,
)
from rankings.reports.sections.wording import unit_label


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One line of Table 3b.

    `starts_cluster` asks for a border above; `at_best` and `at_worst` are the shares of replicates in which
    the system takes the first rank of its range or a better one, and the last or a worse one.
    """

    cluster: int | str
    starts_cluster: bool
    rank: int | str
    group: int | str
    system: str
    score: str
    interval: str
    ranks: str
    at_best: str
    at_worst: str
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
    groups: int = 1


@dataclass(frozen=True, slots=True)
class _Ends:
    """A rank range as it is, and the widest and the narrowest that other replicates may make of it."""

    low: int
    high: int
    widest_low: int
    widest_high: int
    narrowest_low: int
    narrowest_high: int


def summary(result: dict[str, Any]) -> list[str]:
    """The result in two or three sentences."""
    ranking = result["ranking"]
    systems = ranking["systems"]
    if not systems:
        return [f"The systems cannot be ranked yet. {ranking['reason']}"]
    if nothing_decided(result):
        return [undecided_sentence(from_json(JudgeStatistics, result["total"]))]
    groups = linked_groups(ranking)
    if len(groups) > 1:
        return _groups_in_words(ranking, groups)
    idle = [one["system"] for one in systems if one.get("group", 1) is None]
    systems = groups[0]
    first, leading = systems[0], leaders(ranking)
    if ranking["method"] == "expected-wins":
        sentences = [
            f"{share_first_place(leading)}: on average over the other systems, "
            f"{'it' if len(leading) == 1 else 'each'} won {percent(first['score'])} of the comparisons in "
            "which one of the two was preferred."
        ]
    else:
        sentences = [f"{share_first_place(leading)} by {ranking['title']}."]
    if idle:
        sentences.append(f"Never compared, and so without a place: {listed(idle)}.")
    without = ranking.get("without_ranges", "")
    if without:
        return [*sentences, without]
    # A cluster holds systems that are tied through others too: its last may well lie clearly below its first.
    rivals = [one["system"] for one in systems[len(leading) :] if one["rank_low"] <= first["rank_high"]]
    nothing_told = max(one["rank_low"] for one in systems) <= min(one["rank_high"] for one in systems)
    if len(systems) > 1 and nothing_told:
        sentences.append(f"But no two of the {len(systems)} systems are significantly different.")
    elif rivals:
        subject = "it is" if len(leading) == 1 else "they are"
        sentences.append(f"But {subject} not significantly different from {listed(rivals)}.")
    clusters = ranking["clusters"]
    if clusters == 1:
        sentences.append(f"All form one cluster, with {_resampled(ranking)}.")
    else:
        grouped = f"The {len(systems)} systems fall into {clusters} clusters"
        sentences.append(f"{grouped}, with {_resampled(ranking)}.")
    return sentences + _close_calls(ranking, systems)


def _groups_in_words(ranking: dict[str, Any], groups: list[list[dict[str, Any]]]) -> list[str]:
    """Who is first in each group, where no comparison links the groups."""
    sentences = [
        f"No comparison links {len(groups)} groups of systems, so they cannot be ranked against each other; "
        "each is ranked by itself."
    ]
    for group in groups:
        first = [one["system"] for one in group if one["rank"] == 1]
        among = listed([one["system"] for one in group])
        sentences.append(f"Among {among}, {share_first_place(first)}.")
    without = ranking.get("without_ranges", "")
    return [*sentences, without] if without else sentences


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
        rows.append(_ranked_row(one, starts))
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
        groups=len(linked_groups(ranking)),
    )


def ranking_in_words(table: RankingTable) -> str:
    """What the figure of a ranking shows."""
    if not table.rows:
        return "No ranking."
    told = "; ".join(f"{row.system} {row.score} ({row.interval})" for row in table.rows)
    return f"Score and {table.confidence} interval of each system, best first: {told}."


def frequencies_in_words(frequencies: Sequence[DistinctOutputs]) -> str:
    """What the figure of distinct outputs shows."""
    told = ", ".join(f"{one.distinct}: {one.sentences:,}" for one in frequencies)
    return f"Bars: number of sentences by number of distinct outputs. {told}."


def _ends(one: dict[str, Any], ranking: dict[str, Any]) -> _Ends:
    """How far another seed may move the ends of a rank range; with too few replicates to tell, not at all."""
    if one["rank_low"] is None:
        return _Ends(0, 0, 0, 0, 0, 0)
    low, high = one["rank_low"], one["rank_high"]
    close = close_shares(low, high, one["rank_probabilities"], ranking["replicates"], ranking["confidence"])
    lows = [low, *(end.moved_to for end in close if end.better)]
    highs = [high, *(end.moved_to for end in close if not end.better)]
    return _Ends(
        low=low,
        high=high,
        widest_low=min(lows),
        widest_high=max(highs),
        narrowest_low=max(lows),
        narrowest_high=min(highs),
    )


def _close_calls(ranking: dict[str, Any], systems: list[dict[str, Any]]) -> list[str]:
    """Lines between clusters, drawn or not drawn, that hang on a doubtful end of a range."""
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


def _ranked_row(one: dict[str, Any], starts: bool) -> RankedRow:
    low, high = one["rank_low"], one["rank_high"]
    shares = one["rank_probabilities"]
    return RankedRow(
        cluster=NONE if one["cluster"] is None else one["cluster"],
        starts_cluster=starts,
        rank=NONE if one["rank"] is None else one["rank"],
        group=NONE if one.get("group", 1) is None else one.get("group", 1),
        system=one["system"],
        score=number(one["score"]),
        interval=span(one["score_low"], one["score_high"]),
        ranks=ranks(low, high),
        at_best=_share(one["mass_low"]),
        at_worst=_share(one["mass_high"]),
        rank_shares=[
            {"rank": rank, "share": percent(share)} for rank, share in enumerate(shares, 1) if share >= 0.005
        ],
    )


def _share(share: float | None) -> str:
    """With one digit always, so that a column lines up; None where no replicate ranks the system."""
    return NONE if share is None else f"{100 * share:.1f}\u00a0%"


def _resampled(ranking: dict[str, Any]) -> str:
    return (
        f"{ranking['unit']} resampled {ranking['replicates']:,} times and rank ranges at "
        f"{percent(ranking['confidence'])} confidence"
    )
