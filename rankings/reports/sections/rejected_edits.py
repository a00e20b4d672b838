"""Which edits of which systems people reject."""

from typing import Any

from appraise_gec.present.numbers import count, percent
from appraise_gec.report.result import ReportResult
from rankings.analysis.edit_marks import RejectedEdits, RejectedShare
from rankings.charts.rejected_edits import rejected_edits
from rankings.tables.nouns import edits, judges
from rankings.tables.rejected_edits import FEW_EDITS, by_kind, by_system


def rejected_edits_context(result: ReportResult) -> dict[str, Any]:
    """Shares by system with their chart, and by kind."""
    made = result.rejected_edits
    return {
        "rejected_edits": made,
        "rejected_edits_sentence": rejected_edits_sentence(result),
        "rejected_edits_figure": rejected_edits(made),
        "rejected_edits_systems": by_system(made),
        "rejected_edits_kinds": by_kind(made),
    }


def rejected_edits_sentence(result: ReportResult) -> str:
    """How many edits were rejected, and of which systems most and fewest; empty without marks."""
    made = result.rejected_edits
    if made is None:
        return ""
    total = made.total
    if not total.rejected:
        return f"{judges(total.judges)} marked none of the {edits(total.edits)} that they saw."
    said = (
        f"{judges(total.judges)} rejected {count(total.rejected)} of {edits(total.edits)} "
        f"({percent(total.share or 0.0)}): {count(total.wrong)} as wrong, "
        f"{count(total.unneeded)} as unneeded."
    )
    return " ".join(filter(None, (said, _extremes(made))))


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
