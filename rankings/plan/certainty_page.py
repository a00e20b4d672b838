"""How certain the ranking will be, on the plan's page: in a sentence, as a curve and as a table."""

from dataclasses import dataclass
from itertools import pairwise
from math import log2, sqrt
from typing import Any

from rankings.analysis.results.planning import OverlapPlan
from rankings.tables.planning import about, planning_before_judging

# Geometry of the figure in its own units; on a phone a unit is a pixel or a little less.
WIDTH, HEIGHT = 420, 250
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 14, 200
STEPS_BETWEEN_POINTS = 8
TIMES = "\u00d7"
# Points of the usual sizes that have a number under the axis: each twice the one before.
LABELLED_SIZES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick of an axis and its label."""

    place: float
    label: str


@dataclass(frozen=True, slots=True)
class CertaintyFigure:
    """The curve as an SVG image: share of evaluations by size, on an axis where each tick doubles the size.

    Attributes:
        line: corners of the curve, for `points` of a polyline.
        dots: (x, y) of the simulated sizes.
        across, along: ticks of the axis of sizes and of that of shares.
        target_y: of the target; `planned_x` of the plan itself.
        needed: (x, y) where the curve reaches the target for good; None if it lies elsewhere.
        words: the same for those who do not see it.
    """

    line: str
    dots: tuple[tuple[float, float], ...]
    across: tuple[Tick, ...]
    along: tuple[Tick, ...]
    target_y: float
    target: str
    planned_x: float
    needed: tuple[float, float] | None
    words: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = BOTTOM


def certainty_context(plan: OverlapPlan, seconds: float) -> dict[str, Any]:
    """What the page shows of a plan. `seconds` is how long one ranking takes."""
    return {
        "plan": plan,
        "sentences": certainty_sentences(plan, seconds),
        "table": planning_before_judging(plan, seconds),
        "figure": certainty_figure(plan),
        "target": _percent(plan.target),
        "slack": round(100 * 1.96 * sqrt(0.25 / plan.simulations)),
        "agreed_percent": round(100 * plan.model.agreed),
        "confidence": _percent(plan.confidence),
    }


def certainty_sentences(plan: OverlapPlan, seconds: float) -> tuple[str, str]:
    """How often the plan separates the best systems, and how many rankings reach the target."""
    planned = next(point for point in plan.points if point.size == 1)
    judges = f"{plan.judges_per_item} judge{'s' * (plan.judges_per_item != 1)}"
    apart = "apart from all others" if plan.top == 1 else "as a group apart from all others"
    chance = (
        f"{planned.rankings:,} rankings ({plan.items:,} items, {judges} each) set {_best(plan)} of "
        f"{plan.systems} systems {apart} in {_percent(planned.separated)} of simulated evaluations."
    )
    target, needed, points = _percent(plan.target), plan.needed, plan.points
    if needed is None:
        most = points[-1]
        return chance, (
            f"Even {most.size:g} times as many stay below {target}: in many of these evaluations the best "
            "systems are too close to each other."
        )
    if needed <= points[0].rankings:
        return chance, f"{_size(points[0].size)} as many would do for {target}."
    if needed <= planned.rankings:
        return chance, f"For {target}, about {about(needed)} rankings would do."
    hours = needed * seconds / 3600
    return chance, (
        f"For {target} it takes about {about(needed)} rankings, {needed / planned.rankings:.1f} times as "
        f"many: {_hours(hours)} of judging."
    )


def certainty_figure(plan: OverlapPlan) -> CertaintyFigure:
    """The curve with the target, the plan and the place where they would meet."""
    points = plan.points
    smallest, largest = points[0].size, points[-1].size

    def across(size: float) -> float:
        share = log2(size / smallest) / log2(largest / smallest)
        return round(LEFT + share * (WIDTH - RIGHT - LEFT), 1)

    def along(share: float) -> float:
        return round(BOTTOM - share * (BOTTOM - TOP), 1)

    corners = []
    for low, high in pairwise(points):
        # Straight by number of rankings, as the needed number is worked out, so not straight on this axis.
        for step in range(STEPS_BETWEEN_POINTS):
            part = step / STEPS_BETWEEN_POINTS
            size, share = (
                low.size + part * (high.size - low.size),
                low.separated + part * (high.separated - low.separated),
            )
            corners.append((across(size), along(share)))
    corners.append((across(largest), along(points[-1].separated)))
    planned = next(point.rankings for point in points if point.size == 1)
    needed = plan.needed
    target = along(plan.target)
    return CertaintyFigure(
        line=" ".join(f"{x},{y}" for x, y in corners),
        dots=tuple((across(point.size), along(point.separated)) for point in points),
        across=tuple(
            Tick(across(size), f"{'½' if size == 0.5 else f'{size:g}'}{TIMES}")
            for size in LABELLED_SIZES
            if smallest <= size <= largest
        ),
        along=tuple(Tick(along(share), f"{100 * share:g} %") for share in (0.0, 0.25, 0.5, 0.75, 1.0)),
        target_y=target,
        target=_percent(plan.target),
        planned_x=across(1.0),
        needed=(across(needed / planned), target)
        if needed is not None and needed > points[0].rankings
        else None,
        words="; ".join(f"{point.size:g} times the plan: {_percent(point.separated)}" for point in points),
    )


def _best(plan: OverlapPlan) -> str:
    return "the best" if plan.top == 1 else f"the best {plan.top}"


def _size(size: float) -> str:
    return "Half" if size == 0.5 else f"{size:g} times"


def _hours(hours: float) -> str:
    return (
        "less than an hour" if hours < 1 else f"about {about(round(hours))} hour{'s' * (round(hours) != 1)}"
    )


def _percent(share: float) -> str:
    return f"{round(100 * share):g}\u00a0%"
