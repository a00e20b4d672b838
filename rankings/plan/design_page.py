"""Which design gives the same order again, on the plan's page: in words, as curves and as a table."""

from typing import Any

from rankings.charts.design import CURVES, design_curves
from rankings.plan.design import Design
from rankings.tables.design import advice, design_table


def design_context(design: Design) -> dict[str, Any] | None:
    """What the page shows of an answer; None while there is none."""
    plan = design.plan
    if plan is None:
        return None
    return {
        "plan": plan,
        # No line may break between a number and its unit.
        "advice": advice(plan).replace(" %", "\u00a0%"),
        "table": design_table(plan),
        "chart": design_curves(plan),
        "all_drawn": len(plan.designs) <= CURVES,
        "from_rankings": plan.rankings > 0,
    }
