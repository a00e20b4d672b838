"""Rankings over time: all so far beside the plan, and those of each day."""

from collections.abc import Sequence

from appraise_gec.present.charts import Axis, Bars, Chart, Panel, Points, Rule
from appraise_gec.present.numbers import count

MOST_TICKS = 4


def rankings_over_time(
    days: Sequence[str],
    rankings: Sequence[int],
    target: int,
    titles: tuple[str, str],
    words: str,
) -> Chart:
    """Two panels with one axis of time: the sum, with the plan across; and the rankings of each step.

    Args:
        days: the first of each step, as the page writes it.
        rankings: that came in it.
        target: planned rankings; 0 for none.
        titles: of both panels.
        words: the same for people who do not see the chart.
    """
    so_far = [sum(rankings[: place + 1]) for place in range(len(rankings))]
    high = max(target, *so_far, 1)
    every = max(1, -(-len(days) // MOST_TICKS))
    ticks = [(float(place), days[place]) for place in range(0, len(days), every)]
    time = Axis(low=-0.6, high=len(days) - 0.4, ticks=ticks)
    plan = [Rule("y", target, "dashed", count(target))] if target else []
    return Chart(
        "rankings-over-time",
        words,
        [
            Panel(
                time,
                Axis(titles[0], low=0, high=1.12 * high, most=4, whole=True, grid=True),
                [Points(list(enumerate(so_far)), line="solid", marker="circle", size=4), *plan],
            ),
            Panel(
                time,
                Axis(titles[1], low=0, high=1.2 * max(*rankings, 1), most=3, whole=True, grid=True),
                [Bars(list(enumerate(rankings)), labelled=False)],
            ),
        ],
        height=4.0,
        stacked=True,
    )
