"""Plans as charts: how often evaluations separate the best systems, by their size."""

from itertools import pairwise
from math import log2

from appraise_gec.presentation.charts import Axis, Chart, Panel, Points, Rule
from appraise_gec.presentation.numbers import count, listed, percent
from appraise_gec.words import Figure, joined, words, words_in
from rankings.analysis.results.planning import OverlapPlan, Plan

STEPS_BETWEEN_POINTS = 8
# Points of the usual sizes that have a number under the axis: each twice the one before.
LABELLED_SIZES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


def planning(plan: Plan | None, *, undecided: bool = False) -> Chart:
    """Share of simulated evaluations that separate the best systems, by number of rankings."""
    if plan is None or not plan.points or undecided:
        return Chart("planning", words("No plan."), [], reason=words("No plan"))
    points = [(point.rankings, 100 * point.separated) for point in plan.points]
    in_words = joined(
        "; ",
        (
            words("%(n)s rankings: %(share)s", n=count(point.rankings), share=percent(point.separated))
            for point in plan.points
        ),
    )
    marks: list[Points | Rule] = [
        Points(points, line="solid", marker="circle"),
        Rule("y", 100 * plan.target, label=Figure(f"{100 * plan.target:g} %")),
        Rule("x", plan.rankings, "dotted", words("%(n)s now", n=count(plan.rankings))),
    ]
    if plan.needed is not None and plan.needed > plan.rankings:
        marks.append(Points([(plan.needed, 100 * plan.target)], tone="second", marker="diamond", size=8))
    return Chart(
        "planning",
        words(
            "Curve: share of evaluations that separate %(top)s from all others, by their size. %(points)s.",
            top=listed(plan.top),
            points=in_words,
        ),
        [
            Panel(
                Axis(words("Rankings"), low=0, most=6, whole=True, grid=True),
                Axis(words("Separated, % of evaluations"), low=0, high=104, grid=True),
                marks,
            )
        ],
        height=3.2,
    )


def planning_before_judging(plan: OverlapPlan) -> Chart:
    """The same by size in multiples of the plan, on an axis where each tick doubles the size."""
    curve = []
    for low, high in pairwise(plan.points):
        # Straight by number of rankings, as the needed number is worked out, so not straight on this axis.
        for step in range(STEPS_BETWEEN_POINTS):
            part = step / STEPS_BETWEEN_POINTS
            size = low.size + part * (high.size - low.size)
            curve.append((log2(size), low.separated + part * (high.separated - low.separated)))
    dots = [(log2(point.size), point.separated) for point in plan.points]
    smallest, largest = dots[0][0], dots[-1][0]
    marks: list[Points | Rule] = [
        Rule("x", 0, "dotted", words_in("as planned", "plan")),
        Rule("y", plan.target),
        Points([*curve, dots[-1]], line="solid"),
        Points(dots, marker="circle"),
    ]
    reached = meets_target(plan)
    if reached is not None:
        marks.append(Points([reached], tone="ink", marker="ring", size=12))
    in_words = joined(
        "; ",
        (
            words(
                "%(size)s times the plan: %(share)s",
                size=Figure(f"{point.size:g}"),
                share=percent(point.separated),
            )
            for point in plan.points
        ),
    )
    sizes = [
        (log2(size), f"{'½' if size == 0.5 else f'{size:g}'}\u00d7")
        for size in LABELLED_SIZES
        if smallest <= log2(size) <= largest
    ]
    shares = [(share, f"{100 * share:g} %") for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    return Chart(
        "planning-before-judging",
        words(
            "Curve: share of simulated evaluations that show it, by their size. %(points)s.", points=in_words
        ),
        [
            Panel(
                Axis(low=smallest, high=largest, ticks=sizes, ticked=False),
                Axis(low=0, high=1, ticks=shares, ticked=False, grid=True),
                marks,
            )
        ],
        height=3.4,
    )


def meets_target(plan: OverlapPlan) -> tuple[float, float] | None:
    """Where the curve of `planning_before_judging` reaches the target for good; None if it lies elsewhere."""
    if plan.needed is None or plan.needed <= plan.points[0].rankings:
        return None
    planned = next(point.rankings for point in plan.points if point.size == 1)
    return log2(plan.needed / planned), plan.target
