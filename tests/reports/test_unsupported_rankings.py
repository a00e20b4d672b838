"""Rankings that the data support in part: in words, as a table, as CSV and LaTeX, as figures."""

import csv
import io
from dataclasses import replace

from appraise_gec.present.numbers import NONE
from appraise_gec.report import parts
from appraise_gec.report.computation import compute_report
from appraise_gec.report.figures import draw
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import report_result
from rankings.formats.columns import Judgments
from rankings.formats.results import to_json
from rankings.reports.sections.methods import methods_context
from rankings.reports.sections.ranking import summary
from rankings.tables.ranking import ranking_table
from tests.analysis.made_up import ranking
from tests.reports.table_files import table_csv, table_latex


def result_of(made, systems=()):
    table = Judgments.of(made, systems=systems)
    options = ReportOptions(replicates=200, parts=())
    made_ranking = parts.ranking(table, "expected-wins", "sentences", options, lambda share: None)
    other = replace(made_ranking, method="bradley-terry")
    whole = report_result(compute_report(made, [1], table.systems, options).result)
    return replace(whole, ranking=made_ranking, comparison=made_ranking, methods=(other,))


def printed(result):
    """The cells that people read, by the key of their column."""
    table = ranking_table(result.ranking).for_people()
    return [
        {column.key: cell.text(column) for column, cell in zip(table.columns, row.cells, strict=True)}
        for row in table.rows
    ]


def test_groups_without_a_link_and_a_system_never_compared():
    made = [ranking("j", str(s), ("A", 1), ("B", 2 - s % 2)) for s in range(30)]
    made += [ranking("j", f"o{s}", ("C", 1), ("D", 2)) for s in range(20)]
    result = result_of(made, ["NEW"])
    told = " ".join(summary(result.ranking, result.total))
    assert "No comparison links 2 groups of systems" in told
    assert "Among A and B, A comes first. Among C and D, C comes first." in told
    shown = printed(result)
    places = [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2"), (NONE, NONE)]
    assert [(row["group"], row["rank"]) for row in shown] == places
    assert [shown[-1][name] for name in ("score", "ranks", "cluster")] == [NONE] * 3
    stored = to_json(result)
    rows = list(csv.DictReader(io.StringIO(table_csv("ranking", stored).decode("utf-8-sig"))))
    assert [row["group"] for row in rows] == ["1", "1", "2", "2", ""]
    assert [rows[-1][name] for name in ("rank", "score", "rank_low", "rank_high", "cluster")] == [""] * 5
    assert b"NEW" in table_latex("ranking", to_json(result))
    sentence = "No comparison links all systems, so they have no common order by any method."
    assert methods_context(result, "")["order_sentence"] == sentence
    for figure in ("ranking", "rank-probabilities"):
        assert draw(figure, "svg", to_json(result)).startswith(b"<?xml")
