"""Which report stands for a campaign."""

from collections.abc import Mapping
from typing import Any

from appraise_gec.report.options import FILTERS as RANKING_FILTERS
from appraise_gec.report.options import ReportOptions
from rankings.judgments.stored import rankings_mark
from rankings.models import Campaign, Report

ENOUGH_REPLICATES = 1000
FILTERS = ("excluded_judges", "without_top_ups", "with_discarded", *RANKING_FILTERS)
USUAL = {name: getattr(ReportOptions(), name) for name in ("method", "unit", "speaks_for", "confidence")}


def front_report(campaign: Campaign) -> Report | None:
    """The report that the campaign's results begin with: the fullest.

    Somebody's quick try, on some of the judges, with few replicates or with other settings, does not take the
    place of the whole.
    """
    finished = campaign.reports.filter(result__isnull=False)
    rows = list(finished.values("pk", "options", "rankings_mark"))
    if not rows:
        return None
    chosen = rows[0]
    if len(rows) > 1:
        mark = rankings_mark(campaign)
        # The newest comes first, and `max` keeps the first of equals.
        chosen = max(rows, key=lambda row: _fullness(row["options"], is_current=row["rankings_mark"] == mark))
    return finished.select_related("job").get(pk=chosen["pk"])


def _fullness(options: Mapping[str, Any], *, is_current: bool) -> tuple[bool, bool, bool, int, int]:
    """What is greater stands for the campaign rather than what is less."""
    return (
        not any(options.get(name) for name in FILTERS),
        options.get("replicates", 0) >= ENOUGH_REPLICATES,
        is_current,
        sum(options.get(name, usual) == usual for name, usual in USUAL.items()),
        len(options.get("parts", ())),
    )
