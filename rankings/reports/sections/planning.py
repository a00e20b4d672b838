"""How many more rankings it takes until the best systems stand apart."""

from typing import Any

from appraise_gec.presentation.numbers import counted, listed, number, percent
from rankings.analysis.few_units import FEW_JUDGES, JUDGES_COVERAGE
from rankings.reports.sections.first_place import nothing_decided, undecided_sentence
from rankings.reports.sections.wording import unit_label

Document = dict[str, Any]

FEW_UNITS = 30


def planning_context(result: Document) -> Document:
    """The curve as a table, and its message."""
    plan = result.get("planning")
    if plan is None:
        return {"plan": None, "plan_sentence": "", "plan_points": []}
    if nothing_decided(result.get("total")):
        return {"plan": plan, "plan_sentence": plan_sentence(result), "plan_points": []}
    return {
        "plan": plan,
        "plan_sentence": plan_sentence(result),
        "plan_points": [
            {
                "rankings": one["rankings"],
                "size": f"{one['size']:g}\u00a0\u00d7",
                "separated": percent(one["separated"]),
                "clusters": number(one["clusters"], 1),
                "error": number(one["standard_error"], 4),
                "reaches": one["separated"] >= plan["target"],
                "present": one["size"] == 1,
            }
            for one in plan["points"]
        ],
        "plan_target": percent(plan["target"]) if plan["points"] else "",
        "plan_caption": _caption(plan) if plan["points"] else "",
        "plan_alt": planning_in_words(plan),
    }


def plan_sentence(result: Document) -> str:
    """How many rankings more; and a warning where the data are too few to tell."""
    plan = result.get("planning")
    if plan is None:
        return ""
    if nothing_decided(result.get("total")):
        return f"No plan can be made. {undecided_sentence(result['total'])}"
    told = [_needed(plan, _top_is_apart(result, len(plan.get("top", ()))))]
    if plan["points"] and plan["units"] < FEW_UNITS:
        told.append(f"With only {plan['units']} {plan['unit']} to simulate from, this is a rough guess.")
    if plan["points"] and plan["unit"] == "judges" and plan["units"] < FEW_JUDGES:
        told.append(f"{JUDGES_COVERAGE}, so this plan is too hopeful.")
    return " ".join(told)


def _top_is_apart(result: Document, top: int) -> bool:
    """Whether the present ranking draws a line right below the best systems."""
    systems = result["ranking"]["systems"]
    return 0 < top < len(systems) and systems[top - 1]["cluster"] != systems[top]["cluster"]


def _needed(plan: Document, apart: bool) -> str:
    if not plan["points"]:
        return f"No plan can be made. {plan['reason']}"
    top = listed(plan["top"])
    alone = f"{top} apart from all others" if len(plan["top"]) == 1 else f"{top}, as a group, apart"
    target, needed = percent(plan["target"]), plan["needed"]
    if needed is None:
        most = plan["points"][-1]["rankings"]
        return (
            f"Even {_about(most)} rankings of this kind would tell {alone} in less than {target} of "
            "evaluations: the systems are too close."
        )
    if needed <= plan["rankings"]:
        present = counted(plan["rankings"], "ranking")
        verb = "is" if plan["rankings"] == 1 else "are"
        enough = f"{present} {verb} enough to tell {alone} in {target} of evaluations"
        if all(one["separated"] >= plan["target"] for one in plan["points"]):
            # The smallest size is no finding: nothing smaller was simulated.
            enough += f", and so {'is' if needed == 1 else 'are'} {needed:,} or fewer,"
        return f"{enough.rstrip(',')}." if apart else f"{enough} by simulation, though these do not."
    more = needed - plan["rankings"]
    return (
        f"To tell {alone} in {target} of evaluations takes about {_about(needed)} rankings of this kind, "
        f"{_about(more)} more than there are."
    )


def planning_in_words(plan: Document) -> str:
    """What the figure of the plan shows."""
    if not plan["points"]:
        return "No plan."
    told = "; ".join(f"{one['rankings']:,} rankings: {percent(one['separated'])}" for one in plan["points"])
    return f"Curve: share of evaluations that tell {listed(plan['top'])} apart, by their size. {told}."


def _caption(plan: Document) -> str:
    return (
        f"{plan['title']}; {plan['simulations']:,} simulated evaluations of each size, "
        f"{unit_label(plan['unit'])} drawn from the present ones, rank ranges at "
        f"{percent(plan['confidence'])} confidence"
    )


def _about(rankings: int) -> str:
    """Two digits that count: the curve does not know more."""
    digits = max(0, len(str(rankings)) - 2)
    return f"{round(rankings, -digits):,}"
