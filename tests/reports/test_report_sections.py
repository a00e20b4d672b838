"""Sections of a report: their addresses, what they say of thin data, and what can be asked of them."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from appraise_gec.report.site.presentation import SECTIONS
from appraise_gec.report.tables import DESCRIBED
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from rankings.reports.sections.ranking import summary

from appraise_gec.accounts.models import User
from appraise_gec.report.computation import compute_report
from appraise_gec.report.options import PARTS, ReportOptions
from appraise_gec.report.result import report_result
from appraise_gec.report.site import services
from rankings.analysis.ranked_systems import RankedSystem
from rankings.analysis.ranking import SystemRanking
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.records import JudgedOutput, Judgment
from rankings.models import Campaign, Report
from tests.factories import make_campaign, make_item, make_judge, make_ranking

HOSTILE = '<img src=x onerror="alert(1)">'


@pytest.fixture
def owner(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


@pytest.fixture
def report(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> Report:
    made = services.request_report(campaign, alice, ReportOptions(replicates=50)).report
    run_jobs()
    made.refresh_from_db()
    return made


def at(campaign: Campaign, report: Report, section: str) -> str:
    if not section:
        return report.get_absolute_url()
    return reverse("reports:section", args=[campaign.slug, report.key, section])


def test_sections_have_addresses_few_queries_and_only_links_that_work(
    owner: Client,
    campaign: Campaign,
    report: Report,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    links: set[str] = set()
    for key, section in SECTIONS.items():
        with django_assert_max_num_queries(15):
            page = owner.get(at(campaign, report, key))
        content = page.content.decode()
        assert page.status_code == 200
        assert content.count("<h1") == 1
        assert re.search(rf'aria-current="page"[^>]*>{section.title}<', content)
        ids = re.findall(r'\bid="([^"]+)"', content)
        assert len(ids) == len(set(ids)), key
        for target in re.findall(r'href="[^"]*#([\w-]+)"', content):
            assert target in ids, target
        links |= set(re.findall(r'(?:href|src)="(/campaigns/[^"#]*/report/[^"#]*)"', content))
    assert len(links) > 30
    for link in links:
        if "/figures/" not in link and not link.endswith("?download"):
            assert owner.get(unescape(link)).status_code == 200, link


def test_every_table_stands_on_a_page(owner: Client, campaign: Campaign, report: Report) -> None:
    pages = [at(campaign, report, key) for key in SECTIONS]
    pages += [f"{at(campaign, report, 'judges')}?version=published"]
    content = "".join(owner.get(page).content.decode() for page in pages)
    absent = {name for name in DESCRIBED if f"/tables/{name}.csv" not in content}
    # These are computed only when asked for, or cannot be from so few rankings.
    asked_for = {"validation"}
    # test_rejected_edits.py has a campaign with marks on edits, test_survey_composition.py one with a survey.
    elsewhere = {name for name in DESCRIBED if name.startswith("rejected-edits")} | {"judges-survey"}
    assert absent - asked_for == elsewhere


def test_names_in_every_section_stay_text(owner: Client, alice: User, run_jobs: Callable[[], int]) -> None:
    texts = ("One a.", "Two a.", "Three a.", "Four a.")
    outputs = {
        "A&B": texts,
        HOSTILE: tuple(f"{text} b" for text in texts),
        "C": tuple(f"{text} c" for text in texts),
    }
    hostile = make_campaign(owner=alice, outputs=outputs)
    for judge in ("one", HOSTILE):
        for sentence in range(3):
            make_ranking(make_judge(hostile, f"{judge}{sentence}"), make_item(hostile, sentence))
    report = services.request_report(hostile, alice, ReportOptions(replicates=20)).report
    run_jobs()
    for section in SECTIONS:
        content = owner.get(at(hostile, report, section)).content.decode()
        assert "<img src=x" not in content
        assert "style=" not in content
        assert "onclick" not in content


def judgments(
    sentences: int, *ranks: dict[str, int], but: dict[int, dict[str, int]] | None = None
) -> list[Judgment]:
    """Every judge ranks all sentences alike; `but` says how all judges rank single sentences instead."""
    others = but or {}
    return [
        Judgment(
            f"j{number}",
            str(sentence),
            tuple(JudgedOutput((name,), rank) for name, rank in others.get(sentence, one).items()),
        )
        for sentence in range(sentences)
        for number, one in enumerate(ranks)
    ]


def computed(made: list[Judgment], edits: Sequence[EditJudgment] = (), **options: Any) -> dict[str, Any]:
    names = sorted({name for one in made for output in one.outputs for name in output.systems})
    chosen = {"replicates": 200, "parts": (), **options}
    return compute_report(made, [1], names, ReportOptions(**chosen), edits=edits).result


def test_everything_at_once_is_the_same_bytes_again() -> None:
    made = judgments(6, {"A": 1, "B": 2, "C": 3}, {"A": 2, "B": 1, "C": 2})
    first, second = (
        json.dumps(computed(one, parts=tuple(PARTS), replicates=20)) for one in (made, made[::-1])
    )
    assert first == second


def test_progress_is_reported_part_by_part_and_never_falls() -> None:
    told: list[tuple[float, str]] = []
    made = judgments(4, {"A": 1, "B": 2}, {"A": 1, "B": 2})
    options = ReportOptions(replicates=100, parts=("validation",))
    compute_report(made, [1], ["A", "B"], options, lambda share, message: told.append((share, message)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[0] >= 0
    assert shares[-1] <= 1
    assert len({message for _, message in told}) >= 10


def made_up_ranking(*systems: RankedSystem, clusters: tuple[tuple[str, ...], ...]) -> SystemRanking:
    return SystemRanking(
        systems=systems,
        clusters=clusters,
        method="expected-wins",
        title="Expected Wins",
        unit="sentences",
        units=40,
        replicates=10_000,
        confidence=0.95,
        seed=1,
        convention="standard",
    )


def placed(name: str, low: int, high: int, *shares: float) -> RankedSystem:
    """A system with a rank range and the share of replicates at each rank."""
    at_best, at_worst = sum(shares[:low]), sum(shares[high - 1 :])
    rank = "ABCD".index(name) + 1
    return RankedSystem(name, 0.5, None, None, None, rank, low, high, at_best, at_worst, 1, 10, shares)


def test_no_seed_moves_the_line_between_two_systems() -> None:
    systems = (placed("A", 1, 1, 0.976, 0.024), placed("B", 2, 2, 0.024, 0.976))
    ranking = made_up_ranking(*systems, clusters=(("A",), ("B",)))
    assert "close" not in " ".join(summary(ranking))
    assert "is close" in " ".join(summary(replace(ranking, convention="EW.pl")))


@pytest.mark.parametrize(
    "made",
    [
        judgments(1, {"A": 1, "B": 1}),
        judgments(3, {"A": 1, "B": 1}, {"A": 1, "B": 1}),
        judgments(2, {"A": 1}),
        [Judgment("j", "0", (), skipped=True)],
    ],
    ids=["one sentence", "all ties", "one system", "all skipped"],
)
def test_thin_data_give_a_report_with_reasons(made: list[Judgment]) -> None:
    result = computed(made, parts=tuple(PARTS), replicates=20)
    json.dumps(result, allow_nan=False)
    for section in SECTIONS.values():
        section.context(report_result(result), {})
