"""Filters of a report over several campaigns: they hold in each, and are told of all together."""
# ruff: noqa: F811 - fixtures of the other tests of joined reports

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Ranking, Report
from rankings.reports import services
from tests.reports.test_joined_reports import (  # noqa: F401
    JOINED,
    campaign,
    computed,
    judges_of,
    letters,
    recipe_of,
)

SLOW = replace(JOINED, least_active_seconds=10.0)


def took(campaign: Campaign, judge: str, seconds: float) -> None:
    Ranking.objects.filter(judge__campaign=campaign, judge__name=judge).update(active_seconds=seconds)


@pytest.fixture
def timed(campaign: Campaign, letters: Campaign) -> Campaign:
    """Bob is fast in the essays and slow in the letters; of the two others, only one is slow."""
    took(campaign, "one", 1)
    took(campaign, "two", 20)
    took(letters, "K7", 20)
    took(letters, "two", 1)
    return campaign


def test_a_filter_holds_in_every_campaign(timed: Campaign, computed: Callable[..., Report]) -> None:
    report = computed(timed, SLOW)
    assert judges_of(report) == {"one": 4, "two": 4}
    assert {one.judge for one in services.judgments_of(report)} == {"one", "two"}


def test_who_keeps_a_ranking_in_one_campaign_is_not_among_those_left_out(
    timed: Campaign,
    computed: Callable[..., Report],
) -> None:
    told = recipe_of(computed(timed, SLOW))["left_out"]
    assert told == {"active_time": {"rankings": 8, "judges": ["two of letters"], "unknown": 0}}


def test_unknown_times_of_all_campaigns_are_counted(
    timed: Campaign,
    letters: Campaign,
    computed: Callable[..., Report],
) -> None:
    Ranking.objects.filter(judge__name="two").update(active_seconds=None, wall_seconds=None)
    told = recipe_of(computed(timed, SLOW))["left_out"]["active_time"]
    assert (told["rankings"], told["unknown"], told["judges"]) == (4, 8, [])


def test_the_page_says_what_filters_left_out_of_all(
    timed: Campaign,
    computed: Callable[..., Report],
    alice: User,
    client: Client,
) -> None:
    report = computed(timed, SLOW)
    client.force_login(alice)
    page = client.get(reverse("reports:section", args=[timed.slug, report.key, "data"])).content.decode()
    assert "two of letters" in page
    assert "8 rankings" in page
