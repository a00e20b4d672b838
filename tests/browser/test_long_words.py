"""Words that nobody broke: a title, a system and a judge of one long word push no page sideways."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.models import Campaign
from rankings.uploads.files import File
from tests.browser.conftest import assert_no_sideways_scrolling
from tests.factories import make_campaign, make_items, make_judge, make_ranking, make_upload

WORD = "Unbreakable" * 11
PAGES = (
    "",
    "items/",
    "design/",
    "judges/",
    "settings/",
    "do/campaign.delete/",
    "report/",
    "metrics/",
)


@pytest.fixture
def worded(alice: User, run_jobs: Callable[[], int], transactional_db: None) -> Campaign:
    """A campaign in which everything that has a name has a long one, with a report."""
    outputs = {
        WORD[:64]: ("One a .", "Two a .", "Three a ."),
        "B": ("One b .", "Two b .", "Three b ."),
    }
    sentences = ("One .", "Two .", "Three .")
    campaign = make_campaign("worded", owner=alice, title=WORD, outputs=outputs, sentences=sentences)
    for name in (WORD[:80], "jo"):
        judge = make_judge(campaign, name)
        for item in make_items(campaign) if name == "jo" else []:
            make_ranking(judge, item)
    services.request_report(campaign, alice, ReportOptions(replicates=20))
    run_jobs()
    return campaign


def test_a_long_word_pushes_no_page_sideways(
    worded: Campaign, alice: User, phone: Page, page: Page, sign_in: Any, expected_errors: list[str]
):
    expected_errors.append("422")  # the upload lacks something
    files = [
        File("source", f"{WORD}.txt", b"One .\n"),
        File("outputs", f"{WORD[:64]}.txt", b"One a .\n"),
    ]
    upload = make_upload("campaign", alice, None, *files, title=WORD, documents="one", max_outputs=5)
    report = worded.reports.get()
    sections = [report.get_absolute_url()]
    sign_in(page, alice)
    sign_in(phone, alice)
    for address in (
        "/",
        reverse("campaigns:upload", args=[upload.key]),
        *(f"/campaigns/worded/{name}" for name in PAGES),
        *sections,
    ):
        for one in (page, phone):
            one.goto(address)
            assert_no_sideways_scrolling(one)
