"""A report as files: one page, and beside it every table and figure in every format."""

from collections.abc import Iterable, Mapping
from typing import Any

from appraise_gec.present import csv, latex, markdown
from appraise_gec.present.charts import Chart
from appraise_gec.present.table import Table
from appraise_gec.present.writers.figure import CONTENT_TYPES, PAPER_TYPES, PAPER_WIDTHS, file_name
from appraise_gec.present.writers.figure import write_types as write_figure
from appraise_gec.report.figures import CHARTS
from appraise_gec.report.methods_text import METHODS_FILES, methods_files
from appraise_gec.report.result import ReportResult
from appraise_gec.report.tables import DESCRIBED

TABLE_WRITERS = {"csv": csv.write, "tex": latex.write, "md": markdown.write}
# Types of the files of every figure by width: for screens, and for papers.
FIGURE_TYPES = {"": tuple(CONTENT_TYPES), **dict.fromkeys(PAPER_WIDTHS, PAPER_TYPES)}
FIGURE_FILES = tuple(
    (extension, width) for width, extensions in FIGURE_TYPES.items() for extension in extensions
)
PAPER_TITLES = {"one-column": "one column", "two-columns": "two columns"}
NAMES = {"csv": "CSV", "tex": "LaTeX", "md": "Markdown"}


def addresses(folder: str, name: str) -> dict[str, str]:
    """Where the files of a table (`tables`) or figure (`figures`) lie beside the page, by their formats."""
    if folder == "tables":
        return {NAMES.get(one, one.upper()): f"{folder}/{name}.{one}" for one in TABLE_WRITERS}
    return {
        f"{extension.upper()}{f' ({PAPER_TITLES[width]})' if width else ''}": (
            f"{folder}/{file_name(name, extension, width)}"
        )
        for extension, width in FIGURE_FILES
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


def figure_files(result: ReportResult) -> dict[str, bytes]:
    """Files of every figure of a report that has something to show, by their addresses."""
    shown = (name for name in CHARTS if is_shown(name, result))
    return chart_files({name: CHARTS[name](result) for name in shown})


def chart_files(charts: Mapping[str, Chart]) -> dict[str, bytes]:
    """Files of charts, by their addresses; the keys are the names of the figures."""
    return {
        f"figures/{file_name(name, extension, width)}": content
        for name, chart in charts.items()
        for width, extensions in FIGURE_TYPES.items()
        for extension, content in write_figure(chart, extensions, width).items()
    }


def report_files(result: ReportResult, recipe: Mapping[str, Any]) -> dict[str, bytes]:
    """Every file beside the page of a report, by its address.

    Args:
        result: the report.
        recipe: of the report.
    """
    return {
        **table_files(report_tables(result)),
        **figure_files(result),
        **methods_files(result, recipe),
    }


def possible_names(more_tables: Iterable[str] = (), more_figures: Iterable[str] = ()) -> set[str]:
    """Addresses of all files that a report may have: those of an earlier one are replaced as a whole."""
    tables = (
        f"tables/{key}.{extension}" for key in (*DESCRIBED, *more_tables) for extension in TABLE_WRITERS
    )
    figures = (
        f"figures/{file_name(name, extension, width)}"
        for name in (*CHARTS, *more_figures)
        for extension, width in FIGURE_FILES
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
    return shown.get(name, True) and bool(CHARTS[name](result).panels)
