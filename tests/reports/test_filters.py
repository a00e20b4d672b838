"""Reports of some of the rankings: by document, day, active time and check items."""

import io
import json
import zipfile
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job
from appraise_gec.report.archive import PaperFile, verify
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import folders, services
from rankings.access import Refused
from rankings.analysis.ranking import rank_systems
from rankings.judgments.stored import load_judgments
from rankings.models import Campaign, Document, Item, Judge, Ranking, Report, ReportFolder
from tests.factories import make_item, make_judge, make_ranking

Compute = Callable[..., Report]


@pytest.fixture
def filled(campaign: Campaign, settings: Any) -> Campaign:
    """Two judges, two documents of two sentences each.

    Item k was ranked by `one` on 1 + k March at noon in 10 + k seconds, by `two` on the evening of the 3rd in
    4 seconds; the last ranking of `two` has neither day nor time.
    """
    settings.TIME_ZONE = "Europe/Berlin"
    for ranking in Ranking.objects.filter(judge__campaign=campaign).select_related("judge", "item"):
        number = ranking.item.number
        if ranking.judge.name == "one":
            ranking.submitted_at = datetime(2026, 3, 1 + number, 12, tzinfo=UTC)
            ranking.active_seconds = 10.0 + number
        elif number < 3:
            # Half past midnight on the 4th in Berlin.
            ranking.submitted_at = datetime(2026, 3, 3, 23, 30, tzinfo=UTC)
            ranking.active_seconds = 4.0
        else:
            ranking.wall_seconds = None
        ranking.save()
    return campaign


@pytest.fixture
def compute(alice: User, run_jobs: Callable[[], int]) -> Compute:
    def made(campaign: Campaign, **options: Any) -> Report:
        report = services.request_report(
            campaign, alice, ReportOptions(replicates=20, parts=(), **options)
        ).report
        run_jobs()
        report.refresh_from_db()
        assert report.recipe is not None, Job.objects.get(report=report).error
        return report

    return made


def used(report: Report) -> set[tuple[str, str]]:
    """(judge, sentence) of every ranking that a report took."""
    return {(one.judge, one.sentence) for one in services.judgments_of(report)}


def checked(judge: str, campaign: Campaign, *answers: bool) -> None:
    """Have a judge answer check items, as expected or not."""
    row = Judge.objects.get(campaign=campaign, name=judge)
    for right in answers:
        item = make_item(campaign, 0)
        Item.objects.filter(pk=item.pk).update(
            purpose=Item.Purpose.CHECK, check_kind="known-order", expected={"before": [[0, 1]]}
        )
        ranks = list(range(1, item.outputs.count() + 1))
        make_ranking(row, item, ranks if right else ranks[::-1])


def test_systems_are_left_out_as_if_nobody_had_compared_them(
    filled: Campaign, alice: User, compute: Compute, run_jobs: Callable[[], int], client: Client
) -> None:
    client.force_login(alice)
    asked = client.get(f"/campaigns/{filled.slug}/report/new/").context["form"]
    assert "INPUT" in dict(asked.fields["without_systems"].choices)
    report = compute(filled, without_systems=("INPUT",))
    assert report.recipe and report.result
    ranked = {one["system"] for one in report.result["ranking"]["systems"]}
    assert "INPUT" not in {*report.result["systems"], *ranked}
    judged = load_judgments(filled).judgments
    alone = rank_systems(judged.without_systems(set(judged.named_systems) - ranked), replicates=20, seed=2015)
    scores = {one.system: one.score for one in alone.systems}
    assert {one["system"]: one["score"] for one in report.result["ranking"]["systems"]} == scores
    assert "Left out as if nobody had compared them: INPUT" in client.get(report.get_absolute_url()).text
    recipe = json.loads(verified(report, alice, run_jobs)["recipe.json"])
    assert recipe["without_systems"] == ["INPUT"]
    for impossible in (("ALPHA", "BETA", "INPUT"), ("DELTA",)):
        with pytest.raises(Refused):
            compute(filled, without_systems=impossible)


@pytest.mark.parametrize(
    ("zone", "two"), [("Europe/Berlin", {("two", "0"), ("two", "1"), ("two", "2")}), ("UTC", set())]
)
def test_days_count_whole_and_in_their_time_zone(
    filled: Campaign, compute: Compute, zone: str, two: set[tuple[str, str]]
) -> None:
    report = compute(filled, first_day=date(2026, 3, 4), last_day=date(2026, 3, 4), time_zone=zone)
    assert used(report) == {("one", "3")} | two
    assert report.recipe
    left = report.recipe["left_out"]["days"]
    # The ranking without a day is left out, and told.
    assert (left["rankings"], left["unknown"]) == (7 - len(two), 1)
    assert report.recipe["time_zone"] == zone


