"""What has happened in a campaign that its webhooks have not been told: found by looking, now and then.

Looking costs judges and reports nothing, and misses nothing that happens while a worker is away. A message
is stored in the same moment as the mark that it was, so each thing is told once.
"""

import uuid
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max

from rankings.desk.alarms import alarms, evidence_of_judges
from rankings.desk.flags import open_flags
from rankings.judgments.stored import rankings_mark
from rankings.models import Campaign, Report, Webhook, WebhookDelivery
from rankings.plan.progress import CampaignProgress, campaign_progress
from rankings.webhooks.messages import ALARMING, FILLED, FLAGGED, REPORT, address, message

AIM = "target "
LOOK_FOR_ALARMS = timedelta(minutes=15)
Found = tuple[str, str, Mapping[str, Any]]
"""Event, what names it among its kind, and the particulars."""


def mark_of(campaign: Campaign) -> str:
    """Stays the same as long as nothing can have happened."""
    done = Report.objects.filter(campaign=campaign).aggregate(newest=Max("finished_at"))["newest"]
    told = done.isoformat() if done else ""
    return f"{campaign.state} {campaign.judges_per_item} {rankings_mark(campaign)} {told}"


def wants_alarms(webhook: Webhook, now: datetime) -> bool:
    """Whether it is time to look for judges who need a look. Some, as the silent, come without a ranking."""
    looked = webhook.looked_for_alarms_at
    return (
        ALARMING in webhook.events
        and webhook.campaign.state == Campaign.State.OPEN
        and (looked is None or now - looked >= LOOK_FOR_ALARMS)
    )


def store_new(webhook: Webhook, now: datetime) -> int:
    """Store a message for everything that is new since the webhook was made. Returns how many."""
    progress = campaign_progress(webhook.campaign) if {FILLED, ALARMING} & set(webhook.events) else None
    with_alarms = wants_alarms(webhook, now)
    found = [one for one in _found(webhook, progress, now, with_alarms) if one[0] in webhook.events]
    if progress is not None and not _is_full(progress):
        # When it is filled once more, that is told again.
        webhook.deliveries.filter(event=FILLED, subject__startswith=AIM).update(subject=str(uuid.uuid4()))
    known = set(
        webhook.deliveries.filter(event__in={event for event, *_ in found}).values_list("event", "subject")
    )
    rows = []
    for event, subject, data in found:
        if (event, subject) not in known:
            key = uuid.uuid4()
            body = message(webhook, key, event, data)
            rows.append(WebhookDelivery(webhook=webhook, key=key, event=event, subject=subject, body=body))
    # Another worker may have found the same in the meantime.
    WebhookDelivery.objects.bulk_create(rows, ignore_conflicts=True)
    if with_alarms:
        Webhook.objects.filter(pk=webhook.pk).update(looked_for_alarms_at=now)
    return len(rows)


def _found(
    webhook: Webhook, progress: CampaignProgress | None, now: datetime, with_alarms: bool
) -> Iterator[Found]:
    campaign = webhook.campaign
    yield from _reports(webhook)
    for flag in open_flags(campaign).filter(submitted_at__gte=webhook.since):
        data = {
            "number": flag.pk,
            "item": flag.item.number,
            "reason": flag.flag_reason,
            "url": address(webhook, "api:flag", flag.pk),
            "page_url": address(webhook, "campaigns:flags"),
        }
        yield FLAGGED, str(flag.pk), data
    if progress is None:
        return
    if _is_full(progress):
        yield FILLED, f"{AIM}{progress.target}", {"planned": progress.planned, "target": progress.target}
    if with_alarms:
        for one in alarms(campaign, progress, evidence_of_judges(campaign), now):
            for kind in one.kinds:
                data = {
                    "judge": one.judge.pk,
                    "kind": kind,
                    "url": address(webhook, "api:judge", one.judge.pk),
                    "page_url": address(webhook, "campaigns:judge-work", one.judge.pk),
                }
                yield ALARMING, f"{one.judge.pk} {kind}", data


def _reports(webhook: Webhook) -> Iterator[Found]:
    done = Report.objects.filter(campaign=webhook.campaign, finished_at__gte=webhook.since)
    for key in done.values_list("key", flat=True):
        data = {
            "key": str(key),
            "url": address(webhook, "api:report", key),
            "page_url": address(webhook, "reports:report", key),
        }
        yield REPORT, str(key), data


def _is_full(progress: CampaignProgress) -> bool:
    return 0 < progress.target <= progress.planned
