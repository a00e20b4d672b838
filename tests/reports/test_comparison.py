"""Two reports beside each other: what differs in the ranking, and by what."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from appraise_gec.accounts.models import User
from rankings.formats.json_form import to_json
from rankings.models import Campaign, Report
from rankings.reports import services
from rankings.reports.comparison import Shared, as_document, as_sentences, compare_reports, systems_table
from rankings.reports.computation import compute_report
from rankings.reports.options import ReportOptions
from rankings.reports.result import report_result
from rankings.reports.views_comparison import said
from tests.reports.made_up import JUDGES, SYSTEMS, made_up_judgments

QUICK = ReportOptions(replicates=40, parts=())
JUDGMENTS = made_up_judgments(sentences=12, judges=3, systems=5)


def made(options: ReportOptions, judgments=JUDGMENTS):
    report = compute_report(judgments, [], SYSTEMS[:5], options)
    return report.recipe, report_result(report.result)


@pytest.fixture(scope="module")
def usual():
    return made(QUICK)


def settings_of(comparison) -> dict[str, tuple[object, object]]:
    return {one.name: (one.first, one.second) for one in comparison.settings}


def test_a_report_beside_itself_has_nothing_to_tell(usual):
    same = compare_reports(usual, usual, Shared(36, 0, 0))
    assert same.same_ranking and same.same_rankings and same.outputs
    assert (same.judges, same.sentences, same.settings, same.program) == ((), None, (), ())
    assert as_sentences(same) == [
        "The two rankings of systems are the same: scores, ranks, rank ranges and clusters."
    ]
    assert {one.moved for one in same.systems} == {0}


def test_another_confidence_moves_ranges_and_no_score(usual):
    other = compare_reports(usual, made(replace(QUICK, confidence=0.5)))
    assert settings_of(other) == {"confidence": (0.95, 0.5)}
    assert other.same_rankings and other.same_scores and other.same_ranks
    assert not other.same_ranges
    first, *rest = as_sentences(other)
    assert first.startswith("These differ: rank ranges")
    assert rest[0] == "What differs, and may be why: confidence."
    assert "so the data did not change" in rest[1]


def test_a_judge_less_is_named_with_the_rankings(usual):
    other = compare_reports(usual, made(replace(QUICK, excluded_judges=(JUDGES[0],))))
    assert [(one.name, one.first, one.second) for one in other.judges] == [(JUDGES[0], 12, 0)]
    assert settings_of(other) == {"excluded_judges": ([], [JUDGES[0]])}
    assert not other.same_rankings
    assert not other.same_scores
    assert as_sentences(other)[-1] == "The method is the same, so the scores differ because of the rankings."


def test_another_method_is_a_reason_and_the_rankings_are_not(usual):
    other = compare_reports(usual, made(replace(QUICK, method="bradley-terry")))
    assert list(settings_of(other)) == ["method"]
    assert as_sentences(other)[1] == "What differs, and may be why: method."


def test_parts_are_settings_and_no_reason(usual):
    other = compare_reports(usual, made(replace(QUICK, parts=("validation",))))
    assert list(settings_of(other)) == ["parts"]
    assert len(as_sentences(other)) == 1


def test_a_system_of_one_report_alone_and_one_that_rises_are_listed(usual):
    gone, risen = (one.system for one in usual[1].ranking.systems[:2])
    fewer = [
        replace(one, outputs=tuple(output for output in one.outputs if gone not in output.systems))
        for one in JUDGMENTS
    ]
    other = compare_reports(usual, made(QUICK, fewer))
    changes = {one.system: one for one in other.systems}
    assert changes[gone].first is not None and changes[gone].second is None
    assert (changes[gone].moved, changes[risen].moved) == (None, 1)
    assert not other.same_ranks
    shown = {row.values[0]: row.values[-1] for row in systems_table(other).rows}
    assert (shown[gone], shown[risen]) == (None, "+1")


def test_another_version_is_a_reason(usual):
    recipe, result = usual
    older = {**recipe, "version": "0.1.0", "software": {**recipe["software"], "numpy": "1.0"}}
    other = compare_reports((older, result), usual)
    assert [one.name for one in other.program] == ["version", "numpy"]
    assert "versions of the program" in as_sentences(other)[1]


def test_the_document_holds_all_of_it(usual):
    document = as_document(compare_reports(usual, usual, Shared(36, 0, 0)))
    assert (document["form"], document["version"]) == ("report-comparison", 1)
    assert document["shared"] == {"both": 36, "first": 0, "second": 0}
    assert [one["first"] for one in document["systems"]] == to_json(usual[1].ranking)["systems"]
    json.dumps(document)


@pytest.fixture
def two(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> list[Report]:
    reports = [
        services.request_report(campaign, alice, options).report
        for options in (QUICK, replace(QUICK, excluded_judges=("one",)))
    ]
    run_jobs()
    return list(campaign.reports.filter(pk__in=[one.pk for one in reports]).order_by("pk"))


def text_of(content: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", content.decode()))


def test_the_page_compares_and_says_how_many_rankings_are_shared(
    campaign: Campaign,
    two: list[Report],
    alice: User,
    client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client.force_login(alice)
    address = reverse("reports:compare", args=[campaign.slug])
    assert address in client.get(reverse("reports:overview", args=[campaign.slug])).content.decode()
    chosen = {"first": str(two[1].key), "second": str(two[0].key)}
    with django_assert_max_num_queries(10):
        page = client.get(address, chosen)
    told = text_of(page.content)
    assert "4 rankings in both, 0 in the first alone, 4 in the second alone." in told
    assert "judges left out" in told
    # What reports were asked for otherwise than by default tells them apart in the list.
    one, other = (f"{two[0].key}", f"{two[1].key}")
    labels = dict(re.findall(r'<option value="([^"]+)"[^>]*>([^<]*)</option>', page.content.decode()))
    assert "judges left out: one" in labels[other]
    assert "judges left out" not in labels[one] and "replicates: " in labels[one]
    # Without a choice, the one that comes first is beside another one.
    assert client.get(address).context["first"] == two[0]
    document = reverse("reports:comparison-document", args=[campaign.slug, two[1].key, two[0].key])
    assert document in page.content.decode()
    assert client.get(document).json()["shared"] == {"both": 4, "first": 0, "second": 4}


def test_a_method_has_its_title_and_a_seed_no_separators() -> None:
    assert said("method", "bradley-terry") == "Bradley-Terry with ties (Davidson)"
    assert (said("seed", 2015), said("replicates", 2015)) == ("2015", "2,015")


def test_what_cannot_be_compared_is_not_found(campaign: Campaign, alice: User, client: Client) -> None:
    client.force_login(alice)
    address = reverse("reports:compare", args=[campaign.slug])
    assert "There are no two finished reports to compare." in text_of(client.get(address).content)
    waiting = services.request_report(campaign, alice, QUICK).report
    for key in (uuid4(), "x", waiting.key):
        assert client.get(address, {"first": str(key)}).status_code == 404
    document = reverse("reports:comparison-document", args=[campaign.slug, waiting.key, waiting.key])
    assert client.get(document).status_code == 404
