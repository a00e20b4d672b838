"""The whole way of the 2015 judgments: in, through the report, and out again."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_django import DjangoAssertNumQueries

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import report_result
from appraise_gec.report.site import services
from rankings.formats.judgments import read_judgments
from rankings.judgments.exporting import export_judgments
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign, Item, Ranking
from rankings.reports.sections.ranking import summary
from tests.reports.conftest import import_bytes

COIN_FLIPS = {"SJTU": {(9, 11), (10, 11)}, "INPUT": {(9, 12), (10, 12)}}


def test_the_import_holds_what_the_file_holds(gjg15: Campaign, published_xml: bytes) -> None:
    summary = import_bytes(gjg15, published_xml)

    assert (summary.rankings, summary.skipped, len(summary.judges), summary.sentences) == (2319, 13, 8, 663)
    assert summary.warnings == ()
    assert summary.new_judges == summary.judges
    assert set(gjg15.judges.values_list("user", flat=True)) == {None}
    assert Ranking.objects.filter(item__campaign=gjg15, skipped=True).count() == 13
    # Judges who answered the same item share it: 1,001 ids, each with one set of outputs.
    assert summary.items == Item.objects.filter(campaign=gjg15).count() == 1001
    # Two items were skipped by everybody who saw them, so nobody tells their outputs.
    assert Item.objects.filter(campaign=gjg15, outputs__isnull=True).count() == 2


def test_the_export_gives_back_the_same_judgments(
    gjg15: Campaign, published_xml: bytes, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    import_bytes(gjg15, published_xml)
    with django_assert_max_num_queries(4):
        found = list(campaign_judgments(gjg15))

    published = read_judgments(published_xml, "judgments.xml")
    assert found == list(published)
    assert sum(judgment.skipped for judgment in found) == 13
    assert export_judgments(gjg15, "xml").content == published_xml
    for name in ("csv", "json"):
        exported = export_judgments(gjg15, name)
        assert Counter(read_judgments(exported.content, exported.name)) == Counter(published)


@pytest.mark.parametrize("unit", [pytest.param("pairs", marks=pytest.mark.nightly), "sentences"])
def test_the_report_shows_the_published_numbers(
    gjg15: Campaign, published_xml: bytes, shared: Path, run_jobs: Callable[[], int], unit: str
) -> None:
    import_bytes(gjg15, published_xml)
    options = ReportOptions(unit=unit, speaks_for="these-judges", parts=())  # type: ignore[arg-type]
    requested = services.request_report(gjg15, gjg15.created_by, options)  # type: ignore[arg-type]
    assert run_jobs() == 1
    requested.report.refresh_from_db()
    result = requested.report.result
    assert result is not None
    expected = json.loads((shared / "expected" / "gjg15.json").read_text())

    total = result["total"]
    assert (total["rankings"], total["skipped"]) == (2319, 13)
    assert (total["unexpanded"], total["unexpanded_ties"]) == (20516, 5694)
    assert (total["expanded"], total["expanded_ties"]) == (109098, 59117)
    agreement = result["agreement"]
    assert agreement["inter"]["kappa"] == pytest.approx(expected["table2"]["inter"], abs=1e-12)
    assert agreement["intra"]["kappa"] == pytest.approx(expected["table2"]["intra"], abs=1e-12)
    assert (agreement["inter"]["degree"], agreement["intra"]["degree"]) == ("weak", "moderate")

    chosen, other = result["ranking"], result["comparison"]
    assert {chosen["unit"], other["unit"]} == {"pairs", "sentences"}
    assert chosen["unit"] == unit
    published = chosen if unit == "pairs" else other
    systems = published["systems"]
    exact = expected["table3b_EW"]["exact"]
    assert {one["system"]: one["score"] for one in systems} == pytest.approx(exact, abs=1e-12)
    assert [one["system"] for one in systems] == [line["system"] for line in expected["table3b_EW"]["paper"]]
    assert (systems[0]["system"], f"{systems[0]['score']:.3f}") == ("AMU", "0.628")
    assert (systems[-1]["system"], f"{systems[-1]['score']:.3f}") == ("IPN", "0.300")
    assert [len(names) for names in published["clusters"]] == [1, 4, 7, 1]
    for one, line in zip(systems, expected["table3b_EW"]["paper"], strict=True):
        assert one["cluster"] == line["cluster"]
        allowed = COIN_FLIPS.get(one["system"], {(line["lo"], line["hi"])})
        assert (one["rank_low"], one["rank_high"]) in allowed
    page = " ".join(summary(report_result(result).ranking, report_result(result).total))
    assert "AMU comes first" in page
    # UFC and all below it share the first cluster, but lie clearly below AMU.
    rivals = "its rank range overlaps those of RAC, CAMB, CUUI and POST:"
    assert (rivals in page) is (unit == "sentences")
    # Figure 1 of the paper: every one of the 1,312 sentences, 1 to 13 distinct outputs.
    assert sum(one["sentences"] for one in result["distinct_outputs"]) == 1312
    assert [one["distinct"] for one in result["distinct_outputs"]] == list(range(1, 14))
    mean = sum(one["distinct"] * one["sentences"] for one in result["distinct_outputs"]) / 1312
    assert mean == pytest.approx(5.7, abs=0.05)
