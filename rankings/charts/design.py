"""Designs as a chart: how probably the same order comes out again, by rankings and number of judges."""

from collections.abc import Sequence
from math import log2

from appraise_gec.present.charts import LINES, Axis, Chart, Panel, Points, Rule
from appraise_gec.present.numbers import count, percent
from appraise_gec.words import plural
from rankings.analysis.designing import CampaignDesign, DesignPlan

# As many lines as there are different ones.
CURVES = len(LINES)
# Between powers of ten, on an axis of less than two of them and on a longer one.
STEPS, STEPS_OF_LONG_AXES = (1, 2, 5), (1, 3)
MOST_DIGITS = 8


def design_curves(plan: DesignPlan) -> Chart:
    """A line for each number of judges, a rule at the wanted probability, a ring at the recommended design.

    With more numbers of judges than `CURVES`: the ends, the recommended one and some between.
    """
    drawn = _drawn(plan)
    smallest = min(one.points[0].rankings for one in drawn)
    # An axis needs two ends, even for a single point.
    largest = max(2 * smallest, *(one.points[-1].rankings for one in drawn))
    marks: list[Points | Rule] = [Rule("y", plan.wanted)]
    for one, (tone, dash) in zip(drawn, LINES, strict=False):
        marks.append(
            Points(
                [(log2(point.rankings), point.probability_same_order) for point in one.points],
                label=plural(one.judges, "{n} judge", "{n} judges"),
                tone=tone,
                line=dash,
                marker="circle" if len(one.points) == 1 else None,
            )
        )
    chosen = plan.chosen
    if chosen is not None and chosen.rankings is not None:
        marks.append(
            Points(
                [(log2(chosen.rankings), chosen.probability_same_order)], tone="ink", marker="ring", size=12
            ),
        )
    in_words = "; ".join([_in_words(one) for one in drawn])
    steps = STEPS if largest < 100 * smallest else STEPS_OF_LONG_AXES
    round_numbers = (step * 10**power for power in range(MOST_DIGITS) for step in steps)
    ticks = [(log2(number), count(number)) for number in round_numbers if smallest <= number <= largest]
    shares = [(share, f"{100 * share:g} %") for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    return Chart(
        "design",
        (
            "Curves: probability of the same order again, by number of rankings, for each number "
            f"of judges. {in_words}."
        ),
        [
            Panel(
                Axis("Rankings", low=log2(smallest), high=log2(largest), ticks=ticks, ticked=False),
                Axis(low=0, high=1, ticks=shares, ticked=False, grid=True),
                marks,
            )
        ],
        height=4.0,
        legend="below",
    )


def _in_words(one: CampaignDesign) -> str:
    last = one.points[-1]
    return (
        f"{plural(one.judges, '{n} judge', '{n} judges')}: "
        f"{percent(last.probability_same_order)} with "
        f"{plural(last.rankings, '{n} ranking', '{n} rankings')}"
    )


def _drawn(plan: DesignPlan) -> Sequence[CampaignDesign]:
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
