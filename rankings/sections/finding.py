"""The finding: who is best, and how sure that is, in words that a reader can quote."""

from collections.abc import Sequence

from appraise_gec.present.numbers import count, listed, percent
from rankings.analysis.ranking import SystemRanking

NOTHING_DECIDED = "No comparison was decided: all are ties. So no system can be put before another."
NOT_ENOUGH = "Too little was judged to say which system is best."
# Of systems that may be the best; of more, those that cannot be are named if they are fewer.
MOST_NAMED = 4


def finding(ranking: SystemRanking, *, nothing_decided: bool = False) -> list[str]:
    """The result in a few sentences: a clear winner, a tie at the top, or not enough to tell."""
    if not ranking.systems:
        return [f"The systems cannot be ranked yet. {ranking.reason}"]
    if nothing_decided:
        return [NOTHING_DECIDED]
    if len(ranking.groups) > 1:
        return _by_group(ranking)
    idle = [system.system for system in ranking.systems if system.group is None]
    without = [f"Never compared, or only tied, and so without a place: {listed(idle)}."] if idle else []
    if ranking.without_ranges:
        alone = "All systems have the same score."
        if not tells_nothing(ranking):
            alone = f"By score alone, {share_first_place(leaders(ranking))}."
        return [NOT_ENOUGH, ranking.without_ranges, alone, *without]
    return [_first(ranking), *without, *_degree(ranking)]


def leaders(ranking: SystemRanking) -> list[str]:
    """The systems with the highest score: several where scores are equal, none where groups have no link."""
    if len(ranking.groups) > 1:
        return []
    return [system.system for system in ranking.systems if system.rank == 1]


def tells_nothing(ranking: SystemRanking) -> bool:
    """Whether all systems have the same score."""
    return 1 < sum(map(len, ranking.groups)) == len(leaders(ranking))


def share_first_place(names: Sequence[str]) -> str:
    """`A comes first`, or `A and B share the first place`."""
    return f"{names[0]} comes first" if len(names) == 1 else f"{listed(names)} share the first place"


def _first(ranking: SystemRanking) -> str:
    first, leading = ranking.groups[0][0], leaders(ranking)
    if ranking.method != "expected-wins" or first.score is None:
        return f"{share_first_place(leading)} by {ranking.title}."
    who = "its opponents, it" if len(leading) == 1 else "their opponents, each"
    return (
        f"{share_first_place(leading)}: on average over {who} won {percent(first.score)} of the "
        "comparisons in which one of the two was preferred."
    )


def _degree(ranking: SystemRanking) -> list[str]:
    """How far the first place can be relied on, and how many clusters there are."""
    if best := ranking.may_be_best:
        return _of_sets(ranking, best)
    systems, leading = ranking.groups[0], len(leaders(ranking))
    # A cluster holds systems that are tied through others: its last may well lie clearly below its first.
    ends = [(system.rank_low or 0, system.rank_high or 0) for system in systems]
    # Those that may be first themselves; where there are none, those that the first may fall behind.
    lows = [low for low, _ in ends[leading:]]
    reached = 1 if 1 in lows else ends[0][1]
    rivals = [system.system for system, low in zip(systems[leading:], lows, strict=True) if low <= reached]
    if len(systems) > 1 and max(low for low, _ in ends) <= min(high for _, high in ends):
        which = "both systems" if len(systems) == 2 else f"all {count(len(systems))} systems"
        return [f"But that is not enough to tell: the ranges of ranks of {which} overlap."]
    if rivals:
        how = "may be first, too" if reached == 1 else "may be as good"
        degree = f"But {listed(rivals)} {how}: the ranges of ranks overlap."
    else:
        degree = "No other range of ranks reaches so far: a clear winner." if leading == 1 else ""
    return [degree, _clusters(ranking)] if degree else [_clusters(ranking)]


def _of_sets(ranking: SystemRanking, best: Sequence[str]) -> list[str]:
    """Which systems may be the best, by sets of ranks that hold all at once."""
    systems = len(ranking.groups[0])
    if len(best) == systems:
        every = "either system" if systems == 2 else f"any of the {count(systems)} systems"
        return [f"But that is not enough to tell: {every} may be the best."]
    level = f"{percent(ranking.confidence)} confidence"
    others = [system.system for system in ranking.groups[0] if system.system not in best]
    if len(best) > max(MOST_NAMED, len(others)):
        said = f"{count(len(best))} of the {count(systems)} systems may be the best"
        return [f"But {said}: all except {listed(others)} ({level}).", _clusters(ranking)]
    said = "it is the best" if len(best) == 1 else f"the best is one of {listed(best)}"
    return [f"With {level} {said}.", _clusters(ranking)]


def _clusters(ranking: SystemRanking) -> str:
    systems, clusters = count(len(ranking.groups[0])), len(ranking.clusters)
    if clusters == 1:
        return f"All {systems} systems form one cluster."
    return f"The {systems} systems fall into {count(clusters)} clusters."


def _by_group(ranking: SystemRanking) -> list[str]:
    """Who is first in each group, where no comparison links the groups."""
    sentences = [
        f"No comparison links {count(len(ranking.groups))} groups of systems, so they cannot be ranked "
        "against each other; each is ranked by itself."
    ]
    if ranking.without_ranges:
        sentences += [NOT_ENOUGH, ranking.without_ranges]
    alone = " by score alone" if ranking.without_ranges else ""
    for group in ranking.groups:
        first = share_first_place([system.system for system in group if system.rank == 1])
        sentences.append(f"Among {listed([system.system for system in group])}, {first}{alone}.")
    return sentences
