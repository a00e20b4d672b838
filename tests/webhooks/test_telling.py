"""What other programs are told, how it is signed, and what happens when they do not take it."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.second_factor.sealing import unseal
from appraise_gec.client.webhooks import ForgedMessageError, read_message
from appraise_gec.jobs.housekeeping import keep_house, start_what_is_due
from appraise_gec.jobs.models import Job
from rankings.access import states
from rankings.access.refusals import Refused
from rankings.models import Campaign, Membership, Ranking, Webhook, WebhookDelivery
from rankings.reports import services as reports
from rankings.reports.options import ReportOptions
from rankings.webhooks import sending, services
from rankings.webhooks.messages import EVENTS
from rankings.webhooks.services import MOST_WEBHOOKS, add_webhook, change_webhook, resend, send_test
from tests.desk.test_alarms import rank_all
from tests.factories import add_member, make_campaign, make_item, make_judge, make_ranking
from tests.webhooks.conftest import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("private")]
SITE = "https://judge.example"
Tell = Callable[[], list[Any]]


@pytest.fixture
def essays(alice: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    Campaign.objects.filter(pk=campaign.pk).update(judges_per_item=1)
    campaign.refresh_from_db()
    return campaign


@pytest.fixture
def hook(essays: Campaign, alice: User, receiver: Receiver) -> tuple[Webhook, str]:
    """Of every event, with its secret."""
    return add_webhook(essays, receiver.url, list(EVENTS), alice, site=SITE)


@pytest.fixture
def tell(hook: tuple[Webhook, str], receiver: Receiver, run_jobs: Callable[[], int]) -> Tell:
    """Let the worker look and send; gives the messages that came in, each with a right signature."""

    def look() -> list[Any]:
        begun = len(receiver.got)
        start_what_is_due()
        run_jobs()
        return [read_message(hook[1], *one) for one in receiver.got[begun:]]

    return look


def later(**span: float) -> None:
    """So much time goes by."""
    past = timedelta(**span)
    for webhook in Webhook.objects.all():
        webhook.looked_at = webhook.looked_at and webhook.looked_at - past
        webhook.looked_for_alarms_at = webhook.looked_for_alarms_at and webhook.looked_for_alarms_at - past
        webhook.save()
    for delivery in WebhookDelivery.objects.exclude(next_try_at=None):
        assert delivery.next_try_at is not None
        delivery.next_try_at -= past
        delivery.save()
    Job.objects.update(created_at=timezone.now() - timedelta(days=1))


def flag(ranking: Ranking) -> None:
    """As a judge does it now."""
    now = timezone.now()
    Ranking.objects.filter(pk=ranking.pk).update(flag_reason="unclear", submitted_at=now)


def test_everything_is_told_once(
    essays: Campaign, alice: User, hook: tuple[Webhook, str], tell: Tell
) -> None:
    judge = make_judge(essays, "Quillfeather")
    items = [make_item(essays, number % 4, number=number) for number in range(2)]
    assert tell() == []
    make_ranking(judge, items[0], [1, 2, 3])
    flagged = make_ranking(judge, items[1], [1, 2, 3])
    flag(flagged)
    later(minutes=2)
    told = {one.event: one for one in tell()}
    assert set(told) == {"item.flagged", "campaign.filled"}
    assert told["item.flagged"].data["item"] == 1
    assert told["item.flagged"].data["url"] == f"{SITE}/api/v1/campaigns/essays/flags/{flagged.pk}/"
    assert told["campaign.filled"].data == {"planned": 2, "target": 2}
    assert told["campaign.filled"].campaign["slug"] == "essays"

    report = reports.request_report(essays, alice, ReportOptions(replicates=20, parts=())).report
    later(minutes=2)
    assert tell() == []  # it was being computed while the worker looked
    later(minutes=2)
    (ready,) = tell()
    assert (ready.event, ready.data["key"]) == ("report.ready", str(report.key))
    assert ready.data["url"].startswith(f"{SITE}/api/v1/campaigns/essays/reports/")
    later(days=1)
    assert tell() == []
    names = {"Quillfeather", "ALPHA", "BETA", items[0].sentence.text}
    bodies = " ".join(WebhookDelivery.objects.values_list("body", flat=True))
    assert not [name for name in names if name in bodies]


def test_a_campaign_that_is_filled_again_is_told_again(essays: Campaign, tell: Tell) -> None:
    """Also where nobody looked while it was not."""
    judge = make_judge(essays, "one")
    make_ranking(judge, make_item(essays, 0), [1, 2, 3])
    assert [one.event for one in tell()] == ["campaign.filled"]
    more = make_item(essays, 1, number=1)
    later(minutes=2)
    assert tell() == []
    make_ranking(judge, more, [1, 2, 3])
    later(minutes=2)
    assert [one.data["target"] for one in tell()] == [2]


def test_a_judge_who_needs_a_look_is_told_without_a_name(essays: Campaign, tell: Tell) -> None:
    for number in range(12):
        make_item(essays, number % 4, number=number)
    for name in ("A", "B", "C"):
        rank_all(make_judge(essays, name))
    hasty = make_judge(essays, "Hasty")
    rank_all(hasty, seconds=0.0)
    alarming = [one for one in tell() if one.event == "judge.alarming"]
    assert [(one.data["judge"], one.data["kind"]) for one in alarming] == [(hasty.pk, "fast")]
    assert "Hasty" not in json.dumps(alarming[0].data)
    later(minutes=16)
    assert tell() == []


def test_only_chosen_events_are_told_and_nothing_of_the_past(
    essays: Campaign, alice: User, hook: tuple[Webhook, str], tell: Tell
) -> None:
    change_webhook(hook[0], alice, events=["report.ready"])
    judge, item = make_judge(essays, "one"), make_item(essays)
    flag(make_ranking(judge, item, [1, 2, 3]))
    assert tell() == []
    change_webhook(hook[0], alice, events=["report.ready", "item.flagged"])
    later(minutes=2)
    assert tell() == []


def test_the_signature_proves_sender_content_and_time(
    hook: tuple[Webhook, str], alice: User, receiver: Receiver, tell: Tell
) -> None:
    send_test(hook[0], alice)
    (message,) = tell()
    assert message.event == "test"
    headers, body = receiver.got[0]
    assert headers["Content-Type"] == "application/json"
    assert headers["webhook-id"] == message.id
    sent_at = float(headers["webhook-timestamp"])
    for secret, told, content, now in (
        (services.new_secret(hook[0], alice), headers, body, sent_at),
        (hook[1], headers, body.replace(b"test", b"tset"), sent_at),
        (hook[1], {**headers, "webhook-id": "other"}, body, sent_at),
        (hook[1], {**headers, "webhook-timestamp": str(int(sent_at) + 1)}, body, sent_at),
        (hook[1], headers, body, sent_at + 600),
        (hook[1], {}, body, sent_at),
        ("whsec_?", headers, body, sent_at),
    ):
        with pytest.raises(ForgedMessageError):
            read_message(secret, told, content, now=now)


def test_the_secret_is_not_in_the_database(hook: tuple[Webhook, str]) -> None:
    sealed = Webhook.objects.get().sealed_secret
    assert hook[1] not in sealed
    assert unseal(sealed) is None  # not as a secret of another kind either
    assert not AuditEvent.objects.filter(detail__icontains=hook[1]).exists()


def test_a_failed_message_is_tried_again_ever_more_rarely_and_given_up(
    hook: tuple[Webhook, str], alice: User, receiver: Receiver, tell: Tell
) -> None:
    receiver.answers = [500] * 6
    send_test(hook[0], alice)
    waits = []
    for number in range(1, 7):
        begun = timezone.now()
        assert len(tell()) == 1
        stored = WebhookDelivery.objects.get()
        assert (stored.tries, stored.status, stored.delivered_at) == (number, 500, None)
        if stored.next_try_at is not None:
            waits.append(round((stored.next_try_at - begun).total_seconds() / 60))
            assert tell() == []  # not before its time
            later(minutes=waits[-1])
    assert waits == [1, 5, 30, 120, 600]
    assert stored.state == "failed"
    later(days=2)
    assert tell() == []
    first = receiver.got[0][0]["webhook-id"]
    resend(stored, alice)
    later(minutes=1)
    (again,) = tell()
    assert again.id == first
    stored.refresh_from_db()
    assert (stored.state, stored.status, Webhook.objects.get().failures) == ("delivered", 200, 0)


def test_an_address_that_never_answers_is_switched_off_with_a_note(
    hook: tuple[Webhook, str], alice: User, receiver: Receiver, tell: Tell
) -> None:
    Webhook.objects.update(failures=sending.MOST_FAILURES - 1)
    receiver.answers = [503]
    send_test(hook[0], alice)
    tell()
    stored = Webhook.objects.get()
    assert stored.disabled_at is not None
    assert str(sending.MOST_FAILURES) in stored.disabled_because
    later(days=1)
    assert tell() == []
    with pytest.raises(Refused, match="switched off"):
        send_test(stored, alice)
    change_webhook(stored, alice, is_on=True)
    assert (stored.failures, stored.disabled_because) == (0, "")
    later(minutes=2)
    assert [one.event for one in tell()] == ["test"]


def test_others_wait_while_an_address_does_not_answer(
    hook: tuple[Webhook, str], essays: Campaign, receiver: Receiver, tell: Tell
) -> None:
    judge = make_judge(essays, "one")
    for number in range(3):
        flag(make_ranking(judge, make_item(essays, number, number=number)))
    receiver.answers = [500]
    assert len(tell()) == 1
    assert sorted(WebhookDelivery.objects.values_list("tries", flat=True)) == [0, 0, 0, 1]
    later(minutes=2)
    assert len(tell()) == 4


def test_who_leaves_the_team_leaves_no_ear_behind(
    essays: Campaign, bob: User, receiver: Receiver, run_jobs: Callable[[], int], alice: User
) -> None:
    membership = add_member(essays, bob, Membership.Role.MANAGER)
    webhook, _ = add_webhook(essays, receiver.url, list(EVENTS), bob, site=SITE)
    send_test(webhook, bob)
    membership.delete()
    start_what_is_due()
    run_jobs()
    webhook.refresh_from_db()
    assert (receiver.got, webhook.disabled_because) == ([], sending.MAKER_LEFT)
    change_webhook(webhook, alice, is_on=True)  # and answers for it
    assert webhook.created_by == alice


def test_without_the_setting_no_message_reaches_this_machine(
    hook: tuple[Webhook, str], alice: User, receiver: Receiver, tell: Tell, settings: Any
) -> None:
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = False
    send_test(hook[0], alice)
    assert tell() == []
    assert "https" in WebhookDelivery.objects.get().error
    with pytest.raises(Refused, match="public"):
        change_webhook(hook[0], alice, url="https://127.0.0.1/")


def test_another_secret_key_switches_off_with_the_reason(
    hook: tuple[Webhook, str], alice: User, receiver: Receiver, tell: Tell, settings: Any
) -> None:
    send_test(hook[0], alice)
    settings.SECRET_KEY = "another key of the site " * 3
    assert tell() == []
    assert Webhook.objects.get().disabled_because == sending.SECRET_LOST


def test_there_is_an_end_to_the_number_of_webhooks(essays: Campaign, alice: User) -> None:
    for number in range(MOST_WEBHOOKS):
        add_webhook(essays, f"https://hooks.example.org/{number}", ["report.ready"], alice, site=SITE)
    with pytest.raises(Refused, match=str(MOST_WEBHOOKS)):
        add_webhook(essays, "https://hooks.example.org/", ["report.ready"], alice, site=SITE)


def test_what_old_messages_said_is_forgotten_and_stays_told(
    essays: Campaign, alice: User, hook: tuple[Webhook, str], tell: Tell
) -> None:
    make_ranking(make_judge(essays, "one"), make_item(essays), [1, 2, 3])
    assert len(tell()) == 1
    WebhookDelivery.objects.update(created_at=timezone.now() - timedelta(days=100))
    assert keep_house()["what old messages to webhooks said"] == 1
    stored = WebhookDelivery.objects.get()
    assert stored.body == ""
    with pytest.raises(Refused, match="not kept"):
        resend(stored, alice)
    later(minutes=2)
    assert tell() == []


def test_looking_costs_little_where_nothing_has_happened(
    essays: Campaign, hook: tuple[Webhook, str], tell: Tell, django_assert_max_num_queries: Any
) -> None:
    tell()
    later(minutes=2)
    with django_assert_max_num_queries(6):
        assert sending.request_due() == 0
    Webhook.objects.all().delete()
    with django_assert_max_num_queries(1):
        assert sending.request_due() == 0


def test_a_closed_campaign_is_not_looked_at_for_silent_judges(
    essays: Campaign, alice: User, hook: tuple[Webhook, str], tell: Tell
) -> None:
    make_item(essays)
    judge = make_judge(essays, "one", alice)
    type(judge).objects.update(created_at=timezone.now() - timedelta(days=9))
    Campaign.objects.update(opened_at=timezone.now() - timedelta(days=9))
    states.take_step(essays, "close", alice)
    assert tell() == []
