"""A report as files: one page, and beside it every table and figure in every format."""

from collections.abc import Iterable, Mapping
from typing import Any

from appraise_gec.presentation.tables import Table
from appraise_gec.presentation.writers import csv, json, latex, markdown
from appraise_gec.presentation.writers.figure import CONTENT_TYPES
from rankings.reports.figures import CHARTS, draw
from rankings.reports.methods_text import METHODS_FILES, methods_files
from rankings.reports.result import ReportResult
from rankings.reports.tables import DESCRIBED

TABLE_WRITERS = {"csv": csv.write, "tex": latex.write, "md": markdown.write, "json": json.write}
NAMES = {"csv": "CSV", "tex": "LaTeX", "md": "Markdown", "json": "JSON"}


def addresses(folder: str, name: str) -> dict[str, str]:
    """Where the files of a table (`tables`) or figure (`figures`) lie beside the page, by their formats."""
    extensions: Iterable[str] = TABLE_WRITERS if folder == "tables" else CONTENT_TYPES
    return {
        NAMES.get(extension, extension.upper()): f"{folder}/{name}.{extension}" for extension in extensions
    }


def table_files(tables: Iterable[Table]) -> dict[str, bytes]:
    """Files of all tables that have rows, by their addresses."""
    return {
        f"tables/{table.key}.{extension}": write(table)
        for table in tables
        if table.rows
        for extension, write in TABLE_WRITERS.items()
    }


def report_tables(result: ReportResult) -> list[Table]:
    """Every table of a report."""
    return [describe(result) for describe in DESCRIBED.values()]


def figure_files(result: ReportResult, document: Mapping[str, Any]) -> dict[str, bytes]:
    """Files of every figure that has something to show, by their addresses.

    Args:
        result: the report.
        document: the same as JSON.
    """
    return {
        f"figures/{name}.{extension}": draw(name, extension, dict(document))
        for name in CHARTS
        if _is_shown(name, result)
        for extension in CONTENT_TYPES
    }


def report_files(
    result: ReportResult, recipe: Mapping[str, Any], document: Mapping[str, Any]
) -> dict[str, bytes]:
    """Every file beside the page of a report, by its address.

    Args:
        result: the report.
        recipe: of the report.
        document: the result as JSON.
    """
    return {
        **table_files(report_tables(result)),
        **figure_files(result, document),
        **methods_files(result, recipe),
    }


def possible_names(more_tables: Iterable[str] = ()) -> set[str]:
    """Addresses of all files that a report may have: those of an earlier one are replaced as a whole."""
    tables = (
        f"tables/{key}.{extension}" for key in (*DESCRIBED, *more_tables) for extension in TABLE_WRITERS
    )
    figures = (f"figures/{name}.{extension}" for name in CHARTS for extension in CONTENT_TYPES)
    return {*tables, *figures, *METHODS_FILES}


def _is_shown(name: str, result: ReportResult) -> bool:
    decided = bool(result.ranking.systems) and not result.total.nothing_decided
    shown = {
        "ranking": decided,
        "rank-probabilities": decided and not result.ranking.without_ranges,
        "planning": decided and result.planning is not None and bool(result.planning.points),
        "distinct-outputs": bool(result.distinct_outputs),
        "rejected-edits": result.rejected_edits is not None,
    }
    return shown.get(name, True)
