"""Sections of a report: their addresses, what they say of thin data, and what can be asked of them."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from appraise_gec.accounts.models import User
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.methods import OFFERED, REGISTERED
from rankings.analysis.results.ranking import RankedSystem, SystemRanking
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.records import JudgedOutput, Judgment
from rankings.models import Campaign, Report
from rankings.reports import parts, services
from rankings.reports.computation import compute_report
from rankings.reports.options import PARTS, ReportOptions
from rankings.reports.presentation import SECTIONS, findings
from rankings.reports.result import report_result
from rankings.reports.sections.ranking import summary
from rankings.reports.tables import DESCRIBED
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


def text_of(content: bytes) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", content.decode())))


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
        if not link.endswith((".png", ".pdf", "?download")):
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


@pytest.mark.parametrize(
    ("section", "query"),
    [
        ("methods", {"method": "no-such-method"}),
        ("head-to-head", {"test": HOSTILE, "system": HOSTILE}),
        ("judges", {"version": "x"}),
    ],
)
def test_what_an_address_asks_for_in_vain_is_left_aside(
    owner: Client, campaign: Campaign, report: Report, section: str, query: dict[str, str]
) -> None:
    page = owner.get(at(campaign, report, section), query)
    assert page.status_code == 200
    assert "<img src=x" not in page.content.decode()


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


def test_ends_that_nothing_can_move_are_in_no_note() -> None:
    made = [
        Judgment("ann", str(number), (JudgedOutput(("A",), 3 if number == 7 else 1), JudgedOutput(("B",), 2)))
        for number in range(40)
    ]
    for replicates, confidence in ((100, 0.95), (156, 0.95), (1000, 0.999), (7996, 0.999)):
        options = ReportOptions(replicates=replicates, confidence=confidence)
        found = parts.ranking(
            JudgmentTable.from_judgments(made), "expected-wins", "sentences", options, lambda _: None
        )
        assert [(one.mass_low, one.mass_high) for one in found.systems] == [(1.0, 1.0)] * 2
        assert [re.split(" to tell| for 99.9 %", note)[0] for note in found.notes] == (
            [] if replicates in (156, 7996) else [f"{replicates:,} replicates are too few"]
        )


def test_a_judge_who_only_skipped_leaves_the_rankings_by_judge_to_the_others() -> None:
    made = [
        Judgment(judge, str(number), (JudgedOutput(("A",), 1), JudgedOutput(("B",), 2)))
        for judge in ("ann", "bob")
        for number in range(3)
    ]
    idle = Judgment("eva", "0", (), skipped=True)
    found = parts.judge_rankings(
        JudgmentTable.from_judgments([*made, idle]), ReportOptions(replicates=20), lambda _: None
    )
    for part in (found.only, found.without, found.published):
        assert [one.judge for one in part.judges] == ["ann", "bob", "eva"]
    for part in (found.only, found.published):
        assert [len(one.systems) for one in part.judges] == [2, 2, 0]
    assert found.only.judges[2].reason.startswith("A ranking needs at least two systems")


def test_a_report_of_an_earlier_kind_can_still_be_read(
    owner: Client, campaign: Campaign, report: Report
) -> None:
    result, recipe = dict(report.result or {}), dict(report.recipe or {})
    for name in ("methods", "head_to_head", "judge_rankings", "judge_correlations", "form", "version"):
        del result[name]
    added = {"form", "version", "unit", "measures"}
    result["agreement"] = {name: value for name, value in result["agreement"].items() if name not in added}
    del result["validation"]
    options = {name: report.options[name] for name in ("unit", "replicates", "confidence", "seed")}
    Report.objects.update(result=result, recipe=recipe, options={**options, "excluded_judges": []})
    for section in SECTIONS:
        assert owner.get(at(campaign, report, section)).status_code == 200, section


@pytest.mark.parametrize("method", OFFERED)
def test_the_leading_ranking_is_by_the_method_asked_for(
    campaign: Campaign, alice: User, owner: Client, run_jobs: Callable[[], int], method: Any
) -> None:
    report = services.request_report(
        campaign, alice, ReportOptions(replicates=20, method=method, parts=())
    ).report
    assert run_jobs() == 1
    report.refresh_from_db()
    assert report.result is not None and report.recipe is not None
    assert report.recipe["method"] == method
    assert {report.result[name]["method"] for name in ("ranking", "comparison")} == {method}
    for section in SECTIONS:
        assert owner.get(at(campaign, report, section)).status_code == 200, section


def test_simulation_gets_fewer_replicates_than_asked_for_and_says_so() -> None:
    options = ReportOptions(method="trueskill", replicates=5000)
    assert options.replicates_of("trueskill") == 1000
    assert options.replicates_of("expected-wins") == 5000


def test_the_form_asks_for_parts_and_comes_back_with_them(
    owner: Client, campaign: Campaign, report: Report
) -> None:
    # Metrics contribute the others, where a campaign has what they need.
    parts = [part for part in PARTS if part not in ("metrics", "maege")]
    values = {
        "unit": "rankings",
        "replicates": 30,
        "confidence": "90",
        "seed": 1,
        "method": "bradley-terry",
        "parts": parts,
    }
    owner.post(reverse("reports:request", args=[campaign.slug]), values)
    asked = Report.objects.latest("pk").options
    assert (asked["method"], asked["parts"]) == ("bradley-terry", parts)


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


def test_a_close_line_is_named_whether_it_is_drawn_or_not() -> None:
    def sentences(beyond: float, first: tuple[int, int], second: tuple[int, int]) -> str:
        drawn = first[1] < second[0]
        systems = (
            placed("A", *first, 1 - beyond, beyond, 0),
            placed("B", *second, beyond, 1 - beyond, 0),
            placed("C", 3, 3, 0, 0, 1),
        )
        above = (("A",), ("B",)) if drawn else (("A", "B"),)
        return " ".join(summary(made_up_ranking(*systems, clusters=(*above, ("C",)))))

    assert "The line between A and B is close" in sentences(0.024, (1, 1), (2, 2))
    assert "A line between A and B is narrowly missed" in sentences(0.026, (1, 2), (1, 2))
    assert "close" not in sentences(0.001, (1, 1), (2, 2))


def test_no_seed_moves_the_line_between_two_systems() -> None:
    systems = (placed("A", 1, 1, 0.976, 0.024), placed("B", 2, 2, 0.024, 0.976))
    ranking = made_up_ranking(*systems, clusters=(("A",), ("B",)))
    assert "close" not in " ".join(summary(ranking))
    assert "is close" in " ".join(summary(replace(ranking, convention="EW.pl")))


def test_the_first_is_told_apart_from_whomever_its_range_does_not_meet() -> None:
    def sentences(*ranges: tuple[int, int]) -> str:
        # All in one cluster: each range meets the next one.
        names = "ABCD"[: len(ranges)]
        systems = [placed(name, *one, 0, 0, 0, 0) for name, one in zip(names, ranges, strict=True)]
        return " ".join(summary(made_up_ranking(*systems, clusters=(tuple(names),))))

    chain = sentences((1, 2), (1, 3), (2, 4), (3, 4))
    assert "its rank range overlaps those of B and C: the order among them may be another one." in chain
    assert "All form one cluster" in chain
    assert "the rank ranges of all 3 systems overlap" in sentences((1, 2), (1, 3), (2, 3))
    assert "But the rank ranges of both systems overlap: their order may be another one." in sentences(
        (1, 2), (1, 2)
    )


@pytest.mark.parametrize(
    ("judges", "whom"), [(2, "each column for the judge who is left"), (3, "for judges like these 2")]
)
def test_rankings_without_a_judge_say_for_whom_they_speak(judges: int, whom: str) -> None:
    made = judgments(12, *[{"A": 1, "B": 2, "C": 3}] * judges, but={3: {"A": 2, "B": 1, "C": 3}})
    table = DESCRIBED["judges-left-out"](report_result(computed(made)))
    for shown in (table, table.for_people()):
        assert shown.source.endswith(whom)


def test_the_findings_lead_to_their_sections() -> None:
    result = computed(judgments(8, {"A": 1, "B": 2, "C": 3}, {"A": 1, "B": 3, "C": 2}))
    told = {one["key"]: one["sentence"] for one in findings(report_result(result))}
    assert list(told) == ["methods", "head-to-head", "judges", "agreement"]
    beside = sum(about.beside for about in REGISTERED.values())
    assert told["methods"].startswith(f"A comes first by all {beside} methods.")
    assert "of 3 pairs of systems" in told["head-to-head"]
    assert told["judges"] == "A stays first whichever judge is left out."


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