def test_judges_who_failed_check_items_are_left_out(filled: Campaign, compute: Compute) -> None:
    make_ranking(make_judge(filled, "three"), filled.items.get(number=0))
    checked("one", filled, True, True, False)
    checked("two", filled, True, False)
    report = compute(filled, least_checks_passed=0.6)
    assert {judge for judge, _ in used(report)} == {"one", "three"}
    assert report.recipe
    # "three" has no check items, stays, and is told.
    assert report.recipe["left_out"] == {"checks": {"rankings": 4, "judges": 1, "unknown": 1}}
    assert {judge for judge, _ in used(compute(filled, least_checks_passed=0.5))} == {"one", "two", "three"}


@pytest.mark.parametrize(
    ("options", "reasons"),
    [
        (
            {"first_day": date(2027, 1, 1)},
            ["The filters leave no ranking", "from 2027-01-01 on (UTC)", "8 rankings", "day is not known: 1"],
        ),
        ({"documents": ("essay-9",)}, ["No document of this campaign is called essay-9."]),
        (
            {"documents": ("essay-0",), "least_active_seconds": 60, "excluded_judges": ("two",)},
            ["The filters leave no ranking", "documents", "less than 60 s"],
        ),
    ],
)
def test_filters_that_leave_nothing_are_refused(
    filled: Campaign, alice: User, options: dict[str, Any], reasons: list[str]
) -> None:
    with pytest.raises(Refused) as refusal:
        services.request_report(filled, alice, ReportOptions(**options))
    for reason in reasons:
        assert reason in str(refusal.value)
    assert not Report.objects.exists()


def verified(report: Report, alice: User, run_jobs: Callable[[], int]) -> dict[str, bytes]:
    """The files of the archive of a report, every number of which has come out the same."""
    folders.asked_folder(report, alice, is_public=True)
    run_jobs()
    folder = ReportFolder.objects.select_related("job").get(report=report, is_public=True)
    assert folder.content, folder.job and folder.job.error
    content = bytes(folder.content)
    found = verify(PaperFile(io.BytesIO(content), "paper.zip"))
    assert found.difference == ""
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def test_the_archive_of_a_filtered_report_verifies(
    filled: Campaign,
    alice: User,
    compute: Compute,
    run_jobs: Callable[[], int],
) -> None:
    documents = [f"essay-of-Quillfeather-{number}" for number in range(12)]
    for number, document in enumerate(documents):
        Document.objects.update_or_create(campaign=filled, position=number, defaults={"name": document})
    three = make_judge(filled, "Zephyrine")
    for item in filled.items.all()[:4]:
        make_ranking(three, item)
    Ranking.objects.filter(judge=three).update(
        submitted_at=datetime(2026, 3, 3, tzinfo=UTC), active_seconds=60
    )
    checked("one", filled, True)
    checked("Zephyrine", filled, False)
    report = compute(
        filled,
        documents=documents,
        first_day=date(2026, 3, 1),
        last_day=date(2026, 3, 3),
        time_zone="UTC",
        least_active_seconds=5,
        least_checks_passed=0.5,
    )
    assert used(report) == {("one", "0"), ("one", "1"), ("one", "2")}
    files = verified(report, alice, run_jobs)
    recipe = json.loads(files["recipe.json"])
    assert recipe["documents"] == sorted(f"chosen-document-{number}" for number in range(1, 13))
    assert (recipe["first_day"], recipe["last_day"]) == ("2026-03-01", "2026-03-03")
    assert recipe["left_out"]["checks"] == {"rankings": 4, "judges": 1, "unknown": 0}
    methods = files["methods.tex"].decode()
    assert "Only sentences of chosen documents count: 12 documents. That leaves out no ranking." in methods
    assert "Only rankings of chosen days count: from 2026-03-01 to 2026-03-03 (UTC)." in methods
    assert "less than 5 s of active time. That leaves out 3 rankings" in methods
    assert r"less than 50 \% of check items passed. That leaves out 4 rankings" in methods
    assert b"Fast rankings do not count: less than 5 s" in files["report.html"]
    for path, content in files.items():
        for name in (b"Quillfeather", b"Zephyrine"):
            assert name not in content, path
