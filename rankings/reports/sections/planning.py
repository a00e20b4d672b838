"""How many more rankings it takes until the best systems stand apart."""

from typing import Any

from rankings.reports.sections.wording import listed, number, percent, unit_label

Document = dict[str, Any]


def planning_context(result: Document) -> Document:
    """The curve as a table, and its message."""
    plan = result.get("planning")
    if plan is None:
        return {"plan": None, "plan_sentence": "", "plan_points": []}
    return {
        "plan": plan,
        "plan_sentence": plan_sentence(plan),
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


def plan_sentence(plan: Document) -> str:
    """How many rankings more, in one sentence."""
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
        return f"{plan['rankings']:,} rankings are enough to tell {alone} in {target} of evaluations."
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
