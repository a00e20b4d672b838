"""Reports of earlier versions: what was stored before results had a form gives the same tables still."""

import json
from pathlib import Path
from typing import Any

import pytest

from rankings.formats.json_form import from_json, to_json
from rankings.reports.presentation import SECTIONS
from rankings.reports.result import ReportResult, report_result
from rankings.reports.sections.agreement import agreement_context
from rankings.reports.sections.head_to_head import significance_sentence
from rankings.tables.cross_validation import accuracies
from rankings.tables.head_to_head import TESTS
from tests.reports.table_files import table_csv

DATA = Path(__file__).parent / "data"
TABLES = ("agreement", "agreement-pairs", "agreement-measures")
RANKINGS = DATA / "rankings"


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


def test_an_old_report_is_the_same_as_a_new_one(stored: dict[str, Any]) -> None:
    result = report_result(stored)
    assert result.agreement.measures[0].name == "paper"
    assert result.agreement.replicates == 1200
    document = to_json(result)
    assert (document["form"], document["version"]) == ("report", 1)
    assert (document["agreement"]["form"], document["agreement"]["version"]) == ("agreement", 1)
    assert from_json(ReportResult, json.loads(json.dumps(document))) == result


def tables_of(stored: dict[str, Any]) -> list[str]:
    return [table.key for table in agreement_context(report_result(stored).agreement)["tables"]]


def test_the_page_of_an_old_report_has_all_tables(stored: dict[str, Any]) -> None:
    assert tables_of(stored) == list(TABLES)
    del stored["agreement_measures"]
    assert tables_of(stored) == list(TABLES[:2])


@pytest.fixture
def parts(stored: dict[str, Any]) -> dict[str, Any]:
    """The report with every part, as the version before forms stored them."""
    written: dict[str, Any] = json.loads((DATA / "parts_version_0.json").read_text(encoding="utf-8"))
    ranking = {**stored["ranking"], **written.pop("ranking")}
    return {**stored, **written, "ranking": ranking}


@pytest.mark.parametrize("name", ["judges", "head-to-head", "validation", "distinct-outputs"])
def test_parts_of_an_old_report_have_the_same_bytes(parts: dict[str, Any], name: str) -> None:
    assert table_csv(name, parts) == (DATA / f"{name}.csv").read_bytes()


def test_parts_of_an_old_report_say_the_same(parts: dict[str, Any]) -> None:
    result = report_result(parts)
    assert result.head_to_head.systems == ("B", "A", "C")
    assert significance_sentence(result, TESTS[0]).startswith(
        "0 of 3 pairs of systems are significantly different"
    )
    assert from_json(ReportResult, json.loads(json.dumps(to_json(result)))) == result


def test_what_the_data_did_not_allow_still_has_its_reason(parts: dict[str, Any]) -> None:
    parts["validation"] = [{"unit": "pairs", "methods": [], "reason": "Only one system."}]
    parts["head_to_head"] = []
    result = report_result(parts)
    assert accuracies(result.validation or ()).reason == "Only one system."
    assert significance_sentence(result, TESTS[0]) == "There are no two systems to compare."


@pytest.fixture
def rankings() -> dict[str, Any]:
    """A report with rankings by all methods and judges, stored when none of them had a form."""
    document: dict[str, Any] = json.loads((RANKINGS / "report_version_0.json").read_text(encoding="utf-8"))
    assert document["ranking"]["clusters"] == 4
    assert "form" not in document["ranking"]
    return document


@pytest.mark.parametrize("path", sorted(RANKINGS.glob("*.csv")), ids=lambda path: path.name)
def test_files_of_old_rankings_have_the_same_bytes(rankings: dict[str, Any], path: Path) -> None:
    # Written by that version too.
    assert table_csv(path.stem, rankings) == path.read_bytes()


def test_old_rankings_are_the_same_as_new_ones(rankings: dict[str, Any]) -> None:
    result = report_result(rankings)
    assert result.ranking.clusters == (("ALDER",), ("BIRCH",), ("CEDAR",), ("HAZEL_2",))
    assert result.judge_rankings is not None
    ann, bob, eve = result.judge_rankings.only.judges
    assert [len(one.clusters) for one in (ann, bob, eve)] == [4, 4, 0]
    assert (ann.method, ann.unit, ann.replicates) == ("expected-wins", "sentences", 200)
    assert eve.reason == "Resampling sentences needs at least two of them; there is 1."
    document = to_json(result)
    assert document["ranking"]["clusters"] == [["ALDER"], ["BIRCH"], ["CEDAR"], ["HAZEL_2"]]
    assert from_json(ReportResult, json.loads(json.dumps(document))) == result


def test_an_old_ranking_that_could_not_be_made_has_its_reason(rankings: dict[str, Any]) -> None:
    reason = "A ranking needs at least two systems; the judgments name 1."
    nothing = {"method": "expected-wins", "unit": "sentences", "systems": [], "reason": reason}
    parts = {name: {**rankings["judge_rankings"][name], "judges": []} for name in ("only", "without")}
    published = {**rankings["judge_rankings"]["published"], "judges": [], "reason": reason}
    del published["title"]
    old = {**rankings, "ranking": nothing, "judge_rankings": {**parts, "published": published}}
    result = report_result(old)
    assert (result.ranking.title, result.ranking.reason) == ("Expected Wins", reason)
    for section in SECTIONS.values():
        section.context(result, {})
    assert table_csv("ranking", old).count(b"\n") == 1
