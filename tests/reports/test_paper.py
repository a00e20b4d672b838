"""What a report gives for a paper can be set in one: every table is compiled by TeX in two columns."""

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from appraise_gec.report.report_files import report_files
from appraise_gec.report.tables import DESCRIBED

from appraise_gec.present import latex
from appraise_gec.present.table import Column, Kind, Row, Table
from appraise_gec.report.computation import ComputedReport, compute_report
from appraise_gec.report.options import PARTS, ReportOptions
from appraise_gec.report.result import report_result
from rankings.formats.judgments import read_judgments
from tests.paper import inputs, need_tex, wrong_in_paper
from tests.reports.made_up import SYSTEMS, made_up_edits, made_up_judgments, made_up_survey


@cache
def of_made_up(**options: Any) -> ComputedReport:
    chosen = {"replicates": 60, "parts": tuple(part for part in PARTS if part != "trueskill"), **options}
    return compute_report(
        made_up_judgments(),
        [3, 5, 9],
        SYSTEMS,
        ReportOptions(**chosen),
        edits=made_up_edits(),
        survey=made_up_survey(),
    )


@cache
def of_2015(xml: Path) -> ComputedReport:
    judgments = read_judgments(xml.read_bytes(), xml.name)
    systems = sorted({name for one in judgments for output in one.outputs for name in output.systems})
    return compute_report(judgments, [21, 85, 149], systems, ReportOptions(replicates=60))


def latex_of(computed: ComputedReport) -> dict[str, bytes]:
    files = report_files(report_result(computed.result), computed.recipe)
    return {
        name: content
        for name, content in files.items()
        if name.startswith("tables/") and name.endswith(".tex")
    }


def environment(content: bytes) -> str:
    found = re.search(rb"\\begin\{(table\*?)\}", content)
    assert found
    return found[1].decode()


@pytest.mark.nightly
def test_every_table_of_2015_compiles(shared: Path, tmp_path: Path) -> None:
    need_tex()
    files = latex_of(of_2015(shared / "data" / "gjg15" / "judgments.xml"))
    assert wrong_in_paper(inputs(files), tmp_path, files, fits=False) == []
    # As in the paper: rankings stand in a column, matrices of systems across both.
    in_column = {name for name, content in files.items() if environment(content) == "table"}
    assert {f"tables/{name}.tex" for name in ("ranking", "comparison")} <= in_column
    assert "tables/head-to-head.tex" not in in_column


def test_every_table_of_fifteen_systems_compiles(tmp_path: Path) -> None:
    need_tex()
    files = latex_of(of_made_up())
    # Every table that a report can have is among them.
    assert {name.removeprefix("tables/").removesuffix(".tex") for name in files} == set(DESCRIBED)
    assert wrong_in_paper(inputs(files), tmp_path, files, fits=False) == []


def test_a_table_that_does_not_fit_is_found(tmp_path: Path) -> None:
    need_tex()
    wide = r"\begin{table}\begin{tabular}{l}" + "W" * 40 + r"\end{tabular}\caption{x}\end{table}"
    assert any("too wide" in line for line in wrong_in_paper(wide, tmp_path / "wide", {"x": b""}))
    assert any(
        "Undefined control" in line for line in wrong_in_paper(r"\nonsense", tmp_path / "bad", {"x": b""})
    )


def test_tables_of_any_shape_compile(tmp_path: Path) -> None:
    """Few and many columns and rows, short and long words and names, in every kind of column."""
    need_tex()
    draw = random.Random(1)
    files = {f"t{number}.tex": latex.write(any_table(draw, number)) for number in range(12)}
    assert wrong_in_paper(inputs(files), tmp_path, files, fits=False) == []


def any_table(draw: random.Random, number: int) -> Table:
    names = draw.random() < 0.5
    size = draw.choice((1, 3, 8, 16, 40))
    values: dict[Kind, Any] = {
        Kind.NAME: lambda: draw.choice((*SYSTEMS, "x", "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM")),
        Kind.TEXT: lambda: " ".join(
            draw.choices(("word", "WORDS", "of", "internationalisation"), k=draw.randint(0, 20))
        ),
        Kind.COUNT: lambda: draw.randrange(10**7),
        Kind.SCORE: lambda: draw.choice((None, draw.uniform(-9, 9))),
        Kind.INTERVAL: lambda: (draw.uniform(-2, 0), draw.random()),
        Kind.RANK_RANGE: lambda: (1, draw.randint(1, 30)),
        Kind.P_VALUE: lambda: draw.choice((0.0, 0.5, 1.0)),
    }
    kinds = [Kind.NAME, *draw.choices(list(values) if size < 9 else [Kind.SCORE, Kind.COUNT], k=size)]
    columns = [
        Column(
            f"c{place}",
            draw.choice(SYSTEMS) if names else draw.choice(("share of comparisons won", "n", "p-value")),
            kind,
            named=names and place > 0,
            below=kinds[place - 1] is Kind.SCORE and kind in {Kind.INTERVAL, Kind.RANK_RANGE},
        )
        for place, kind in enumerate(kinds)
    ]
    rows = [
        Row([values[kind]() for kind in kinds], rule_above=draw.random() < 0.2)
        for _ in range(draw.choice((1, 5, 60)))
    ]
    return Table(f"any-{number}", "A table of any shape", columns, rows)
