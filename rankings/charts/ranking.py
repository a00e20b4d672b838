"""Rankings as charts."""

from collections.abc import Sequence
from dataclasses import replace

from appraise_gec.present.charts import (
    FULL_WIDTH,
    Axis,
    Cells,
    Chart,
    Panel,
    Points,
    Rule,
    Spans,
    names_axis,
)
from appraise_gec.present.numbers import number, percent, span
from rankings.analysis.ranked_systems import RankedSystem
from rankings.analysis.ranking import SystemRanking
from rankings.tables.nouns import RESAMPLED, UNITS

UNDECIDED = "No comparison was decided"
ROW = 0.34  # inches
MOST_LABELLED = 20
LEADING = Points((), marker="circle", size=6)
COMPARED = Points((), tone="second", marker="square", size=3.5)


def ranking(
    leading: SystemRanking, comparison: SystemRanking | None = None, *, undecided: bool = False
) -> Chart:
    """A dot and an interval per system, best on top; clusters are parted by lines.

    Args:
        leading: the ranking that gives the order and the clusters.
        comparison: the same with another unit resampled; None for none.
        undecided: whether all comparisons are ties.
    """
    systems = leading.systems
    if not systems or undecided:
        return _empty("ranking", UNDECIDED if systems else "No ranking")
    place = {system.system: position for position, system in enumerate(systems)}
    lines = [
        Rule("y", position - 0.5)
        for position in range(1, len(systems))
        if systems[position].cluster != systems[position - 1].cluster
    ]
    return Chart(
        "ranking",
        (
            f"Score and {percent(leading.confidence)} interval of each system, best first: "
            f"{scores_in_words(systems)}."
        ),
        [
            Panel(
                Axis(
                    "{method}, with {confidence} interval".format(
                        method=leading.title, confidence=f"{100 * leading.confidence:g} %"
                    ),
                    grid=True,
                ),
                names_axis(list(place), low=len(systems) - 0.4, high=-0.6),
                [
                    *_intervals(leading, place, -0.1, Points((), marker="circle", size=6)),
                    *(
                        _intervals(
                            comparison, place, 0.17, Points((), tone="second", marker="square", size=3.5)
                        )
                        if comparison
                        else ()
                    ),
                    *lines,
                ],
            )
        ],
        height=1.3 + ROW * len(systems),
        wide=FULL_WIDTH,
        legend="above",
        legend_title="Resampled",
    )


def rank_probabilities(made: SystemRanking, *, undecided: bool = False) -> Chart:
    """A grid of systems and ranks, darker where a system takes a rank more often."""
    systems = made.systems
    ranks = max((len(system.rank_probabilities) for system in systems), default=0)
    if not ranks or undecided:
        reason = "No ranking" if not systems else UNDECIDED if undecided else "Too few judgments"
        return _empty("rank-probabilities", reason)
    step = 1 if len(systems) <= MOST_LABELLED else 5
    return Chart(
        "rank-probabilities",
        (
            "Grid: share of replicates in which each system takes each rank; the table below has "
            "the same numbers."
        ),
        [
            Panel(
                Axis(
                    "Rank, in percent of replicates ({resampled})".format(
                        resampled="pairs, as in 2015, resampled"
                        if made.unit == "pairs"
                        else RESAMPLED[made.unit]
                    ),
                    low=-0.5,
                    high=ranks - 0.5,
                    ticks=[
                        (rank - 1, str(rank))
                        for rank in range(1, ranks + 1)
                        if rank in (1, ranks) or rank % step == 0
                    ],
                    ticked=False,
                ),
                names_axis([system.system for system in systems]),
                [
                    Cells(
                        [
                            [*system.rank_probabilities, *[0.0] * (ranks - len(system.rank_probabilities))]
                            for system in systems
                        ],
                        labelled=len(systems) <= MOST_LABELLED,
                    )
                ],
            )
        ],
        height=1.0 + ROW * len(systems),
        wide=8.0,
    )


def _empty(key: str, reason: str) -> Chart:
    return Chart(key, "".join((reason, ".")), [], reason=reason)


def scores_in_words(systems: Sequence[RankedSystem]) -> str:
    """Score and interval of each."""
    return "; ".join(
        f"{one.system} {number(one.score)} ({span(one.score_low, one.score_high)})" for one in systems
    )


def _intervals(
    made: SystemRanking, place: dict[str, int], offset: float, dots: Points
) -> list[Spans | Points]:
    """Intervals and scores, so far below the places of their systems; `dots` says how they look."""
    heights = {system: position + offset for system, position in place.items()}
    # A score may stand without an interval, where the data support none.
    spans = [
        (heights[system.system], system.score_low, system.score_high)
        for system in made.systems
        if system.score_low is not None and system.score_high is not None
    ]
    points = [(system.score, heights[system.system]) for system in made.systems if system.score is not None]
    label = "pairs, as in 2015" if made.unit == "pairs" else UNITS[made.unit]
    return [Spans(spans, dots.tone), replace(dots, points=points, label=label)] if points else []
