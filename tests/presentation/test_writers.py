"""One description of a table, and what every writer makes of it."""

import csv
import io
import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appraise_gec.present import csv as csv_writer
from appraise_gec.present import html as html_writer
from appraise_gec.present import latex, markdown, terminal
from appraise_gec.present.table import Cell, Column, Kind, Row, Table

WHEN = datetime(2015, 9, 17, 8, 5, tzinfo=UTC)
ODD = "=A_1|<b>&\\x{}"


def ranking(name: str = "AMU") -> Table:
    return Table(
        "ranking",
        "Ranking",
        [
            Column("rank", "rank", Kind.RANK),
            Column("system", "system", Kind.NAME),
            Column("score", "score", Kind.SCORE, help="Share of wins."),
            Column("interval", "95 % interval", Kind.INTERVAL, parts=("score_low", "score_high")),
            Column("range", "ranks", Kind.RANK_RANGE),
            Column("p_value", "p", Kind.P_VALUE),
            Column("share", "first", Kind.SHARE),
            Column("comparisons", "comparisons", Kind.COUNT),
            Column("judged", "judged", Kind.TIME, where="data"),
            Column("enough", "enough", Kind.YES_NO),
            Column("words", "in words", Kind.TEXT, where="print"),
        ],
        [
            Row([1, name, 0.62841, (-0.5, 0.75), (1, 2), 0.0004, 0.5, 12345, WHEN, True, "best"]),
            Row(
                [2, "B", None, None, None, None, 0.5, 1, WHEN, False, Cell("x", shown="worst")],
                rule_above=True,
            ),
        ],
        notes=["A note."],
        source="sentences resampled",
    )


def matrix(a: str = "ann", b: str = "bob") -> Table:
    printed = Table(
        "kappa",
        "Kappa",
        [Column("judge", "", Kind.NAME), *(Column(one, one, Kind.FRACTION, named=True) for one in (a, b))],
        [
            Row([a, Cell(None, mark="*", words="3 comparisons"), Cell(0.42, mark="\u2020", tone="better")]),
            Row([b, "", -0.25]),
        ],
    )
    columns = [Column("judge_a", "judge", Kind.NAME), Column("kappa", "kappa", Kind.SCORE)]
    return Table("kappa", "Kappa", columns, [Row([a, 0.42])], printed=printed)


def page(table: Table) -> str:
    return html_writer.write(table)


def test_csv_has_exact_values_and_two_columns_for_a_compound_one() -> None:
    rows = list(csv.reader(io.StringIO(csv_writer.write(ranking()).decode())))
    keys = "rank system score score_low score_high rank_low rank_high p_value share comparisons judged enough"
    assert rows == [
        keys.split(),
        ["1", "AMU", "0.62841", "-0.5", "0.75", "1", "2", "0.0004", "0.5", "12345", str(WHEN), "yes"],
        ["2", "B", "", "", "", "", "", "", "0.5", "1", str(WHEN), "no"],
    ]


def test_the_terminal_has_one_column_for_a_compound_value() -> None:
    lines = terminal.write(ranking()).splitlines()
    assert lines[0] == "Ranking"
    heads = ["rank", "system", "score", "95 % interval", "ranks", "p", "first", "comparisons", "enough"]
    assert re.split(r"  +", lines[2]) == [*heads, "in words"]
    cells = ["1", "AMU", "0.628", "-0.500 to 0.750", "1-2", "< .001", "50.0 %", "12,345", "yes", "best"]
    assert re.split(r"  +", lines[4].strip()) == cells
    assert not lines[5].strip("-")
    assert re.split(r"  +", lines[6].strip()) == ["2", "B", "-", "-", "-", "-", "50.0 %", "1", "no", "worst"]
    assert lines[7:] == ["", "Sentences resampled.", "", "A note."]


