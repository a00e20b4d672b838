"""Which edits of which systems people reject."""

from typing import Any

from appraise_gec.presentation.numbers import count, counted, percent
from rankings.analysis.results.edit_marks import RejectedEdits, RejectedShare
from rankings.charts.rejected_edits import rejected_edits
from rankings.reports.result import ReportResult
from rankings.tables.rejected_edits import (
    FEW_EDITS,
    by_judge,
    by_kind,
    by_system,
    by_system_and_kind,
    one_by_one,
)


def rejected_edits_context(result: ReportResult) -> dict[str, Any]:
    """Shares by system with their chart, kinds, judges, and the edits themselves."""
    made = result.rejected_edits
    return {
        "rejected_edits": made,
        "rejected_edits_sentence": rejected_edits_sentence(result),
        "rejected_edits_chart": rejected_edits(made),
        "rejected_edits_systems": by_system(made),
        "rejected_edits_kinds": by_kind(made),
        "rejected_edits_by_kind": by_system_and_kind(made),
        "rejected_edits_judges": by_judge(made),
        "rejected_edits_list": one_by_one(made),
    }


def rejected_edits_sentence(result: ReportResult) -> str:
    """How many edits were rejected, and of which systems most and fewest; empty without marks."""
    made = result.rejected_edits
    if made is None:
        return ""
    total = made.total
    if not total.rejected:
        none = counted(total.judges, "judge")
        return f"{none} marked none of the {counted(total.edits, 'edit')} that they saw."
    said = (
        f"{counted(total.judges, 'judge')} rejected {count(total.rejected)} of "
        f"{counted(total.edits, 'edit')} ({percent(total.share or 0.0)}){_how(total)}."
    )
    return f"{said} {_extremes(made)}".rstrip()


def _how(total: RejectedShare) -> str:
    """How many as wrong and as unneeded; judgments from elsewhere may not say which."""
    said = total.wrong + total.unneeded
    if not said:
        return ""
    silent = "" if said == total.rejected else f", {count(total.rejected - said)} without saying which"
    return f": {count(total.wrong)} as wrong, {count(total.unneeded)} as unneeded{silent}"


def _extremes(made: RejectedEdits) -> str:
    """Which systems have the largest and smallest share, where the intervals of the two do not overlap."""
    systems = [one for one in made.systems if one.edits >= FEW_EDITS and one.low is not None]
    if len(systems) < 2:
        return ""
    most, least = systems[0], systems[-1]
    if most.low is None or least.high is None or most.low <= least.high:
        return "No system's share is clearly larger than another's."
    return f"Most of {_of(most)}, fewest of {_of(least)}."


def _of(one: RejectedShare) -> str:
    return f"{one.name} ({percent(one.share or 0.0)})"
