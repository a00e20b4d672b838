"""Alarms by e-mail: whoever asks is told each kind about a judge once, and learns no name."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import ensure_demo_people
from appraise_gec.jobs.housekeeping import start_what_is_due
from appraise_gec.jobs.models import Job
from rankings.desk.alarm_mail import request_due, subscribe
from rankings.models import AlarmSubscription, AlarmTold, Campaign
from tests.desk.test_alarms import rank_all
from tests.factories import add_member, make_campaign, make_item, make_judge

pytestmark = pytest.mark.django_db
SITE = "https://judge.example"


@pytest.fixture
def campaign(alice: User, settings: Any) -> Campaign:
    """Three honest judges and one who takes no time."""
    settings.MAIL_IS_CONFIGURED = True
    alice.email = "alice@example.org"
    alice.save()
    campaign = make_campaign("essays", owner=alice)
    for number in range(12):
        make_item(campaign, number % 4, number=number)
    for name in ("A", "B", "C"):
        rank_all(make_judge(campaign, name))
    rank_all(make_judge(campaign, "Hasty"), seconds=0.0)
    return campaign


def later(**span: float) -> None:
    """Everything was looked at that long ago."""
    AlarmSubscription.objects.update(looked_at=timezone.now() - timedelta(**span))
    Job.objects.update(created_at=timezone.now() - timedelta(days=2))


def test_a_new_alarm_is_told_once_and_names_nobody(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    subscribe(campaign, alice, "at-once", site=SITE)
    assert start_what_is_due()["alarms to be sent by e-mail"] == 1
    assert request_due() == 0
    assert run_jobs() == 1
    (letter,) = mail.outbox
    assert letter.to == ["alice@example.org"]
    assert "1 judge needs a look" in letter.body
    assert "- Too fast: 1" in letter.body
    assert f"{SITE}/campaigns/essays/\n" in letter.body
    assert f"{SITE}/campaigns/essays/alarms/" in letter.body
    assert "Hasty" not in f"{letter.body}{letter.subject}"
    later(hours=1)
    assert request_due() == 1
    run_jobs()
    assert len(mail.outbox) == 1

    rank_all(make_judge(campaign, "Blind"), ranks="column")
    later(minutes=14)
    assert request_due() == 0
    later(minutes=16)
    assert request_due() == 1
    run_jobs()
    assert len(mail.outbox) == 2
    assert "Always one column: 1" in mail.outbox[1].body
    assert "Too fast" not in mail.outbox[1].body


def test_once_a_day_means_once_a_day(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> None:
    subscribe(campaign, alice, "daily", site=SITE)
    assert request_due() == 1
    run_jobs()
    rank_all(make_judge(campaign, "Blind"), ranks="column")
    later(hours=23)
    assert request_due() == 0
    later(hours=25)
    assert request_due() == 1
    run_jobs()
    assert len(mail.outbox) == 2


def test_what_the_mail_server_refuses_is_told_later(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    subscribe(campaign, alice, "at-once", site=SITE)
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", lambda self: (_ for _ in ()).throw(OSError()))
        request_due()
        run_jobs()
    assert not AlarmTold.objects.exists()
    later(hours=1)
    request_due()
    run_jobs()
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("change", ["closed", "archived", "role", "inactive", "no mail", "off", "gone"])
def test_nobody_is_told_who_should_not_be(
    campaign: Campaign, alice: User, settings: Any, run_jobs: Callable[[], int], change: str
) -> None:
    subscribe(campaign, alice, "at-once", site=SITE)
    match change:
        case "closed":
            Campaign.objects.update(state="closed")
        case "archived":
            Campaign.objects.update(archived_at=timezone.now())
        case "role":
            campaign.memberships.update(role="researcher")
        case "inactive":
            User.objects.update(is_active=False)
        case "no mail":
            settings.MAIL_IS_CONFIGURED = False
        case "off":
            subscribe(campaign, alice, "", site=SITE)
        case "gone":
            campaign.memberships.all().delete()
    assert request_due() == 0
    assert not mail.outbox


def test_the_page_says_what_is_missing(campaign: Campaign, alice: User, bob: User, settings: Any) -> None:
    address = "/campaigns/essays/alarms/"
    browser = Client()
    browser.force_login(alice)
    page = browser.get(address).text
    assert "alice@example.org" in page
    assert "less than 3 s" in page
    browser.post(address, {"pace": "daily"})
    assert AlarmSubscription.objects.get().site == "http://testserver"
    assert "checked" in browser.get(address).text.split('value="daily"')[1].split(">")[0]
    assert campaign.audit_events.get(action="alarms.mail").detail == {"pace": "daily"}
    browser.post(address, {"pace": ""})
    assert not AlarmSubscription.objects.exists()
    assert browser.post(address, {"pace": "hourly"}).status_code == 422

    settings.MAIL_IS_CONFIGURED = False
    assert "This site sends no e-mail" in browser.get(address).text
    add_member(campaign, bob, "manager")
    User.objects.filter(pk=bob.pk).update(email="")
    browser.force_login(bob)
    assert "Your account has no e-mail address" in browser.get(address).text
    assert "no e-mail address" in browser.post(address, {"pace": "daily"}, follow=True).text
    assert not AlarmSubscription.objects.exists()


def test_a_demo_account_is_told_that_it_needs_another_account(campaign: Campaign, settings: Any) -> None:
    settings.DEMO = True
    manager = ensure_demo_people()["manager"]
    add_member(campaign, manager, "manager")
    browser = Client()
    browser.force_login(manager)
    page = browser.get("/campaigns/essays/alarms/").text
    assert "A demo account has no e-mail address." in page
    assert "Add one under" not in page


@pytest.mark.parametrize(("language", "words"), [("de", "- Zu schnell: 1"), ("pl", "- Too fast: 1")])
def test_a_letter_is_in_a_language_that_managers_have(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int], language: str, words: str
) -> None:
    User.objects.filter(pk=alice.pk).update(language=language)
    subscribe(campaign, alice, "at-once", site=SITE)
    assert request_due() == 1
    run_jobs()
    (letter,) = mail.outbox
    assert words in letter.body
    assert ("Wer und warum" in letter.body) == (language == "de")
