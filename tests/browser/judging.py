"""What the browser tests of judging share: a campaign, its judge, and what the judge does on the page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Judge, Ranking
from tests.factories import make_campaign, make_items, make_judge

SignIn = Callable[[Page, User], None]
SENTENCES = (
    "It is cold .",
    "Nothing is absolute right or wrong .",
    "The family with genetic diseases are worry .",
    "I go home .",
)
OUTPUTS = {
    "INPUT": SENTENCES,
    "SYSTEM-ALPHA": (
        "It is cold .",
        "Nothing is absolutely right or wrong .",
        "The families with genetic disease are worried .",
        "I went home .",
    ),
    "SYSTEM-BETA": (
        "It was cold .",
        "Nothing is right or wrong .",
        "Families with genetic diseases are worried .",
        "I go to home .",
    ),
    "SYSTEM-GAMMA": (
        "It is so cold .",
        "Nothing is absolutely right and wrong .",
        "The family with genetic disease is worried .",
        "I go to my home .",
    ),
    "SYSTEM-DELTA": (
        "It is cold !",
        "Nothing is absolute right .",
        "A family with genetic diseases worry .",
        "I am going home .",
    ),
}


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    campaign = make_campaign("essays", sentences=SENTENCES, outputs=OUTPUTS, title="Essays of spring")
    Campaign.objects.filter(pk=campaign.pk).update(guidelines="Be fair.\n\nRead everything.")
    make_items(campaign)
    return campaign


@pytest.fixture
def judge(campaign: Campaign, make_user: Callable[..., User]) -> Judge:
    return make_judge(campaign, "J1", make_user("bob"))


@pytest.fixture
def at_item(judge: Judge, sign_in: SignIn) -> Callable[[Page], str]:
    """Sign in as the judge and open the item to be done; returns its address."""

    def open_item(page: Page) -> str:
        assert judge.user is not None
        sign_in(page, judge.user)
        return open_campaign(page)

    return open_item


def texts(page: Page) -> list[str]:
    """The outputs as shown, top to bottom."""
    return page.locator(".output-words").all_inner_texts()


def checked(page: Page) -> list[int | None]:
    ranks: list[int | None] = page.evaluate(
        "[...document.querySelectorAll('.output')]"
        ".map(output => Number(output.querySelector(':checked')?.value) || null)"
    )
    return ranks


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def rank_and_submit(page: Page, ranks: str) -> None:
    """Type a rank for every output, as many as there are, and Enter."""
    press(page, " ".join(ranks[: page.locator(".output").count()]))
    press(page, "Enter")


def submit_offline(page: Page, ranks: str) -> None:
    """Lose the network, rank and submit: the answer waits on the device."""
    page.context.set_offline(True)
    rank_and_submit(page, ranks)
    expect(page.locator("#saved")).to_contain_text("Offline: your answer is kept on this device")


def alive(page: Page) -> None:
    """Wait until the item page can take keys: its script has shown the button that needs it."""
    expect(page.locator("#edits-button")).to_be_visible()
    page.wait_for_load_state()


def wait_for_next(page: Page, address: str) -> None:
    """Wait for the page after `address`, with its scripts running, and for its answer to be kept."""
    expect(page).not_to_have_url(address)
    page.wait_for_load_state()


def open_campaign(page: Page, slug: str = "essays", *, at: str = "") -> str:
    """Start or go on judging, on this test's server or on another; returns the address of the item."""
    page.goto(f"{at}/judge/{slug}/")
    page.get_by_role("button", name="Start judging").or_(page.get_by_role("button", name="Continue")).click()
    expect(page).to_have_url(re.compile(r"/item/[0-9a-f-]{36}/$"))
    # Deferred scripts run before the page counts as loaded.
    page.wait_for_load_state()
    return page.url


def kept_ranks(judge: Judge) -> list[dict[str, int]]:
    return [
        dict(ranking.ranks.values_list("output__text", "rank"))
        for ranking in Ranking.objects.filter(judge=judge, is_current=True).order_by("pk")
    ]
