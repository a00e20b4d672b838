"""A manager sets up a webhook, and somebody who writes a program reads about the API."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Webhook, WebhookDelivery
from tests.browser.conftest import DARK, DESKTOP, assert_no_sideways_scrolling
from tests.factories import make_campaign

NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 640}}


@pytest.fixture
def looked_at(
    new_page: Callable[..., Page],
    sign_in: Callable[[Page, Any], None],
    alice: User,
    assert_accessible: Callable[[Page], None],
    shoot: Callable[[Page, str], None],
) -> Callable[[str, str], None]:
    """Look at an address on a desk, in the dark and on a narrow phone."""

    def look(address: str, name: str) -> None:
        for kind, options in (("desktop", DESKTOP), ("dark", DARK), ("narrow", NARROW)):
            page = new_page(**options)
            sign_in(page, alice)
            page.goto(address)
            assert_accessible(page)
            assert_no_sideways_scrolling(page)
            shoot(page, f"{name}-{kind}")
            page.context.close()

    return look


def test_a_manager_adds_a_webhook(
    page: Page,
    sign_in: Callable[[Page, Any], None],
    alice: User,
    looked_at: Callable[[str, str], None],
    shoot: Callable[[Page, str], None],
) -> None:
    cache.clear()
    make_campaign("essays", owner=alice)
    sign_in(page, alice)
    page.goto("/campaigns/essays/settings/")
    page.get_by_role("link", name="Webhooks…").click()
    page.get_by_label("Address").fill("https://hooks.example.org/gec")
    page.get_by_label("A judge flags an item").uncheck()
    page.get_by_role("button", name="Add").click()
    secret = page.get_by_label("Secret", exact=True)
    assert secret.input_value().startswith("whsec_")
    shoot(page, "webhook-made")
    page.get_by_role("button", name="Send a test message").click()
    expect(page.get_by_text("A test message is on its way")).to_be_visible()
    webhook = Webhook.objects.get()
    assert webhook.events == ["campaign.filled", "report.ready", "judge.alarming"]
    WebhookDelivery.objects.update(tries=2, status=503)
    WebhookDelivery.objects.create(
        webhook=webhook,
        event="report.ready",
        subject="one",
        body="{}",
        tries=6,
        next_try_at=None,
        error="The name leads to no public address.",
    )
    looked_at("/campaigns/essays/webhooks/", "webhooks")
    looked_at(f"/campaigns/essays/webhooks/{webhook.pk}/", "webhook")


def test_somebody_reads_about_the_api(
    page: Page, sign_in: Callable[[Page, Any], None], alice: User, looked_at: Callable[[str, str], None]
) -> None:
    sign_in(page, alice)
    page.goto("/account/tokens/")
    page.get_by_role("link", name="API reference").click()
    page.get_by_role("link", name="POST /api/v1/campaigns/{slug}/webhooks/", exact=True).click()
    call = page.get_by_role("region", name="POST /api/v1/campaigns/{slug}/webhooks/", exact=True)
    expect(call.get_by_text("target", exact=True).first).to_be_visible()
    looked_at("/api-reference/", "api-reference")
    looked_at("/api-reference/webhooks/", "api-reference-group")
