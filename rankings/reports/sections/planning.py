"""How many more rankings separate the best systems from the rest."""

from typing import Any

from appraise_gec.presentation.numbers import listed, percent
from appraise_gec.words import joined, words, words_for_count
from rankings.analysis.results.planning import Plan
from rankings.reports.result import ReportResult
from rankings.reports.sections.first_place import undecided_sentence
from rankings.tables.planning import about, how_sure, planning, why_not
from rankings.tables.stored_words import worded


def planning_context(result: ReportResult) -> dict[str, Any]:
    """The curve as a table, and its message."""
    plan = result.planning
    if plan is None or not plan.points or result.total.nothing_decided:
        return {"plan": plan, "plan_sentence": needed_sentence(result), "plan_table": None}
    return {
        "plan": plan,
        "plan_sentence": needed_sentence(result),
        "plan_table": planning(plan),
    }


def plan_sentence(result: ReportResult) -> str:
    """How many more rankings are needed, with cautions for the reader."""
    notes = () if result.planning is None or result.total.nothing_decided else result.planning.notes
    return joined(" ", [needed_sentence(result), *map(worded, notes)])


def needed_sentence(result: ReportResult) -> str:
    """How many more rankings are needed, or why the number is unknown."""
    plan = result.planning
    if plan is None:
        return ""
    if result.total.nothing_decided:
        return words("No plan is possible. %(reason)s", reason=undecided_sentence(result.total))
    if not plan.points:
        return words("No plan is possible. %(reason)s", reason=worded(plan.reason))
    needed = _needed(plan, _top_is_apart(result, len(plan.top)))
    return joined(" ", filter(None, (needed, how_sure(plan.interval))))


def _top_is_apart(result: ReportResult, top: int) -> bool:
    """Whether the present ranking draws a line right below the best systems."""
    systems = result.ranking.systems
    return 0 < top < len(systems) and systems[top - 1].cluster != systems[top].cluster


def _needed(plan: Plan, apart: bool) -> str:
    top = (
        words("%(systems)s from all others", systems=listed(plan.top))
        if len(plan.top) == 1
        else words("%(systems)s, as a group, from all others", systems=listed(plan.top))
    )
    needed = plan.needed
    values = {"systems": top, "target": percent(plan.target)}
    if needed is None:
        return words(
            "Even %(n)s rankings of this kind would separate %(systems)s in less than %(target)s of "
            "evaluations: %(why)s.",
            n=about(plan.points[-1].rankings),
            why=why_not(plan),
            **values,
        )
    if needed <= plan.rankings:
        return _enough(plan, needed, values, apart=apart)
    return words(
        "To separate %(systems)s in %(target)s of evaluations takes about %(n)s rankings of this kind, "
        "%(more)s more than there are.",
        n=about(needed),
        more=about(needed - plan.rankings),
        **values,
    )


def _enough(plan: Plan, needed: int, values: dict[str, str], *, apart: bool) -> str:
    """That the present rankings are enough."""
    # The smallest size is no finding: nothing smaller was simulated.
    if all(point.separated >= plan.target for point in plan.points):
        fewer = words_for_count("so is %(n)s or fewer", "so are %(n)s or fewer", needed)
        if apart:
            return words_for_count(
                "%(n)s ranking is enough to separate %(systems)s in %(target)s of evaluations, and "
                "%(fewer)s.",
                "%(n)s rankings are enough to separate %(systems)s in %(target)s of evaluations, and "
                "%(fewer)s.",
                plan.rankings,
                fewer=fewer,
                **values,
            )
        return words_for_count(
            "%(n)s ranking is enough to separate %(systems)s in %(target)s of evaluations, and %(fewer)s, by "
            "simulation, though these do not.",
            "%(n)s rankings are enough to separate %(systems)s in %(target)s of evaluations, and %(fewer)s, "
            "by simulation, though these do not.",
            plan.rankings,
            fewer=fewer,
            **values,
        )
    if apart:
        return words_for_count(
            "%(n)s ranking is enough to separate %(systems)s in %(target)s of evaluations.",
            "%(n)s rankings are enough to separate %(systems)s in %(target)s of evaluations.",
            plan.rankings,
            **values,
        )
    return words_for_count(
        "%(n)s ranking is enough to separate %(systems)s in %(target)s of evaluations by simulation, though "
        "these do not.",
        "%(n)s rankings are enough to separate %(systems)s in %(target)s of evaluations by simulation, "
        "though these do not.",
        plan.rankings,
        **values,
    )
