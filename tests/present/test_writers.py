"""One description of a table, and what every writer makes of it; sections that hold it."""

import csv
import io
import re
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from appraise_gec.present import csv as csv_writer
from appraise_gec.present import html, latex, markdown, terminal
from appraise_gec.present.blocks import Block, Folded, Prose, Section, Shown
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
        ["A note."],
    )


def matrix(a: str = "ann", b: str = "bob") -> Table:
    return Table(
        "kappa",
        "Kappa",
        [Column("judge", "", Kind.NAME), *(Column(one, one, Kind.FRACTION, named=True) for one in (a, b))],
        [
            Row([a, Cell(None, mark="*", words="3 comparisons"), Cell(0.42, mark="\u2020", strong=True)]),
            Row([b, "", Cell(-0.25, shade=-0.5)]),
        ],
        ["* Few comparisons."],
    )


def test_data_files_are_exact_and_have_two_columns_for_a_compound_value() -> None:
    rows = list(csv.reader(io.StringIO(csv_writer.write(ranking()).decode())))
    keys = "rank system score score_low score_high rank_low rank_high p_value share comparisons judged enough"
    assert rows == [
        keys.split(),
        ["1", "AMU", "0.62841", "-0.5", "0.75", "1", "2", "0.0004", "0.5", "12345", str(WHEN), "yes"],
        ["2", "B", "", "", "", "", "", "", "0.5", "1", str(WHEN), "no"],
    ]
    assert csv_writer.write(matrix()) == b"judge,ann,bob\r\nann,,0.42\r\nbob,,-0.25\r\n"


def test_a_terminal_shows_aligned_columns() -> None:
    lines = terminal.write(ranking()).splitlines()
    assert lines[0] == "Ranking"
    heads = ["rank", "system", "score", "95 % interval", "ranks", "p", "first", "comparisons", "enough"]
    assert re.split(r"  +", lines[2]) == [*heads, "in words"]
    cells = ["1", "AMU", "0.628", "-0.500 to 0.750", "1-2", "< .001", "50.0 %", "12,345", "yes", "best"]
    assert re.split(r"  +", lines[4].strip()) == cells
    assert not lines[5].strip("-")
    assert re.split(r"  +", lines[6].strip()) == ["2", "B", "-", "-", "-", "-", "50.0 %", "1", "no", "worst"]
    assert lines[7:] == ["", "A note."]
    assert terminal.write(matrix()).splitlines()[2:6] == [
        "     ann    bob",
        "---------------",
        "ann    *   .42\u2020",
        "bob       -.25",
    ]


def test_latex_is_a_float_as_papers_print_it() -> None:
    lines = latex.write(ranking()).decode().splitlines()
    assert "% A note." in lines
    assert [line for line in lines if "{table" in line] == [r"\begin{table*}[t]", r"\end{table*}"]
    body = lines[lines.index(r"\midrule") + 1 :]
    assert body[:3] == [
        r"1 & AMU & 0.628 & $-$0.500 to 0.750 & 1--2 & \textless{} .001 & 50.0\% & 12,345 & yes & best \\",
        r"\midrule",
        r"2 & B & -- & -- & -- & -- & 50.0\% & 1 & no & worst \\",
    ]
    square = latex.write(matrix()).decode()
    assert r"\begin{table}[t]" in square
    assert r"ann & {*} & \textbf{.42}\textsuperscript{\textdagger{}} \\" in square
    assert r"\caption{Kappa. {*} Few comparisons.}" in square


def test_markdown_is_a_table() -> None:
    assert markdown.write(matrix()).decode().splitlines()[2:6] == [
        "|  | ann | bob |",
        "| --- | --: | --: |",
        "| ann | \\* | **.42**\u2020 |",
        "| bob |  | \u2212.25 |",
    ]


def test_a_page_says_what_heads_what() -> None:
    page = html.write(ranking(ODD))
    assert '<div class="table-scroll" tabindex="0" role="group" aria-label="Ranking">' in page
    assert '<th scope="col" class="num" title="Share of wins.">Score</th>' in page
    assert '<th scope="col" class="row-heading">System</th>' in page
    assert '<th scope="row"><bdi>=A_1|&lt;b&gt;&amp;\\x{}</bdi></th>' in page
    assert '<tr class="cluster-start">' in page
    assert "Judged" not in page
    square = html.write(matrix())
    assert '<th scope="col" class="num"><bdi>ann</bdi></th>' in square
    assert '<td class="num" title="3 comparisons"><span class="mark">*</span></td>' in square
    assert '<td class="num strong">.42<span class="mark">\u2020</span></td>' in square
    assert '<td class="num shade-low-5">\u2212.25</td>' in square


def test_an_empty_table_says_why_everywhere() -> None:
    empty = Table("x", "Nothing", [Column("a", "a")], [], reason="Nobody judged.")
    assert terminal.write(empty) == "Nothing\n\nNobody judged."
    assert '<p class="notice">Nobody judged.</p>' in html.write(empty)
    assert markdown.write(empty).decode() == "**Nothing**\n\nNobody judged.\n"
    assert latex.write(empty).decode() == "% Nobody judged.\n"
    assert csv_writer.write(empty) == b"a\r\n"


def test_a_section_reads_the_same_on_pages_and_terminals() -> None:
    inner: list[Block] = [Prose("One.\n\n<b>Two.", "small"), Shown(matrix())]
    blocks: list[Block] = [Prose(f"{ODD} wins.", "lead"), Shown(ranking()), Folded("More", inner)]
    section = Section("found", "What was found", blocks)
    assert [table.key for table in section.tables] == ["ranking", "kappa"]
    page = html.write_section(section, lambda folder, key: {"CSV": f"{folder}/{key}.csv"}, folded=True)
    assert "<b>" not in page
    assert page.count("&lt;b&gt;") == 2
    assert [*re.findall(r'href="([^"]*)"', page)] == ["tables/ranking.csv", "tables/kappa.csv"]
    summary = page.partition("</summary>")[0]
    assert "What was found" in summary
    assert "wins." in summary
    assert page.count("wins.</bdi>") == 1
    assert html.write_section(section).startswith('<section id="found"')
    shown = terminal.write_section(section)
    assert "wins." in shown
    assert "Two." not in shown
    whole = html.write_page("Title", [section], "By nobody.", html.no_files).decode()
    assert "script" not in whole
    assert "http-equiv" in whole


@given(st.text(st.characters(codec="utf-8"), max_size=20))
def test_no_name_breaks_out_of_its_cell(name: str) -> None:
    lines = markdown.write(ranking(name)).decode().split("\n")
    assert len(lines) == 9
    assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", lines[4])) == len(re.findall(r"\|", lines[3]))
    lines = latex.write(ranking(name)).decode().splitlines()
    row = lines[lines.index(r"\midrule") + 1]
    assert len(re.split(r"(?<!\\)&", row)) == 10
    assert len(list(csv.reader(io.StringIO(csv_writer.write(ranking(name)).decode(), newline="")))) == 3
