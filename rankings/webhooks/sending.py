"""The work of a worker: look for events, and send what is due, with retries that come ever more rarely.

A message counts as sent when the answer is of the kind 2xx. It may arrive twice, as when a worker is
stopped between the answer and the note of it; its id stays the same.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from appraise_gec.jobs import services as jobs
from appraise_gec.jobs.models import WORKING_STATES, Job
from appraise_gec.jobs.running import JobRun
from rankings.access.audience import MANAGERS
from rankings.models import Campaign, Membership, Webhook, WebhookDelivery
from rankings.webhooks.events import mark_of, store_new, wants_alarms
from rankings.webhooks.posting import Outcome, post
from rankings.webhooks.services import secret_of
from rankings.webhooks.signing import signed_headers

JOB_KIND = "rankings.webhooks"
LOOK_AGAIN = timedelta(minutes=1)
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 600))
"""After each failed try; after the last of them, the message is given up."""
MOST_FAILURES = 30
MOST_AT_ONCE = 100
CLAIMED = timedelta(minutes=5)
KEPT = timedelta(days=90)
GAVE_UP = "Switched off after %d failed tries in a row."
MAKER_LEFT = "Switched off: whoever switched it on does not manage the campaign any more."
SECRET_LOST = "Switched off: the site's secret key has changed. Make a new secret."  # noqa: S105 - no secret


def request_due(now: datetime | None = None) -> int:
    """Start a job for each campaign where there is something to look at or to send. Returns how many.

    One query where there are no webhooks.
    """
    now = now or timezone.now()
    waiting = Webhook.objects.filter(disabled_at=None, campaign__made_from=None).filter(
        Q(looked_at=None) | Q(looked_at__lte=now - LOOK_AGAIN) | Q(deliveries__next_try_at__lte=now)
    )
    started = 0
    marks: dict[int, str] = {}
    for webhook in waiting.select_related("campaign").distinct():
        campaign = webhook.campaign
        mark = marks.setdefault(campaign.pk, mark_of(campaign))
        is_new = webhook.seen != mark or wants_alarms(webhook, now)
        if is_new or webhook.deliveries.filter(next_try_at__lte=now).exists():
            started += _request(campaign)
        else:
            Webhook.objects.filter(pk=webhook.pk).update(looked_at=now)
    return started


def look_and_send(run: JobRun) -> None:
    """The work of the job: store what is new, and send what is due."""
    campaign = Campaign.objects.filter(pk=run.arguments["campaign"]).first()
    sent = 0
    known = (
        Webhook.objects.filter(campaign=campaign, disabled_at=None) if campaign else Webhook.objects.none()
    )
    for webhook in known.select_related("campaign"):
        run.renew()
        if reason := _why_off(webhook):
            _switch_off(webhook, reason)
            continue
        now, mark = timezone.now(), mark_of(webhook.campaign)
        store_new(webhook, now)
        Webhook.objects.filter(pk=webhook.pk).update(looked_at=now, seen=mark)
        sent += _send_due(webhook, run)
    with run.finishing() as result:
        result["sent"] = sent


def forget_old() -> int:
    """Delete old tests, and what old messages said; that something was told stays known."""
    old = WebhookDelivery.objects.filter(created_at__lt=timezone.now() - KEPT, next_try_at=None)
    return old.exclude(body="").update(body="")


def _send_due(webhook: Webhook, run: JobRun) -> int:
    secret = secret_of(webhook) or ""
    sent = 0
    for delivery in _due(webhook)[:MOST_AT_ONCE]:
        run.renew()
        # Claimed first: a second worker would send it, too, and the outcome is noted after the network.
        claimed = _due(webhook).filter(pk=delivery.pk)
        if not claimed.update(next_try_at=timezone.now() + CLAIMED):
            continue
        outcome = _send(webhook, delivery, secret)
        sent += outcome.arrived
        if not outcome.arrived:
            break  # the others would wait for an address that does not answer; they keep their turn
    return sent


def _send(webhook: Webhook, delivery: WebhookDelivery, secret: str) -> Outcome:
    body = delivery.body.encode()
    now = timezone.now()
    headers = signed_headers(secret, str(delivery.key), int(now.timestamp()), body)
    headers["Content-Type"] = "application/json"
    outcome = post(webhook.url, body, headers, private=settings.WEBHOOKS_TO_PRIVATE_NETWORKS)
    _note(webhook, delivery, outcome, timezone.now())
    return outcome


def _note(webhook: Webhook, delivery: WebhookDelivery, outcome: Outcome, now: datetime) -> None:
    with transaction.atomic():
        tries = delivery.tries + 1
        wait = WAITS[tries - 1] if tries <= len(WAITS) else None
        WebhookDelivery.objects.filter(pk=delivery.pk).update(
            tries=tries,
            tried_at=now,
            status=outcome.status,
            error=outcome.error,
            delivered_at=now if outcome.arrived else None,
            next_try_at=None if outcome.arrived or wait is None else now + wait,
        )
        if outcome.arrived:
            Webhook.objects.filter(pk=webhook.pk).update(failures=0)
            return
        Webhook.objects.filter(pk=webhook.pk).update(failures=F("failures") + 1)
        webhook.refresh_from_db(fields=["failures"])
    if webhook.failures >= MOST_FAILURES:
        _switch_off(webhook, GAVE_UP % MOST_FAILURES)


def _due(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    due = webhook.deliveries.filter(next_try_at__lte=timezone.now(), webhook__disabled_at=None)
    return due.order_by("next_try_at", "pk")


def _why_off(webhook: Webhook) -> str:
    manages = Membership.objects.filter(
        campaign=webhook.campaign_id, user=webhook.created_by_id, user__is_active=True, role__in=MANAGERS
    )
    if webhook.created_by_id is None or not manages.exists():
        return MAKER_LEFT
    return SECRET_LOST if secret_of(webhook) is None else ""


def _switch_off(webhook: Webhook, reason: str) -> None:
    Webhook.objects.filter(pk=webhook.pk, disabled_at=None).update(
        disabled_at=timezone.now(), disabled_because=reason
    )


def _request(campaign: Campaign) -> bool:
    with transaction.atomic():
        Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        known = Job.objects.filter(kind=JOB_KIND, arguments__campaign=campaign.pk)
        if known.filter(state__in=WORKING_STATES).exists():
            return False
        newest = known.first()
        if newest is not None and newest.state != "done" and timezone.now() - newest.created_at < LOOK_AGAIN:
            return False  # It failed; it is tried again later.
        known.delete()  # Only the newest is of interest.
        jobs.enqueue(JOB_KIND, {"campaign": campaign.pk}, None)
    return True