def test_latex_is_a_float_as_papers_print_it() -> None:
    lines = latex.write(ranking()).decode().splitlines()
    assert lines[0] == r"% Needs \usepackage{booktabs}."
    assert lines[1].startswith("% Wide: set across both columns.")
    assert lines[2] == "% A note."
    assert [line for line in lines if "{table" in line] == [r"\begin{table*}[t]", r"\end{table*}"]
    assert r"\begin{tabular}{@{}rlrrrrrrll@{}}" in lines
    body = lines[lines.index(r"\midrule") + 1 :]
    assert body[:3] == [
        r"1 & AMU & 0.628 & {[}$-$0.500, 0.750] & 1--2 & \textless{} .001 & 50.0\% & 12,345 & yes & best \\",
        r"\midrule",
        r"2 & B & -- & -- & -- & -- & 50.0\% & 1 & no & worst \\",
    ]
    assert body[3:] == [
        r"\bottomrule",
        r"\end{tabular}",
        r"\caption{Ranking. Sentences resampled.}",
        r"\label{tab:ranking}",
        r"\end{table*}",
    ]


def test_a_matrix_in_every_writer() -> None:
    assert terminal.write(matrix()).splitlines()[2:] == [
        "     ann    bob",
        "---------------",
        "ann    *   .42\u2020",
        "bob       -.25",
    ]
    body = latex.write(matrix()).decode().partition(r"\begin{tabular}")[2].splitlines()
    assert body[0] == "{@{}lrr@{}}"
    assert body[2] == r" & ann & bob \\"
    assert body[4] == r"ann & {*} & \textbf{.42}\textsuperscript{\textdagger{}} \\"
    assert body[5] == r"bob &  & $-$.25 \\"
    text = markdown.write(matrix()).decode().splitlines()
    assert text[2:] == [
        "|  | ann | bob |",
        "| --- | --: | --: |",
        "| ann | \\* | **.42**\u2020 |",
        "| bob |  | \u2212.25 |",
    ]
    assert csv_writer.write(matrix()) == b"judge_a,kappa\r\nann,0.42\r\n"


def test_a_page_says_what_heads_what() -> None:
    html = page(ranking(ODD))
    assert '<div class="table-scroll" tabindex="0" role="group" aria-label="Ranking">' in html
    assert "<caption>Ranking; sentences resampled</caption>" in html
    assert '<th scope="col" class="num" title="Share of wins.">Score</th>' in html
    assert '<th scope="col" class="row-heading">System</th>' in html
    assert '<th scope="row"><bdi>=A_1|&lt;b&gt;&amp;\\x{}</bdi></th>' in html
    assert '<td class="num">\u22120.500 to 0.750</td>' in html
    assert '<tr class="cluster-start">' in html
    assert "<td>Worst</td>" in html
    assert "Judged" not in html
    assert '<p class="small muted">A note.</p>' in html
    square = page(matrix())
    assert '<th scope="col" class="row-heading"><span class="visually-hidden">Judge</span></th>' in square
    assert '<th scope="col" class="num"><bdi>ann</bdi></th>' in square
    assert '<td class="num" title="3 comparisons"><span class="mark">*</span></td>' in square
    assert '<td class="num tone-better">.42<span class="mark">\u2020</span></td>' in square


def test_an_empty_table_says_why_everywhere() -> None:
    empty = Table("x", "Nothing", [Column("a", "a")], [], reason="Nobody judged.")
    assert terminal.write(empty) == "Nothing\n\nNobody judged."
    assert '<p class="notice">Nobody judged.</p>' in page(empty)
    assert markdown.write(empty).decode() == "**Nothing**\n\nNobody judged.\n"
    assert latex.write(empty).decode().startswith("% Nobody judged.\n")
    assert csv_writer.write(empty) == b"a\r\n"


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="x, row 2: expected 1 values"):
        Table("x", "X", [Column("a", "a")], [Row([1]), Row([1, 2])])


@given(st.text(st.characters(codec="utf-8"), max_size=20))
def test_no_name_breaks_out_of_its_cell(name: str) -> None:
    lines = markdown.write(ranking(name)).decode().split("\n")
    assert len(lines) == 11
    assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", lines[4])) == len(re.findall(r"\|", lines[3]))
    lines = latex.write(ranking(name)).decode().splitlines()
    row = lines[lines.index(r"\midrule") + 1]
    assert len(re.split(r"(?<!\\)&", row)) == 10
    assert len(list(csv.reader(io.StringIO(csv_writer.write(ranking(name)).decode(), newline="")))) == 3
