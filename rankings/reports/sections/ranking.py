"""The leading ranking in words."""

from collections.abc import Sequence

from appraise_gec.present.numbers import count, listed, percent
from appraise_gec.present.table import capital
from appraise_gec.words import plural
from rankings.analysis.judge_statistics import JudgeStatistics
from rankings.analysis.ranking import SystemRanking
from rankings.reports.sections.first_place import (
    leaders,
    share_first_place,
    tells_nothing,
    undecided_sentence,
)
from rankings.tables.nouns import PAIRS_AS_PUBLISHED, RESAMPLED

NO_WINNER = "Too little was judged to say which system is best."


def summary(ranking: SystemRanking, total: JudgeStatistics | None = None) -> list[str]:
    """The result in two or three sentences; `total` are the counts of all judges."""
    if not ranking.systems:
        return [
            f"The systems cannot be ranked yet. {ranking.reason}",
        ]
    if total is not None and total.nothing_decided:
        return [undecided_sentence(total)]
    if len(ranking.groups) > 1:
        return _groups_in_words(ranking)
    idle = [system.system for system in ranking.systems if system.group is None]
    systems = ranking.groups[0]
    first, leading = systems[0], leaders(ranking)
    if ranking.without_ranges:
        return [NO_WINNER, ranking.without_ranges, *_by_score_alone(ranking), *_never_compared(idle)]
    sentences: list[str]
    if ranking.method == "expected-wins" and first.score is not None:
        sentences = [
            plural(
                len(leading),
                (
                    "{first}: on average over its opponents, it won {share} of the comparisons in which "
                    "one of the two was preferred."
                ),
                (
                    "{first}: on average over their opponents, each won {share} of the comparisons in "
                    "which one of the two was preferred."
                ),
                first=share_first_place(leading),
                share=percent(first.score),
            )
        ]
    else:
        sentences = [f"{share_first_place(leading)} by {ranking.title}."]
    sentences += _never_compared(idle)
    ends = [(system.rank_low or 0, system.rank_high or 0) for system in systems]
    # A cluster holds systems that are tied through others too: its last may well lie clearly below its first.
    rivals = [
        system.system
        for system, (low, _) in zip(systems[len(leading) :], ends[len(leading) :], strict=True)
        if low <= ends[0][1]
    ]
    all_overlap = max(low for low, _ in ends) <= min(high for _, high in ends)
    if len(systems) > 1 and all_overlap:
        sentences.append(_all_overlap(len(systems)))
    elif rivals:
        sentences.append(_overlaps_with(len(leading), rivals))
    clusters = len(ranking.clusters)
    if clusters == 1:
        sentences.append(
            f"All form one cluster, with {_resampled(ranking)}.",
        )
    else:
        sentences.append(
            f"The {count(len(systems))} systems fall into {count(clusters)} clusters, with "
            f"{_resampled(ranking)}."
        )
    return sentences


def _all_overlap(systems: int) -> str:
    if systems == 2:
        return "But the rank ranges of both systems overlap: their order may be another one."
    return f"But the rank ranges of all {count(systems)} systems overlap: their order may be another one."


def _overlaps_with(leading: int, rivals: Sequence[str]) -> str:
    if leading == 1:
        return plural(
            len(rivals),
            ("But its rank range overlaps that of {systems}: the order among them may be another one."),
            ("But its rank range overlaps those of {systems}: the order among them may be another one."),
            systems=listed(rivals),
        )
    return plural(
        len(rivals),
        ("But their rank ranges overlap that of {systems}: the order among them may be another one."),
        ("But their rank ranges overlap those of {systems}: the order among them may be another one."),
        systems=listed(rivals),
    )


def _groups_in_words(ranking: SystemRanking) -> list[str]:
    """Who is first in each group, where no comparison links the groups."""
    sentences: list[str] = [
        (
            f"No comparison links {count(len(ranking.groups))} groups of systems, so they cannot "
            "be ranked against each other; each is ranked by itself."
        )
    ]
    if ranking.without_ranges:
        sentences += [NO_WINNER, ranking.without_ranges]
    for group in ranking.groups:
        first = [system.system for system in group if system.rank == 1]
        values = {
            "systems": listed([system.system for system in group]),
            "first": share_first_place(first),
        }
        sentences.append(
            "Among {systems}, {first} by score alone.".format(**values)
            if ranking.without_ranges
            else "Among {systems}, {first}.".format(**values)
        )
    return sentences


def _by_score_alone(ranking: SystemRanking) -> list[str]:
    """Who has the highest score, where that is no finding."""
    if tells_nothing(ranking):
        return ["All systems have the same score."]
    return [f"By score alone, {share_first_place(leaders(ranking))}."]


def _never_compared(idle: Sequence[str]) -> list[str]:
    if not idle:
        return []
    return [f"No comparison that counts, and so no place: {listed(idle)}."]


def ranking_heading(ranking: SystemRanking) -> str:
    """The heading of a ranking's table on the page."""
    if ranking.unit == "pairs":
        return "As published in 2015: pairs resampled"
    return ", ".join(filter(None, (capital(RESAMPLED[ranking.unit]), ranking.for_whom)))


def method_heading(ranking: SystemRanking) -> str:
    """The same on a page with rankings by several methods."""
    resampled = PAIRS_AS_PUBLISHED if ranking.unit == "pairs" else RESAMPLED[ranking.unit]
    return ", ".join((ranking.title, resampled))


def _resampled(ranking: SystemRanking) -> str:
    how = plural(
        ranking.replicates,
        "{resampled} once and rank ranges at {confidence} confidence",
        "{resampled} {n} times and rank ranges at {confidence} confidence",
        resampled=RESAMPLED[ranking.unit],
        confidence=percent(ranking.confidence),
    )
    return ", ".join(filter(None, (how, ranking.for_whom)))
