"""How certain the ranking will be, on the plan's page: in a sentence, as a curve and as a table."""

from math import sqrt
from typing import Any

from rankings.analysis.results.planning import OverlapPlan
from rankings.charts import planning as charts
from rankings.tables.planning import about, planning_before_judging


def certainty_context(plan: OverlapPlan, seconds: float) -> dict[str, Any]:
    """What the page shows of a plan. `seconds` is how long one ranking takes."""
    return {
        "plan": plan,
        "sentences": certainty_sentences(plan, seconds),
        "table": planning_before_judging(plan, seconds),
        "chart": charts.planning_before_judging(plan),
        "reached": charts.meets_target(plan) is not None,
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
