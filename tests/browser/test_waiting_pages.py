"""Pages of work that takes long: large imports; waiting, ready, refused, failed."""

import errno
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from appraise_gec import views as site_views
from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.services import cancel
from rankings.judgments.exporting import export_judgments
from rankings.judgments.upload import ImportOfJudgments
from rankings.models import Campaign, Upload
from rankings.uploads import flow
from rankings.uploads.files import File
from tests.factories import make_campaign, make_items, make_judge, make_ranking, make_upload

RunJobs = Callable[[], int]
Look = Callable[[str], None]


@pytest.fixture
def look(
    page: Page,
    sign_in: Callable[[Page, User], None],
    alice: User,
    assert_sound: Callable[[Page], None],
) -> Look:
    """Open an address: readable for all, and nothing sticks out."""
    sign_in(page, alice)

    def open_it(address: str) -> None:
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        assert_sound(page)
        # Else its script goes on by itself when the work has ended.
        page.goto("about:blank")

    return open_it


@pytest.fixture
def campaign(alice: User, transactional_db: None) -> Campaign:
    made = make_campaign(owner=alice)
    for item in make_items(made):
        for name in ("one", "two"):
            judge = made.judges.filter(name=name).first() or make_judge(made, name)
            make_ranking(judge, item)
    return made


def test_large_imports(
    campaign: Campaign, alice: User, look: Look, run_jobs: RunJobs, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(ImportOfJudgments, "most_in_a_request", 0)
    content = export_judgments(campaign, "json").content
    told = content.replace(b'"one"', b'"ann"').replace(b'"two"', b'"ben"')
    file = File("judgments", "judgments-of-the-second-round.json", told)
    upload = make_upload("judgments", alice, campaign, file)
    page = reverse("campaigns:upload", args=[upload.key])
    look(page)
    assert upload.job is not None
    cancel(upload.job)
    look(page)
    flow.read(upload)
    run_jobs()
    look(page)
    job = flow.confirm(Upload.objects.get(pk=upload.pk)).job
    look(page)
    assert job is not None
    Job.objects.filter(pk=job.pk).update(
        state=State.FAILED,
        error="The work was interrupted every time it was tried. Try again, or tell the operator.",
        finished_at=timezone.now(),
    )
    look(page)


def test_parts_away(look: Look, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]):
    expected_errors += ["503", "507"]
    for error in (
        OperationalError("unable to open database file"),
        OSError(errno.ENOSPC, "No space left on device"),
    ):

        def fail(*arguments: Any, error: Exception = error, **options: Any) -> None:
            raise error

        monkeypatch.setattr(site_views, "render", fail)
        monkeypatch.setattr(site_views, "redirect", fail)
        look("/")
