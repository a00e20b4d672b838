"""The tables of the 2015 paper beyond its ranking, from the imported file to the report and its files."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from appraise_gec.present.numbers import fraction
from appraise_gec.report import parts
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import report_result
from appraise_gec.report.site import services
from rankings.formats.columns import Judgments
from rankings.formats.judgments import read_judgments
from rankings.models import Campaign
from rankings.reports.sections.cross_validation import verdict
from rankings.reports.sections.head_to_head import head_to_head_context
from rankings.reports.sections.judges import judges_context
from rankings.reports.sections.methods import methods_context
from rankings.tables.cross_validation import accuracy
from tests.reports.conftest import import_bytes
from tests.reports.table_files import table_csv, table_latex

JUDGES = [f"annotator{number:02}" for number in range(1, 9)]


@pytest.fixture(scope="module")
def expected(shared: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((shared / "expected" / "gjg15.json").read_text())
    return loaded


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    """What the first test computed, for the others: the same report is computed once."""
    return {}


@pytest.fixture
def result(request: pytest.FixtureRequest, db: None, kept: dict[str, Any]) -> dict[str, Any]:
    """A report with pairs resampled 1,000 times and TrueSkill simulated, as in the paper."""
    if "result" not in kept:
        gjg15: Campaign = request.getfixturevalue("gjg15")  # two seconds that only the first test needs
        run_jobs = request.getfixturevalue("run_jobs")
        import_bytes(gjg15, request.getfixturevalue("published_xml"))
        options = ReportOptions(unit="pairs", replicates=1000, parts=("trueskill",))
        assert gjg15.created_by is not None
        report = services.request_report(gjg15, gjg15.created_by, options).report
        assert run_jobs() == 1
        report.refresh_from_db()
        kept["result"] = report.result
    return dict(kept["result"])


def rows_of(name: str, result: dict[str, Any]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table_csv(name, result).decode())))


def test_table_3c_is_trueskill_as_published(result: dict[str, Any], expected: dict[str, Any]) -> None:
    (found,) = [one for one in result["methods"] if one["method"] == "trueskill"]
    published, limit = expected["table3c_TS"]["paper"], expected["table3c_TS"]["limit_20000"]

    assert (found["unit"], found["convention"], found["replicates"]) == ("pairs", "cluster.py", 1000)
    assert [one["system"] for one in found["systems"]] == [line["system"] for line in published]
    for one, line in zip(found["systems"], published, strict=True):
        # Five standard errors of a mean over 1,000 runs.
        error = 5 * limit["sd"][one["system"]] / 1000**0.5
        assert one["score"] == pytest.approx(limit["mean"][one["system"]], abs=error)
        assert one["cluster"] == line["cluster"]
        if (one["rank_low"], one["rank_high"]) != (line["lo"], line["hi"]):
            # Other runs of 1,000 move an end that lies within their error of the cut; a note says which.
            ends = (one["rank_low"] - line["lo"], one["rank_high"] - line["hi"])
            assert sorted(map(abs, ends)) == [0, 1]
            assert any(f"{one['system']} " in note for note in found["notes"]), one["system"]
    page = methods_context(report_result(result), "trueskill-pairs")
    assert page["full_key"] == "trueskill-pairs"
    assert page["full"].printed.title.startswith("TrueSkill, pairs resampled, for these 8 judges: 13 systems")


def test_table_3d_is_the_matrix_by_the_sign_test(result: dict[str, Any], expected: dict[str, Any]) -> None:
    published = expected["table3d_head2head"]
    page = head_to_head_context(report_result(result), "sign", "UFC")
    marks = {"star": "*", "dagger": "\u2020", "ddagger": "\u2021", None: "", "": ""}

    assert page["order"] == published["order"]
    columns = page["matrix"].printed.columns
    cells = {
        f"{row.cells[0].value}|{column.heading}": (cell.text(column), cell.mark, cell.tone)
        for row in page["matrix"].printed.rows
        for column, cell in zip(columns[1:], row.cells[1:], strict=True)
        if cell.tone != "own"
    }
    assert cells.keys() == published["cells"].keys()
    for name, wanted in published["cells"].items():
        text, mark, tone = cells[name]
        assert (text, mark) == (wanted["printed"], marks[wanted["mark"]]), name
        assert (tone == "better") is wanted["bold"], name
    assert [row.cells[0].value for row in page["against"].rows] == [
        name for name in published["order"] if name != "UFC"
    ]
    for row in rows_of("head-to-head", result):
        wanted = published["cells"][f"{row['system_b']}|{row['system_a']}"]
        assert float(row["p_value"]) == pytest.approx(wanted["p"], abs=1e-9)
        assert (int(row["wins_a"]), int(row["wins_b"])) == (wanted["col_wins"], wanted["row_wins"])


def test_tests_that_respect_dependence_mark_less(result: dict[str, Any]) -> None:
    told = {
        test: head_to_head_context(report_result(result), test, "")["significant_pairs"].split(" of ")[0]
        for test in ("sign", "sentence", "sign-holm", "sentence-holm")
    }
    assert told == {"sign": "54", "sentence": "46", "sign-holm": "41", "sentence-holm": "18"}


def test_table_6_comes_as_published_and_by_the_formula(
    result: dict[str, Any], expected: dict[str, Any]
) -> None:
    wanted = expected["table6_interjudge"]
    for published, numbers in ((True, wanted), (False, wanted["formula_semantics"])):
        table = judges_context(report_result(result), published)["correlations"].for_people()
        matrix = numbers["matrix_EWpl" if published else "matrix"]
        assert [one.heading for one in table.columns[1:9]] == JUDGES
        shown = [
            [cell.text(column) for column, cell in zip(table.columns, row.cells, strict=True)]
            for row in table.rows
        ]
        # By the formula the reference takes UFC and INPUT, which judge 8 never decided, for no win of either.
        compared = range(8 if published else 7)
        for a in compared:
            row = shown[a]
            assert row[0] == JUDGES[a]
            assert row[9:11] == [fraction(numbers["rho_vs_rest"][a]), fraction(numbers["r_vs_rest"][a])]
            for b, cell in enumerate(row[1:9]):
                if a != b and b in compared:
                    # The original script read scores with four decimals.
                    assert float(cell) == pytest.approx(matrix[a][b], abs=0.0056)
        averages = (numbers["avg_rho"], numbers["avg_r"]) if published else (0.71591, 0.79545)
        assert shown[-1][9:11] == [fraction(value) for value in averages]


def test_table_7_comes_as_published(result: dict[str, Any], expected: dict[str, Any]) -> None:
    wanted = expected["table7_per_judge"]
    found: dict[str, dict[str, dict[str, str]]] = {}
    for row in rows_of("judge-rankings-published", result):
        found.setdefault(row["judge"], {})[row["system"]] = row

    assert list(found) == JUDGES
    moved, rounded_otherwise = 0, {}
    for judge, systems in found.items():
        lines = wanted[str(int(judge.removeprefix("annotator")))]
        for line in lines["paper"]:
            row = systems[line["system"]]
            assert float(row["score"]) == pytest.approx(lines["exact_EWpl"][line["system"]], abs=5.1e-5)
            # The paper rounds to three decimals what the script had rounded to four.
            four = float(f"{float(row['score']):.4f}")
            assert f"{four:.3f}" == f"{line['score']:.3f}", (judge, line)
            if f"{float(row['score']):.3f}" != f"{line['score']:.3f}":
                rounded_otherwise[int(judge[-1]), line["system"]] = f"{float(row['score']):.3f}"
            # Ends of ranges are tail probabilities around the cut of .05: single ones move by one.
            ends = (int(row["rank_low"]) - line["lo"], int(row["rank_high"]) - line["hi"])
            assert max(map(abs, ends)) <= 1, (judge, line)
            moved += sum(map(abs, ends))
    assert moved <= 20
    assert rounded_otherwise == {
        (1, "PKU"): "0.572",
        (1, "SJTU"): "0.437",
        (3, "INPUT"): "0.475",
        (4, "CAMB"): "0.632",
        (4, "RAC"): "0.580",
        (6, "CUUI"): "0.475",
        (8, "SJTU"): "0.420",
    }
    table = judges_context(report_result(result), published=True)["by_judge"].for_people()
    assert table.source.startswith(
        "pairs (as published in 2015) resampled, 1,000 replicates, confidence 0.9,"
    )


def test_leaving_out_a_judge_gives_the_ranking_of_the_others(
    result: dict[str, Any], expected: dict[str, Any]
) -> None:
    rows = rows_of("judges-left-out", result)
    assert len(rows) == 8 * 13
    for row in rows:
        numbers = expected["leave_one_judge_out"][str(int(row["judge"].removeprefix("annotator")))]["exact"]
        assert float(row["score"]) == pytest.approx(numbers[row["system"]], abs=1e-9)
    page = judges_context(report_result(result), published=False)
    assert page["left_out_sentence"] == "AMU stays first whichever judge is left out."


def test_other_measures_of_agreement_stand_beside_the_papers(
    result: dict[str, Any], expected: dict[str, Any]
) -> None:
    found = {one["name"]: one for one in result["agreement"]["measures"]}
    assert found["paper"]["inter"]["kappa"] == pytest.approx(expected["table2"]["inter"], abs=1e-9)
    assert found["cohen"]["inter"]["kappa"] == pytest.approx(0.2988, abs=5e-5)
    for one in found.values():
        assert one["applies"].endswith(".")
        for kind in ("inter", "intra"):
            if one[kind]:
                assert one[kind]["low"] < one[kind]["kappa"] < one[kind]["high"]


def test_table_3d_can_be_printed(result: dict[str, Any]) -> None:
    lines = table_latex("head-to-head", result).decode().splitlines()
    assert r"AMU & -- & .44 & .47 & .46 & .44 & .34\textsuperscript{\textdaggerdbl{}}" in "\n".join(lines)
    assert r"\begin{tabular}{@{}lrrrrrrrrrrrrr@{}}" in lines
    caption = next(line for line in lines if line.startswith(r"\caption"))
    assert caption.endswith("test for judges like these with Holm's correction.}")
    assert sum(line.endswith(r"\\") for line in lines) == 14


def test_table_3d_can_be_printed_as_published(result: dict[str, Any]) -> None:
    text = table_latex("head-to-head-published", result).decode()
    # A part of the first line of the printed table.
    assert r"AMU & -- & \textbf{.44}" not in text
    assert r".44\textsuperscript{\textdaggerdbl{}} & .47\textsuperscript{{*}}" in text
    assert "sign test" in text


def test_cross_validation_turns_the_published_conclusion_round(published_xml: bytes) -> None:
    """With clean folds always predicting a tie beats every method."""
    table = Judgments.of(read_judgments(published_xml, "judgments.xml"))
    pairs, sentences = parts.cross_validation(table, ReportOptions(), lambda share: None)
    order = {one.method: one.accuracy_total_order for one in pairs.methods}
    clusters = {one.method: one.accuracy_clusters for one in pairs.methods}
    assert order["expected-wins"] == pytest.approx(0.5815, abs=0.0002)
    assert clusters["expected-wins"] == pytest.approx(0.3931, abs=5 * 0.0038)
    assert pairs.always_tie == pytest.approx(0.5419, abs=0.00005)
    assert sentences.unit == "sentences"
    assert "Always predicting a tie is right in 54.19\u00a0%" in verdict(pairs)
    assert "always a tie" in [row.cells[0].value for row in accuracy(pairs).rows]
