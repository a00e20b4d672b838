"""A ranking while judging goes on: scores and intervals of one way of resampling."""

from appraise_gec.present.charts import Axis, Chart, Panel, Points, Rule, Spans, names_axis
from rankings.analysis.ranking import SystemRanking
from rankings.charts.ranking import scores_in_words

ROW = 0.34  # inches


def ranking_so_far(ranking: SystemRanking, label: str, words: str) -> Chart:
    """A dot and an interval per system, the best on top; clusters are parted by lines.

    `words` begin the text for people who do not see the chart, and `label` is that of the axis of scores.
    """
    systems = ranking.systems
    if not systems:
        return Chart("ranking-so-far", ranking.reason, [], reason=ranking.reason)
    lines = [
        Rule("y", place - 0.5)
        for place in range(1, len(systems))
        if systems[place].cluster != systems[place - 1].cluster
    ]
    spans = [
        (place, one.score_low, one.score_high)
        for place, one in enumerate(systems)
        if one.score_low is not None and one.score_high is not None
    ]
    dots = [(one.score, place) for place, one in enumerate(systems) if one.score is not None]
    return Chart(
        "ranking-so-far",
        "".join((words, " ", scores_in_words(systems), ".")),
        [
            Panel(
                Axis(label, grid=True),
                names_axis([one.system for one in systems]),
                [Spans(spans), Points(dots, marker="circle", size=6), *lines],
            )
        ],
        height=0.9 + ROW * len(systems),
    )
