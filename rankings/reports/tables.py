"""Tables of a report as files: CSV that a spreadsheet opens without running anything, LaTeX and Markdown.

`DESCRIBED` are the tables with a description in `rankings.tables`. `TABLES` are written by hand still.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation import tables as presentation
from appraise_gec.presentation.writers import csv, markdown
from appraise_gec.presentation.writers import latex as latex_writer
from rankings.formats.safe_cells import write_csv
from rankings.reports import latex
from rankings.reports.result import ReportResult, report_result
from rankings.tables import agreement, judges, methods, ranking

Result = dict[str, Any]
Row = Sequence[Any]

_COUNTS = (
    "judge",
    "rankings",
    "skipped",
    "single_output",
    "unexpanded",
    "unexpanded_ties",
    "expanded",
    "expanded_ties",
)
_DUEL = (
    "system_a",
    "system_b",
    "wins_a",
    "wins_b",
    "ties",
    "share_a",
    "p_value",
    "p_holm",
    "p_sentence",
    "p_sentence_holm",
    "sentences",
)


def _by_judge(result: ReportResult, key: str) -> presentation.Table:
    made = result.judge_rankings
    chosen = None if made is None else made.published if key.endswith("published") else made.only
    return judges.by_judge(chosen, [one.system for one in result.ranking.systems], key)


def _without_judges(result: ReportResult) -> presentation.Table:
    made = result.judge_rankings.without if result.judge_rankings else None
    return judges.without_judges(made, result.ranking_by(made.method) if made else None)


def _correlations(result: ReportResult, key: str) -> presentation.Table:
    made = result.judge_correlations
    compared = None if made is None else made.published if key.endswith("published") else made.formula
    return judges.correlations(compared, key)


DESCRIBED: dict[str, Callable[[ReportResult], presentation.Table]] = {
    "agreement": lambda result: agreement.overall(result.agreement),
    "agreement-pairs": lambda result: agreement.pairs(result.agreement),
    "agreement-measures": lambda result: agreement.measures(result.agreement),
    "ranking": lambda result: ranking.ranking_table(result.ranking),
    "comparison": lambda result: ranking.ranking_table(result.comparison, "comparison"),
    "methods": lambda result: methods.methods_table(result.ranking, result.methods),
    "judge-rankings": lambda result: _by_judge(result, "judge-rankings"),
    "judge-rankings-published": lambda result: _by_judge(result, "judge-rankings-published"),
    "judges-left-out": _without_judges,
    "judge-correlations": lambda result: _correlations(result, "judge-correlations"),
    "judge-correlations-published": lambda result: _correlations(result, "judge-correlations-published"),
}


def table_csv(name: str, result: Result) -> bytes:
    """A table of `Report.result` as UTF-8 CSV with a header line. Numbers are as exact as they were computed.

    Raises:
        KeyError: no table has the name.
    """
    if name in DESCRIBED:
        return csv.write(DESCRIBED[name](report_result(result)))
    return write_csv([_text(cell) for cell in row] for row in TABLES[name].rows(result))


def table_latex(name: str, result: Result) -> bytes:
    """The same as a LaTeX `tabular`, with numbers rounded for print.

    Raises:
        KeyError: no table has the name.
    """
    if name in DESCRIBED:
        return latex_writer.write(DESCRIBED[name](report_result(result)))
    table = TABLES[name]
    if table.latex is not None:
        return table.latex(result, [])
    return latex.from_rows(table.rows(result))


def table_markdown(name: str, result: Result) -> bytes:
    """The same as Markdown, as people read it.

    Raises:
        KeyError: no described table has the name.
    """
    return markdown.write(DESCRIBED[name](report_result(result)))


@dataclass(frozen=True, slots=True)
class Table:
    """How one table is written.

    Attributes:
        rows: header and lines.
        latex: LaTeX of another shape than the rows.
    """

    rows: Callable[[Result], Iterable[Row]]
    latex: Callable[[Result, Sequence[str]], bytes] | None = None


def _text(cell: Any) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return "" if cell is None else str(cell)


def _judges(result: Result) -> Iterable[Row]:
    return [_COUNTS, *([one[name] for name in _COUNTS] for one in (*result["judges"], result["total"]))]


def _head_to_head(result: Result) -> Iterable[Row]:
    return [_DUEL, *([one[name] for name in _DUEL] for one in result.get("head_to_head", ()))]


def _validation(result: Result) -> Iterable[Row]:
    yield ("folds_of", "method", "accuracy_total_order", "accuracy_clusters", "clusters")
    for one in result.get("validation") or ():
        if not one["methods"]:
            continue
        for row in one["methods"]:
            values = (row["accuracy_total_order"], row["accuracy_clusters"], row["clusters"])
            yield (one["unit"], row["method"], *values)
        yield (one["unit"], "always a tie", None, one["always_tie"], 1)
        yield (one["unit"], "upper bound of any order", one["best_order"], None, None)
        yield (one["unit"], "most frequent outcome", None, one["most_frequent"], None)


def _validation_latex(result: Result, _: Sequence[str]) -> bytes:
    notes = ["Clean folds: nothing of the tested fold is trained on, unlike in the paper's Table 4"]
    return latex.from_rows(_validation(result), notes)


def _planning(result: Result) -> Iterable[Row]:
    names = ("rankings", "size", "separated", "clusters", "standard_error")
    yield names
    for one in (result.get("planning") or {"points": ()})["points"]:
        yield [one[name] for name in names]


def _distinct_outputs(result: Result) -> Iterable[Row]:
    return [
        ("distinct_outputs", "sentences"),
        *((one["distinct"], one["sentences"]) for one in result["distinct_outputs"]),
    ]


TABLES: dict[str, Table] = {
    "judges": Table(_judges),
    "head-to-head": Table(_head_to_head, latex=latex.head_to_head),
    "validation": Table(_validation, latex=_validation_latex),
    "planning": Table(_planning),
    "distinct-outputs": Table(_distinct_outputs),
}

WRITERS: dict[str, tuple[Callable[[str, Result], bytes], str, frozenset[str]]] = {
    "csv": (table_csv, "text/csv; charset=utf-8", frozenset({*TABLES, *DESCRIBED})),
    "tex": (table_latex, "application/x-tex; charset=utf-8", frozenset({*TABLES, *DESCRIBED})),
    "md": (table_markdown, "text/markdown; charset=utf-8", frozenset(DESCRIBED)),
}
"""By ending: the writer, the type of its files, and the tables that it can write."""
