"""The leading ranking in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from appraise_gec.presentation.numbers import listed, percent
from rankings.analysis.results.judge_statistics import JudgeStatistics
from rankings.analysis.results.ranking import RankedSystem, SystemRanking
from rankings.reports.sections.first_place import (
    leaders,
    share_first_place,
    tells_nothing,
    undecided_sentence,
)
from rankings.reports.sections.wording import unit_label

NO_WINNER = "Too little was judged to say which system is best."


@dataclass(frozen=True, slots=True)
class _Ends:
    """A rank range as it is, and the widest and the narrowest that other replicates may make of it."""

    low: int
    high: int
    widest_low: int
    widest_high: int
    narrowest_low: int
    narrowest_high: int


def summary(ranking: SystemRanking, total: JudgeStatistics | None = None) -> list[str]:
    """The result in two or three sentences; `total` are the counts of all judges."""
    if not ranking.systems:
        return [f"The systems cannot be ranked yet. {ranking.reason}"]
    if total is not None and total.nothing_decided:
        return [undecided_sentence(total)]
    if len(ranking.groups) > 1:
        return _groups_in_words(ranking)
    idle = [system.system for system in ranking.systems if system.group is None]
    systems = ranking.groups[0]
    first, leading = systems[0], leaders(ranking)
    if ranking.without_ranges:
        return [NO_WINNER, ranking.without_ranges, *_by_score_alone(ranking), *_never_compared(idle)]
    if ranking.method == "expected-wins" and first.score is not None:
        sentences = [
            f"{share_first_place(leading)}: on average over the other systems, "
            f"{'it' if len(leading) == 1 else 'each'} won {percent(first.score)} of the comparisons in "
            "which one of the two was preferred."
        ]
    else:
        sentences = [f"{share_first_place(leading)} by {ranking.title}."]
    sentences += _never_compared(idle)
    ends = [_ends(ranking, system) for system in systems]
    # A cluster holds systems that are tied through others too: its last may well lie clearly below its first.
    rivals = [
        system.system
        for system, its_ends in zip(systems[len(leading) :], ends[len(leading) :], strict=True)
        if its_ends.low <= ends[0].high
    ]
    all_overlap = max(end.low for end in ends) <= min(end.high for end in ends)
    if len(systems) > 1 and all_overlap:
        whose = "both systems" if len(systems) == 2 else f"all {len(systems)} systems"
        sentences.append(f"But the rank ranges of {whose} overlap: their order may be another one.")
    elif rivals:
        own = "its rank range overlaps" if len(leading) == 1 else "their rank ranges overlap"
        others = f"{'that' if len(rivals) == 1 else 'those'} of {listed(rivals)}"
        sentences.append(f"But {own} {others}: the order among them may be another one.")
    clusters = len(ranking.clusters)
    if clusters == 1:
        sentences.append(f"All form one cluster, with {_resampled(ranking)}.")
    else:
        grouped = f"The {len(systems)} systems fall into {clusters} clusters"
        sentences.append(f"{grouped}, with {_resampled(ranking)}.")
    return sentences + _close_calls(systems, ends)


def _groups_in_words(ranking: SystemRanking) -> list[str]:
    """Who is first in each group, where no comparison links the groups."""
    sentences = [
        f"No comparison links {len(ranking.groups)} groups of systems, so they cannot be ranked against each "
        "other; each is ranked by itself."
    ]
    if ranking.without_ranges:
        sentences += [NO_WINNER, ranking.without_ranges]
    for group in ranking.groups:
        first = [system.system for system in group if system.rank == 1]
        among = listed([system.system for system in group])
        alone = " by score alone" if ranking.without_ranges else ""
        sentences.append(f"Among {among}, {share_first_place(first)}{alone}.")
    return sentences


def _by_score_alone(ranking: SystemRanking) -> list[str]:
    """Who has the highest score, where that is no finding."""
    if tells_nothing(ranking):
        return ["All systems have the same score."]
    return [f"By score alone, {share_first_place(leaders(ranking))}."]


def _never_compared(idle: Sequence[str]) -> list[str]:
    return [f"Never compared, and so without a place: {listed(idle)}."] if idle else []


def ranking_heading(ranking: SystemRanking) -> str:
    """The heading of a ranking's table on the page."""
    if ranking.unit == "pairs":
        return "As published in 2015: pairs resampled"
    return ", ".join(filter(None, (f"{ranking.unit.capitalize()} resampled", ranking.for_whom)))


def method_heading(ranking: SystemRanking) -> str:
    """The same on a page with rankings by several methods."""
    return f"{ranking.title}, {unit_label(ranking.unit)} resampled"


def _ends(ranking: SystemRanking, system: RankedSystem) -> _Ends:
    """How far another seed may move the ends of a rank range; not at all with too few replicates."""
    low, high = system.rank_low or 0, system.rank_high or 0
    close = ranking.close_ends(system)
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


def _close_calls(systems: list[RankedSystem], ends: list[_Ends]) -> list[str]:
    """Boundaries between clusters, present or not, that depend on an uncertain end of a range."""
    sentences = []
    for place in range(1, len(systems)):
        above, below = ends[:place], ends[place:]
        names = f"{systems[place - 1].system} and {systems[place].system}"
        drawn = max(end.high for end in above) < min(end.low for end in below)
        if drawn and max(end.widest_high for end in above) >= min(end.widest_low for end in below):
            sentences.append(
                f"The line between {names} is close: another seed or more replicates may remove it."
            )
        if not drawn and max(end.narrowest_high for end in above) < min(end.narrowest_low for end in below):
            sentences.append(
                f"A line between {names} is narrowly missed: another seed or more replicates may draw it."
            )
    return sentences


def _resampled(ranking: SystemRanking) -> str:
    times = "once" if ranking.replicates == 1 else f"{ranking.replicates:,} times"
    return (
        f"{ranking.unit} resampled {times} and rank ranges at "
        f"{percent(ranking.confidence)} confidence"
        f"{ranking.for_whom and f', {ranking.for_whom}'}"
    )
