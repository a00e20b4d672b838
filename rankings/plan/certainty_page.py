"""How certain the ranking will be, on the plan's page: in a sentence, as a curve and as a table."""

from math import sqrt
from typing import Any

from appraise_gec.words import Figure, words, words_for_count
from rankings.analysis.results.planning import OverlapPlan, PlanPoint
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
    chance = _chance(plan, planned)
    target, needed, points = _percent(plan.target), plan.needed, plan.points
    if needed is None:
        most = points[-1]
        return chance, words(
            "Even %(times)s times as many stay below %(target)s: in many of these evaluations the "
            "best systems "
            "are too close to each other.",
            times=Figure(f"{most.size:g}"),
            target=target,
        )
    if needed <= points[0].rankings:
        if points[0].size == 0.5:
            return chance, words("Half as many would do for %(target)s.", target=target)
        times = Figure(f"{points[0].size:g}")
        return chance, words("%(times)s times as many would do for %(target)s.", times=times, target=target)
    if needed <= planned.rankings:
        return chance, words(
            "For %(target)s, about %(needed)s rankings would do.", target=target, needed=Figure(about(needed))
        )
    return chance, words(
        "For %(target)s it takes about %(needed)s rankings, %(times)s times as many: %(hours)s of judging.",
        target=target,
        needed=Figure(about(needed)),
        times=Figure(f"{needed / planned.rankings:.1f}"),
        hours=_hours(needed * seconds / 3600),
    )


def _chance(plan: OverlapPlan, planned: PlanPoint) -> str:
    values: dict[str, str] = {
        "rankings": Figure(f"{planned.rankings:,}"),
        "items": Figure(f"{plan.items:,}"),
        "judges": words_for_count("%(n)s judge", "%(n)s judges", plan.judges_per_item),
        "systems": Figure(plan.systems),
        "share": _percent(planned.separated),
    }
    if plan.top == 1:
        return words(
            "%(rankings)s rankings (%(items)s items, %(judges)s each) set the best of %(systems)s "
            "systems apart "
            "from all others in %(share)s of simulated evaluations.",
            **values,
        )
    return words(
        "%(rankings)s rankings (%(items)s items, %(judges)s each) set the best %(top)s of "
        "%(systems)s systems as "
        "a group apart from all others in %(share)s of simulated evaluations.",
        top=Figure(plan.top),
        **values,
    )


def _hours(hours: float) -> str:
    if hours < 1:
        return words("less than an hour")
    whole = round(hours)
    return words_for_count(
        "about %(number)s hour", "about %(number)s hours", whole, number=Figure(about(whole))
    )


def _percent(share: float) -> str:
    return Figure(f"{round(100 * share):g}\u00a0%")
