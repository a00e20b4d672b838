"""Reports of earlier versions: what was stored before results had a form gives the same tables still."""

import json
from pathlib import Path
from typing import Any

import pytest

from rankings.formats.json_form import from_json, to_json
from rankings.reports.result import ReportResult, report_result
from rankings.reports.sections.agreement import agreement_context
from rankings.reports.sections.head_to_head import told_apart_sentence
from rankings.reports.sections.planning import plan_sentence
from rankings.reports.tables import table_csv, table_latex
from rankings.tables.cross_validation import accuracies
from rankings.tables.head_to_head import TESTS

DATA = Path(__file__).parent / "data"
TABLES = ("agreement", "agreement-pairs", "agreement-measures")


@pytest.fixture
def stored() -> dict[str, Any]:
    """A report on the demo campaign, as the version before forms stored it."""
    document: dict[str, Any] = json.loads((DATA / "report_version_0.json").read_text(encoding="utf-8"))
    assert "form" not in document
    assert "form" not in document["agreement"]
    return document


@pytest.mark.parametrize("name", TABLES)
def test_files_of_an_old_report_have_the_same_bytes(stored: dict[str, Any], name: str) -> None:
    # Written by that version too.
    assert table_csv(name, stored) == (DATA / f"{name}.csv").read_bytes()
    assert table_latex(name, stored) == (DATA / f"{name}.tex").read_bytes()


def test_an_old_report_is_the_same_as_a_new_one(stored: dict[str, Any]) -> None:
    result = report_result(stored)
    assert result.agreement.measures[0].name == "paper"
    assert (result.agreement.replicates, result.agreement.measure_replicates) == (1200, 1000)
    document = to_json(result)
    assert (document["form"], document["version"]) == ("report", 1)
    assert (document["agreement"]["form"], document["agreement"]["version"]) == ("agreement", 1)
    assert from_json(ReportResult, json.loads(json.dumps(document))) == result


def test_the_page_of_an_old_report_has_all_tables(stored: dict[str, Any]) -> None:
    assert [table.key for table in agreement_context(stored)["tables"]] == list(TABLES)
    del stored["agreement_measures"]
    assert [table.key for table in agreement_context(stored)["tables"]] == list(TABLES[:2])


@pytest.fixture
def parts(stored: dict[str, Any]) -> dict[str, Any]:
    """The report with every part, as the version before forms stored them."""
    written: dict[str, Any] = json.loads((DATA / "parts_version_0.json").read_text(encoding="utf-8"))
    ranking = {**stored["ranking"], **written.pop("ranking")}
    return {**stored, **written, "ranking": ranking}


@pytest.mark.parametrize("name", ["judges", "head-to-head", "planning", "validation", "distinct-outputs"])
def test_parts_of_an_old_report_have_the_same_bytes(parts: dict[str, Any], name: str) -> None:
    assert table_csv(name, parts) == (DATA / f"{name}.csv").read_bytes()


def test_parts_of_an_old_report_say_the_same(parts: dict[str, Any]) -> None:
    result = report_result(parts)
    assert result.head_to_head.systems == ("B", "A", "C")
    assert plan_sentence(result) == (
        "To tell B apart from all others in 80\u00a0% of evaluations takes about 130 rankings of this kind, "
        "110 more than there are. With only 12 sentences to simulate from, this is a rough guess."
    )
    assert told_apart_sentence(result, TESTS[0]).startswith("0 of 3 pairs of systems are told apart")
    assert from_json(ReportResult, json.loads(json.dumps(to_json(result)))) == result


def test_what_the_data_did_not_allow_still_has_its_reason(parts: dict[str, Any]) -> None:
    parts["planning"] = {"unit": "sentences", "points": [], "reason": "Too few."}
    parts["validation"] = [{"unit": "pairs", "methods": [], "reason": "Only one system."}]
    parts["head_to_head"] = []
    result = report_result(parts)
    assert plan_sentence(result) == "No plan can be made. Too few."
    assert accuracies(result.validation or ()).reason == "Only one system."
    assert told_apart_sentence(result, TESTS[0]) == "There are no two systems to compare."
