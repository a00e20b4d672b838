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
from rankings.reports.sections.head_to_head import system_order
from rankings.tables import (
    agreement,
    cross_validation,
    distinct_outputs,
    head_to_head,
    judge_statistics,
    planning,
)

Result = dict[str, Any]
Row = Sequence[Any]

_RANKED = (
    "rank",
    "system",
    "score",
    "score_low",
    "score_high",
    "rank_low",
    "rank_high",
    "mass_low",
    "mass_high",
    "cluster",
    "comparisons",
    "group",
)
# Columns that say more to readers than the names in the JSON.
_CALLED = {"mass_low": "at_best", "mass_high": "at_worst"}


DESCRIBED: dict[str, Callable[[ReportResult], presentation.Table]] = {
    "judges": lambda result: judge_statistics.per_judge(result.judges, result.total),
    "head-to-head": lambda result: head_to_head.matrix(result.head_to_head, system_order(result)),
    "validation": lambda result: cross_validation.accuracies(result.validation or ()),
    "distinct-outputs": lambda result: distinct_outputs.frequencies(result.distinct_outputs),
    "planning": lambda result: planning.planning(result.planning),
    "agreement": lambda result: agreement.overall(result.agreement),
    "agreement-pairs": lambda result: agreement.pairs(result.agreement),
    "agreement-measures": lambda result: agreement.measures(result.agreement),
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
    notes = latex.notes_on(table.source(result)) if table.source else []
    if table.latex is not None:
        return table.latex(result, notes)
    return latex.from_rows(table.rows(result), notes)


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
        source: what tells how the numbers were resampled, for a comment in LaTeX.
        latex: LaTeX of another shape than the rows.
    """

    rows: Callable[[Result], Iterable[Row]]
    source: Callable[[Result], Any] | None = None
    latex: Callable[[Result, Sequence[str]], bytes] | None = None


def _text(cell: Any) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return "" if cell is None else str(cell)


def _ranking(kind: str) -> Callable[[Result], Iterable[Row]]:
    def rows(result: Result) -> Iterable[Row]:
        ranking = result[kind]
        ranks = len(ranking["systems"])
        shares = [f"share_rank_{rank}" for rank in range(1, ranks + 1)]
        return [
            ("unit", *(_CALLED.get(name, name) for name in _RANKED), *shares),
            *(
                (ranking["unit"], *_ranked(one), *_filled(one["rank_probabilities"], ranks))
                for one in ranking["systems"]
            ),
        ]

    return rows


def _ranked(one: Result) -> Row:
    """The cells of `_RANKED`; reports of earlier versions know of one group only."""
    return [one.get(name, 1) if name == "group" else one[name] for name in _RANKED]


def _filled(shares: Sequence[float], ranks: int) -> Row:
    """Shares of all ranks, empty for those that the system's group does not have."""
    return [*shares, *[None] * (ranks - len(shares))]


def _methods(result: Result) -> Iterable[Row]:
    yield ("method", "unit", "replicates", *_RANKED)
    for ranking in (result["ranking"], *result.get("methods", ())):
        for one in ranking["systems"]:
            how = (ranking["method"], ranking["unit"], ranking["replicates"])
            yield (*how, *_ranked(one))


def _judge_rankings(version: str) -> Callable[[Result], Iterable[Row]]:
    def rows(result: Result) -> Iterable[Row]:
        found = (result.get("judge_rankings") or {}).get(version) or {"judges": []}
        yield ("judge", *_RANKED)
        for judge in found["judges"]:
            for one in judge["systems"]:
                yield (judge["judge"], *_ranked(one))

    return rows


def _correlations(version: str) -> Callable[[Result], Iterable[Row]]:
    def rows(result: Result) -> Iterable[Row]:
        yield ("judge_a", "judge_b", "spearman", "pearson")
        found = (result.get("judge_correlations") or {}).get(version)
        if not found:
            return
        judges = found["judges"]
        for a, judge in enumerate(judges):
            for b in range(a + 1, len(judges)):
                yield (judge, judges[b], found["spearman"][a][b], found["pearson"][a][b])
        for a, judge in enumerate(judges):
            yield (judge, "all others", found["spearman_rest"][a], found["pearson_rest"][a])
        yield ("weighted average", "all others", found["spearman_average"], found["pearson_average"])

    return rows


def _judge_source(version: str) -> Callable[[Result], Any]:
    return lambda result: (result.get("judge_rankings") or {}).get(version)


TABLES: dict[str, Table] = {
    "ranking": Table(_ranking("ranking"), lambda result: result["ranking"]),
    "comparison": Table(_ranking("comparison"), lambda result: result["comparison"]),
    "methods": Table(_methods),
    "judge-rankings": Table(_judge_rankings("only"), _judge_source("only")),
    "judge-rankings-published": Table(_judge_rankings("published"), _judge_source("published")),
    "judges-left-out": Table(_judge_rankings("without"), _judge_source("without")),
    "judge-correlations": Table(_correlations("formula"), latex=latex.correlations("formula")),
    "judge-correlations-published": Table(_correlations("published"), latex=latex.correlations("published")),
}

WRITERS: dict[str, tuple[Callable[[str, Result], bytes], str, frozenset[str]]] = {
    "csv": (table_csv, "text/csv; charset=utf-8", frozenset({*TABLES, *DESCRIBED})),
    "tex": (table_latex, "application/x-tex; charset=utf-8", frozenset({*TABLES, *DESCRIBED})),
    "md": (table_markdown, "text/markdown; charset=utf-8", frozenset(DESCRIBED)),
}
"""By ending: the writer, the type of its files, and the tables that it can write."""
