"""What a paper takes from a report: the paragraph on methods, tables and figures."""

from collections.abc import Mapping
from typing import Any

from appraise_gec.report.figures import FIGURES
from appraise_gec.report.methods_text import methods_text
from appraise_gec.report.report_files import is_shown, report_tables
from appraise_gec.report.result import ReportResult

TITLES: dict[str, str] = {
    "ranking": "Scores with intervals",
    "rank-probabilities": "How often each system takes each rank",
    "rank-by-method": "Ranks by method",
    "head-to-head": "Head to head",
    "judge-ranks": "Judges side by side",
    "agreement": "Agreement of judges",
    "rejected-edits": "Rejected edits",
    "distinct-outputs": "Distinct outputs",
}


def paper_context(result: ReportResult, recipe: Mapping[str, Any]) -> dict[str, Any]:
    """Texts to copy, and lists of what there is to download."""
    return {
        "methods_text": methods_text(result, recipe),
        "paper_tables": [(table.key, table.title) for table in report_tables(result) if table.rows],
        "paper_figures": [
            (name, TITLES[name], draw(result)) for name, draw in FIGURES.items() if is_shown(name, result)
        ],
    }
