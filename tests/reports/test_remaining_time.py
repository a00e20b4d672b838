"""What a running report says about its end: nothing it cannot know, and no more than was measured."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import take_lease
from appraise_gec.presentation.time_left import time_left
from rankings.analysis.memory import Memory
from rankings.models import Campaign
from rankings.reports import computing, parts, services
from rankings.reports.computation import compute_report
from rankings.reports.options import ReportOptions
from rankings.reports.remaining_time import RemainingTime
from tests.analysis.made_up import ranking

FEW = ReportOptions(replicates=30)
TEN_HOURS = 36_000


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def took(timing: RemainingTime, clock: Clock, name: str, seconds: float) -> None:
    timing.begin(name)
    clock.now += seconds
    timing.end()


def test_nothing_is_said_before_anything_was_measured(clock: Clock) -> None:
    timing = RemainingTime(clock=clock)
    assert timing.left() is None
    timing.plan({"first": 10, "second": 30})
    timing.begin("first")
    assert timing.left() is None
    clock.now += 0.5
    timing.share(0.5)
    assert timing.left() is None  # half a second tells little


def test_parts_that_are_done_tell_how_long_the_others_take(clock: Clock) -> None:
    timing = RemainingTime(clock=clock)
    timing.plan({"first": 10, "second": 30, "third": 60})
    took(timing, clock, "first", 2.0)
    assert timing.done() == pytest.approx(0.1)
    assert timing.left() == pytest.approx(18.0)
    timing.begin("second")
    clock.now += 4.0
    assert timing.left() == pytest.approx(14.0)
    # On a machine that has more to do meanwhile, the part itself knows better.
    timing.share(0.4)
    clock.now += 4.0
    left = timing.left()
    assert left is not None
    assert left == pytest.approx(8.0 * 0.6 / 0.4 + 60 * (2.0 + 8.0) / (10 + 0.4 * 30))


def test_a_part_that_takes_longer_than_expected_ends_the_promise(clock: Clock) -> None:
    timing = RemainingTime(clock=clock)
    timing.plan({"first": 10, "last": 20})
    took(timing, clock, "first", 5.0)
    timing.begin("last")
    clock.now += 9.0
    assert timing.left() == pytest.approx(1.0)
    clock.now += 9.0
    assert timing.left() is None


def test_an_earlier_report_tells_from_the_beginning(clock: Clock) -> None:
    timing = RemainingTime({"first": 3.0, "second": 40.0, "elsewhere": 7.0}, clock=clock)
    timing.plan({"first": 10, "second": 30})
    timing.begin("first")
    assert timing.left() == pytest.approx(43.0)
    # Where it tells of some parts, weights stand in for the rest; and then only with what was measured.
    part = RemainingTime({"first": 3.0}, {"after": 20}, clock=clock)
    part.plan({"first": 10, "second": 30})
    part.begin("first")
    assert part.left() is None
    clock.now += 6.0
    part.begin("second")
    assert part.left() == pytest.approx(2 * (9.0 + 6.0))


def test_what_is_remembered_takes_no_time_and_tells_none(clock: Clock) -> None:
    timing = RemainingTime(clock=clock)
    timing.plan({"known": 0, "helped": 100, "new": 10}, helped={"helped"})
    timing.begin("known")
    clock.now += 0.01
    timing.begin("helped")
    clock.now += 2.0
    timing.begin("new")
    assert timing.left() == pytest.approx(2.0)
    timing.end()
    assert set(timing.seconds) == {"helped", "new"}
    assert set(timing.in_full) == {"new"}
    assert timing.done() == 1.0


@pytest.fixture
def computed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No statistics of other tests, which would tell no times."""
    monkeypatch.setattr(parts, "FOLD_REPLICATES", 10)


@pytest.mark.usefixtures("computed_here")
def test_another_confidence_is_known_to_take_less() -> None:
    judgments = [
        ranking(judge, str(sentence), ("A", 1 + sentence % 2), ("B", 2), ("C", 3))
        for judge in ("ann", "bob")
        for sentence in range(8)
    ]
    memory = Memory(1 << 26)
    timings = []
    for confidence in (0.95, 0.9, 0.9):
        timing = RemainingTime()
        options = ReportOptions(replicates=30, parts=(), confidence=confidence)
        compute_report(judgments, [], list("ABC"), options, memory=memory, timing=timing)
        timings.append(timing)
    first, other, same = timings
    assert {"ranking", "agreement", "head_to_head"} <= set(first.in_full)
    assert "ranking" in other.seconds
    assert "ranking" not in other.in_full
    assert same.seconds == {}


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (None, ""),
        (2, "a few seconds left"),
        (8, "about 10 seconds left"),
        (23, "about 20 seconds left"),
        (54, "about 50 seconds left"),
        (62, "about a minute left"),
        (170, "about 3 minutes left"),
    ],
)
def test_words_promise_round_numbers(seconds: float | None, told: str) -> None:
    assert time_left(seconds) == told


@pytest.fixture
def running(campaign: Campaign, alice: User) -> Job:
    """The job of a report, in the hands of a worker that expects ten more hours."""
    job = services.request_report(campaign, alice, FEW).report.job
    assert job is not None
    run = take_lease(job.pk)
    assert run is not None
    run.progress(0.4, "Ranking systems", TEN_HOURS)
    job.refresh_from_db()
    return job


def test_page_and_api_say_how_long_it_takes(
    running: Job, campaign: Campaign, alice: User, client: Client
) -> None:
    client.force_login(alice)
    assert running.seconds_left is not None
    assert 0 < running.seconds_left <= TEN_HOURS
    report = campaign.reports.get()
    page = client.get(reverse("reports:report", args=[campaign.slug, report.key])).content.decode()
    left = client.get(reverse("jobs:status", args=[running.pk])).json()["left"]
    for text, told in ((page, r"About (\d+) minutes left"), (left, r"^about (\d+) minutes left$")):
        found = re.search(told, text)
        assert found
        assert 500 < int(found[1]) <= 600
    document = client.get(reverse("api:report", args=[campaign.slug, report.key])).json()
    assert 0 < document["seconds_left"] <= TEN_HOURS


def test_what_is_overdue_or_over_promises_nothing(running: Job) -> None:
    running.expected_at = timezone.now() - timedelta(seconds=1)
    assert (running.seconds_left, running.left_words) == (None, "")
    running.expected_at = timezone.now() + timedelta(hours=1)
    assert running.seconds_left is not None
    running.state = State.DONE
    assert running.seconds_left is None


@pytest.mark.usefixtures("computed_here")
def test_a_report_notes_its_times_for_later_ones_of_its_size(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    computing.MEMORY.clear()
    first = services.request_report(campaign, alice, FEW).report
    run_jobs()
    first.refresh_from_db()
    assert first.job is not None
    assert first.job.result is not None
    taken = first.job.result["seconds"]
    assert {"ranking", "agreement", "methods"} <= set(taken)
    assert all(seconds >= 0 for seconds in taken.values())
    same = services.request_report(campaign, alice, ReportOptions(replicates=30, seed=3)).report
    assert computing.earlier_seconds(same, 8) == taken
    assert computing.earlier_seconds(same, 80) == {}
    other = services.request_report(campaign, alice, ReportOptions(replicates=31)).report
    assert computing.earlier_seconds(other, 8) == {}
