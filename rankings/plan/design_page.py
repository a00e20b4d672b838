"""Which design gives the same order again, on the plan's page: in words, as curves and as a table."""

from math import ceil
from typing import Any

from appraise_gec.present.numbers import PAGE
from appraise_gec.words import plural
from rankings.analysis.designing import DesignPlan
from rankings.plan.design import Design
from rankings.sections.design import advice, design_curves, design_table


def design_context(design: Design) -> dict[str, Any] | None:
    """What the page shows of an answer; None while there is none."""
    plan = design.plan
    if plan is None:
        return None
    return {
        "plan": plan,
        "advice": " ".join(advice(plan, PAGE)),
        "basis": _basis(plan),
        "seconds_form": ceil(plan.seconds),
        "table": design_table(plan),
        "figure": design_curves(plan),
        "from_rankings": plan.rankings > 0,
    }


def _basis(plan: DesignPlan) -> str:
    """The rankings that the answer rests on."""
    return (
        f"From this campaign\u2019s rankings so far: {plan.rankings:,} of "
        f"{plural(plan.sentences, '{n} sentence', '{n} sentences')} by "
        f"{plural(plan.judges, '{n} judge', '{n} judges')}."
    )
