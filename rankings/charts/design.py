"""Designs as a figure: how probably the same order comes out again, by rankings and number of judges."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from appraise_gec.present.figure import INK, LINES, MUTED, Figure
from appraise_gec.present.numbers import count, percent
from appraise_gec.words import plural
from rankings.analysis.designing import CampaignDesign, DesignPlan

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# As many lines as there are different ones.
CURVES = len(LINES)
# Between powers of ten, on an axis of less than two of them and on a longer one.
STEPS, STEPS_OF_LONG_AXES = (1, 2, 5), (1, 3)
MOST_DIGITS = 8


def design_curves(plan: DesignPlan) -> Figure:
    """A line for each number of judges, and a ring at the recommended design.

    With more numbers of judges than `CURVES`: the ends, the recommended one and some between.
    """
    shown = _shown(plan)
    smallest = min(one.points[0].rankings for one in shown)
    # An axis needs two ends, even for a single point.
    largest = max(2 * smallest, *(one.points[-1].rankings for one in shown))
    steps = STEPS if largest < 100 * smallest else STEPS_OF_LONG_AXES
    round_numbers = (step * 10**power for power in range(MOST_DIGITS) for step in steps)
    ticks = [number for number in round_numbers if smallest <= number <= largest]
    chosen = plan.chosen

    def draw(axes: "Axes") -> None:
        for one, (colour, dash) in zip(shown, LINES, strict=False):
            points = [(point.rankings, point.probability_same_order) for point in one.points]
            marker = "o" if len(points) == 1 else ""
            label = plural(one.judges, "{n} judge", "{n} judges")
            axes.plot(*zip(*points, strict=True), marker=marker, color=colour, linestyle=dash, label=label)
        axes.axhline(plan.wanted, color=MUTED, linewidth=0.8, linestyle="--")
        if chosen is not None and chosen.rankings is not None:
            place = [chosen.rankings], [chosen.probability_same_order]
            axes.plot(*place, "o", color=INK, markersize=9, markerfacecolor="none")
        axes.set_xscale("log")
        axes.minorticks_off()
        axes.set_xlim(smallest, largest)
        axes.set_xticks(ticks, labels=[count(tick) for tick in ticks])
        axes.set_xlabel("Rankings")
        axes.set_ylim(0, 1)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], labels=["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.grid(axis="y")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)

    in_words = "; ".join(_in_words(one) for one in shown)
    some = "" if len(shown) == len(plan.designs) else ", for some numbers of judges"
    ring = "; ring: the recommended design" if chosen is not None else ""
    return Figure(
        "design",
        "Curves: probability of the same order again, by number of rankings, for each number of judges. "
        f"{in_words}.",
        draw,
        f"Probability that another such campaign gives the same order, by number of rankings{some}. "
        f"Dashed across: the wanted probability{ring}.",
        height=3.6,
    )


def _in_words(one: CampaignDesign) -> str:
    last = one.points[-1]
    return (
        f"{plural(one.judges, '{n} judge', '{n} judges')}: "
        f"{percent(last.probability_same_order)} with "
        f"{plural(last.rankings, '{n} ranking', '{n} rankings')}"
    )


def _shown(plan: DesignPlan) -> Sequence[CampaignDesign]:
    """At most `CURVES` designs, by rising number of judges."""
    designs = plan.designs
    if len(designs) <= CURVES:
        return designs
    last = len(designs) - 1
    places = {round(step * last / (CURVES - 1)) for step in range(CURVES)}
    recommended = next((place for place, one in enumerate(designs) if one.judges == plan.recommended), None)
    if recommended is not None and recommended not in places:
        # In the place of its neighbour; the ends stay.
        places.remove(min(places - {0, last}, key=lambda place: abs(place - recommended)))
        places.add(recommended)
    return [designs[place] for place in sorted(places)]
