"""Rules of webhooks: who is told, which secret signs it, when an address is given up."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.second_factor.sealing import seal, unseal
from appraise_gec.accounts.services import record_event
from appraise_gec.words import in_readers_language, reason_of
from rankings.access.refusals import Refused
from rankings.models import Campaign, Webhook, WebhookDelivery
from rankings.webhooks.messages import EVENTS, TEST, message
from rankings.webhooks.posting import BadAddressError, check_url
from rankings.webhooks.signing import make_secret

PURPOSE = b"rankings.webhooks 1"
MOST_WEBHOOKS = 10
SHOWN = 50


def webhooks_of(campaign: Campaign) -> QuerySet[Webhook]:
    """The webhooks of a campaign, the oldest first."""
    return Webhook.objects.filter(campaign=campaign).select_related("created_by", "campaign")


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """The messages to an address, the latest first."""
    return webhook.deliveries.all()


def add_webhook(
    campaign: Campaign, url: str, events: Sequence[str], actor: User, *, site: str
) -> tuple[Webhook, str]:
    """Tell another program of these events from now on. Returns the webhook, and its secret, told once.

    `site` is the address of the site, without a slash at its end. Raises `Refused` for an address that no
    message may go to, for events that do not exist, and where there are too many webhooks.
    """
    url, chosen = _checked(url, events)
    secret = make_secret()
    with transaction.atomic():
        Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        if webhooks_of(campaign).count() >= MOST_WEBHOOKS:
            reason = _("The campaign has %(number)d webhooks. Remove one that is not needed any more.")
            raise Refused(reason % {"number": MOST_WEBHOOKS})
        webhook = Webhook.objects.create(
            campaign=campaign,
            url=url,
            events=chosen,
            sealed_secret=seal(secret.encode(), PURPOSE),
            site=site,
            created_by=actor,
        )
        record_event(actor, "webhook.add", campaign.pk, webhook=webhook.pk, events=chosen)
    return webhook, secret


def change_webhook(
    webhook: Webhook,
    actor: User,
    *,
    url: str | None = None,
    events: Sequence[str] | None = None,
    is_on: bool | None = None,
) -> None:
    """Change the address, the events, or whether messages are sent; what is None stays. Raises `Refused`."""
    new_url, chosen = _checked(
        webhook.url if url is None else url, webhook.events if events is None else events
    )
    with transaction.atomic():
        current = Webhook.objects.select_for_update().get(pk=webhook.pk)
        if set(chosen) - set(current.events) or (is_on and current.disabled_at is not None):
            current.since = timezone.now()  # of what is new to it, the past is not told
        current.url, current.events = new_url, chosen
        if is_on and current.disabled_at is not None:
            # Whoever switches it on answers for it from now on.
            current.disabled_at, current.disabled_because, current.failures = None, "", 0
            current.created_by = actor
        elif is_on is False and current.disabled_at is None:
            current.disabled_at, current.disabled_because = timezone.now(), ""
        current.save()
        record_event(
            actor,
            "webhook.edit",
            current.campaign_id,
            webhook=current.pk,
            events=chosen,
            is_on=current.disabled_at is None,
        )
    webhook.refresh_from_db()


def new_secret(webhook: Webhook, actor: User) -> str:
    """Another secret, told once; messages are signed with it from now on."""
    secret = make_secret()
    with transaction.atomic():
        Webhook.objects.filter(pk=webhook.pk).update(sealed_secret=seal(secret.encode(), PURPOSE))
        record_event(actor, "webhook.new-secret", webhook.campaign_id, webhook=webhook.pk)
    return secret


def secret_of(webhook: Webhook) -> str | None:
    """The secret that signs messages; None where the site got another SECRET_KEY since it was made."""
    secret = unseal(webhook.sealed_secret, PURPOSE)
    return secret.decode() if secret is not None else None


def remove_webhook(webhook: Webhook, actor: User) -> None:
    """Tell this address nothing any more, and forget what it was told."""
    with transaction.atomic():
        record_event(actor, "webhook.remove", webhook.campaign_id, webhook=webhook.pk)
        webhook.delete()


def send_test(webhook: Webhook, actor: User) -> WebhookDelivery:
    """Have a message sent that says nothing, to see whether it arrives. Raises `Refused` where it is off."""
    _refuse_disabled(webhook)
    key = uuid.uuid4()
    # One is enough: the next takes its place.
    with transaction.atomic():
        webhook.deliveries.filter(event=TEST).delete()
        delivery = WebhookDelivery.objects.create(
            webhook=webhook, key=key, event=TEST, subject=str(key), body=message(webhook, key, TEST, {})
        )
        record_event(actor, "webhook.test", webhook.campaign_id, webhook=webhook.pk)
    return delivery


def resend(delivery: WebhookDelivery, actor: User) -> None:
    """Have a message sent again, with the same id. Raises `Refused` where it is about to be sent anyway."""
    _refuse_disabled(delivery.webhook)
    with transaction.atomic():
        current = WebhookDelivery.objects.select_for_update().get(pk=delivery.pk)
        if current.state == "waiting" and current.tries == 0:
            raise Refused(_("This message has not been sent yet. It will be in a moment."))
        if not current.body:
            raise Refused(_("What this message said is not kept any more."))
        current.delivered_at, current.status, current.error = None, None, ""
        current.tries, current.next_try_at = 0, timezone.now()
        current.save()
        record_event(
            actor,
            "webhook.resend",
            delivery.webhook.campaign_id,
            webhook=delivery.webhook_id,
            event=delivery.event,
        )
    delivery.refresh_from_db()


def _refuse_disabled(webhook: Webhook) -> None:
    if webhook.disabled_at is not None:
        raise Refused(_("This webhook is switched off. Switch it on first."))


def _checked(url: str, events: Sequence[Any]) -> tuple[str, list[str]]:
    url = url.strip()
    try:
        check_url(url, private=settings.WEBHOOKS_TO_PRIVATE_NETWORKS)
    except BadAddressError as error:
        raise Refused(in_readers_language(reason_of(error))) from None
    chosen = [event for event in EVENTS if event in events]
    if unknown := sorted(str(event) for event in events if event not in EVENTS):
        raise Refused(_("There is no such event: %(names)s.") % {"names": ", ".join(unknown)})
    if not chosen:
        raise Refused(_("Choose at least one event."))
    return url, chosen
