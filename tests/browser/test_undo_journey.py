"""A manager in a real browser who discards rankings, and takes it back: all is as before."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.desk.demo import load_demo
from rankings.judgments.exporting import export_judgments
from rankings.judgments.stored import counting_rankings
from rankings.models import Campaign, Judge, Membership, Ranking
from rankings.plan.progress import campaign_progress
from tests.browser.conftest import assert_no_sideways_scrolling


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = load_demo()
    assert campaign
    Membership.objects.create(campaign=campaign, user=alice, role="owner")
    return campaign


@pytest.fixture
def alices(page: Page, campaign: Campaign, alice: User, sign_in: Callable[[Page, Any], None]) -> Page:
    sign_in(page, alice)
    return page


def state_of(campaign: Campaign) -> tuple[Any, ...]:
    """What must be the same after an undo."""
    progress = campaign_progress(Campaign.objects.get(pk=campaign.pk))
    numbers = (progress.items, progress.retired_items, progress.sentences, progress.planned, progress.target)
    judges = tuple((row.judge.name, row.done, row.planned, row.skipped) for row in progress.judges)
    names = tuple(campaign.systems.order_by("name").values_list("name", flat=True))
    return numbers, judges, names, export_judgments(campaign, "json").content


def test_a_span_of_days_and_a_single_ranking_come_back(
    alices: Page,
    campaign: Campaign,
    shoot: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
    expected_errors: list[str],
) -> None:
    expected_errors.append("422")
    judge = Judge.objects.get(campaign=campaign, name="demo-ines")
    today = timezone.localdate()
    keys = list(counting_rankings(campaign).filter(judge=judge).order_by("pk").values_list("pk", flat=True))
    for place, key in enumerate(keys):
        day = timezone.now() - timedelta(days=9 if place < 5 else 6 if place < 12 else 2)
        Ranking.objects.filter(pk=key).update(submitted_at=day)
    page, before = alices, state_of(campaign)
    page.goto(f"/campaigns/demo/judges/{judge.pk}/work/")
    page.get_by_role("link", name="Discard rankings…").click()
    page.get_by_label("Rankings of some days").check()
    page.get_by_label("First day").fill((today - timedelta(days=6)).isoformat())
    page.get_by_label("Last day").fill((today - timedelta(days=9)).isoformat())
    page.get_by_label("Also put the judge on hold").uncheck()
    page.get_by_label("Reason").fill("Away from the desk")
    page.get_by_role("button", name="Discard and give to others").click()
    expect(page.get_by_text("The last day is before the first.")).to_be_visible()
    shoot(page, "undo-span-refused")
    assert_accessible(page)
    expect(page.get_by_label("Reason")).to_have_value("Away from the desk")
    page.get_by_label("Last day").fill((today - timedelta(days=6)).isoformat())
    page.get_by_role("button", name="Discard and give to others").click()
    expect(page.get_by_text("7 rankings of demo-ines are discarded.")).to_be_visible()
    shoot(page, "undo-span")
    assert state_of(campaign)[0][3] == before[0][3] - 7
    assert judge.rankings.filter(is_current=True).count() == len(keys) - 7

    # One more by its box, which no decision has taken.
    page.get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Discard the ticked rankings…").click()
    expect(page.get_by_label("The ranking that you have ticked")).to_be_checked()
    page.get_by_label("Reason").fill("A slip")
    page.get_by_role("button", name="Discard and give to others").click()
    expect(page.get_by_text("1 ranking of demo-ines is discarded.")).to_be_visible()
    shoot(page, "undo-single")

    # The earlier decision first: each gives back what is its own.
    page.get_by_role("button", name="Undo discarding 7 rankings").click()
    expect(page.get_by_text("7 rankings count again.")).to_be_visible()
    assert state_of(campaign)[0][3] == before[0][3] - 1
    page.get_by_role("button", name="Undo discarding 1 ranking").click()
    expect(page.get_by_text("1 ranking counts again.")).to_be_visible()
    assert_no_sideways_scrolling(page)
    shoot(page, "undo-all")
    assert state_of(campaign) == before
