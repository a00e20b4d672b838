"""How many more rankings separate the best systems from the rest."""

from typing import Any

from appraise_gec.presentation.numbers import counted, listed, percent
from rankings.analysis.results.planning import Plan
from rankings.reports.result import ReportResult
from rankings.reports.sections.first_place import undecided_sentence
from rankings.tables.planning import about, how_sure, planning, why_not


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
    return " ".join([needed_sentence(result), *notes])


def needed_sentence(result: ReportResult) -> str:
    """How many more rankings are needed, or why the number is unknown."""
    plan = result.planning
    if plan is None:
        return ""
    if result.total.nothing_decided:
        return f"No plan is possible. {undecided_sentence(result.total)}"
    if not plan.points:
        return f"No plan is possible. {plan.reason}"
    return f"{_needed(plan, _top_is_apart(result, len(plan.top)))} {how_sure(plan.interval)}".rstrip()


def _top_is_apart(result: ReportResult, top: int) -> bool:
    """Whether the present ranking draws a line right below the best systems."""
    systems = result.ranking.systems
    return 0 < top < len(systems) and systems[top - 1].cluster != systems[top].cluster


def _needed(plan: Plan, apart: bool) -> str:
    top = listed(plan.top)
    alone = f"{top} from all others" if len(plan.top) == 1 else f"{top}, as a group, from all others"
    target, needed = percent(plan.target), plan.needed
    if needed is None:
        most = plan.points[-1].rankings
        return (
            f"Even {about(most)} rankings of this kind would separate {alone} in less than {target} of "
            f"evaluations: {why_not(plan)}."
        )
    if needed <= plan.rankings:
        present = counted(plan.rankings, "ranking")
        verb = "is" if plan.rankings == 1 else "are"
        enough = f"{present} {verb} enough to separate {alone} in {target} of evaluations"
        if all(point.separated >= plan.target for point in plan.points):
            # The smallest size is no finding: nothing smaller was simulated.
            enough += f", and so {'is' if needed == 1 else 'are'} {needed:,} or fewer,"
        return f"{enough.rstrip(',')}." if apart else f"{enough} by simulation, though these do not."
    more = needed - plan.rankings
    return (
        f"To separate {alone} in {target} of evaluations takes about {about(needed)} rankings of this kind, "
        f"{about(more)} more than there are."
    )
