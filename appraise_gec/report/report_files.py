"""A report as files: one page, and beside it every table and figure in every format."""

from collections.abc import Iterable, Mapping
from typing import Any

from appraise_gec.present import csv, latex, markdown
from appraise_gec.present.figure import CONTENT_TYPES, Figure, files
from appraise_gec.present.table import Table
from appraise_gec.report.figures import FIGURES
from appraise_gec.report.methods_text import METHODS_FILES, methods_files
from appraise_gec.report.result import ReportResult
from appraise_gec.report.tables import DESCRIBED

TABLE_WRITERS = {"csv": csv.write, "tex": latex.write, "md": markdown.write}
NAMES = {"csv": "CSV", "tex": "LaTeX", "md": "Markdown"}


def addresses(folder: str, name: str) -> dict[str, str]:
    """Where the files of a table (`tables`) or figure (`figures`) lie beside the page, by their formats."""
    endings = TABLE_WRITERS if folder == "tables" else CONTENT_TYPES
    return {NAMES.get(one, one.upper()): f"{folder}/{name}.{one}" for one in endings}


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


def report_figures(result: ReportResult) -> list[Figure]:
    """Every figure of a report that has something to show."""
    return [FIGURES[name](result) for name in FIGURES if is_shown(name, result)]


def figure_files(figures: Iterable[Figure]) -> dict[str, bytes]:
    """Files of figures, by their addresses."""
    return {
        f"figures/{figure.key}.{extension}": content
        for figure in figures
        for extension, content in files(figure).items()
    }


def report_files(result: ReportResult, recipe: Mapping[str, Any]) -> dict[str, bytes]:
    """Every file beside the page of a report, by its address.

    Args:
        result: the report.
        recipe: of the report.
    """
    return {
        **table_files(report_tables(result)),
        **figure_files(report_figures(result)),
        **methods_files(result, recipe),
    }


def possible_names(more_tables: Iterable[str] = (), more_figures: Iterable[str] = ()) -> set[str]:
    """Addresses of all files that a report may have: those of an earlier one are replaced as a whole."""
    tables = (
        f"tables/{key}.{extension}" for key in (*DESCRIBED, *more_tables) for extension in TABLE_WRITERS
    )
    figures = (
        f"figures/{name}.{extension}" for name in (*FIGURES, *more_figures) for extension in CONTENT_TYPES
    )
    return {*tables, *figures, *METHODS_FILES}


def is_shown(name: str, result: ReportResult) -> bool:
    """Whether a figure has something to show."""
    decided = bool(result.ranking.systems) and not result.total.nothing_decided
    shown = {
        "ranking": decided,
        "rank-probabilities": decided and not result.ranking.without_ranges,
        "head-to-head": bool(result.head_to_head.pairs) and not result.total.nothing_decided,
        "distinct-outputs": bool(result.distinct_outputs),
        "rejected-edits": result.rejected_edits is not None,
    }
    return shown.get(name, True) and not FIGURES[name](result).reason
