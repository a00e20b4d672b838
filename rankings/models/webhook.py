"""Addresses of other programs that are told what happens in a campaign, and what they were told."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from rankings.models.campaign import Campaign


class Webhook(models.Model):
    """An address that the site sends signed messages to.

    `sealed_secret` signs them; it is encrypted, and shown to people only when it is made. `failures` counts
    failed tries since the last that arrived. A disabled webhook gets nothing; `disabled_because` says why.
    `seen` is what was there when the site last looked for events. What happened before `since` is not told.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField("address", max_length=500)
    events = models.JSONField(default=list, help_text="keys of the events to be sent")
    sealed_secret = models.CharField(max_length=300)
    site = models.CharField(max_length=255, help_text="address of the site, for links in messages")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    since = models.DateTimeField(default=timezone.now)
    failures = models.PositiveIntegerField(default=0)
    disabled_at = models.DateTimeField(null=True, blank=True)
    disabled_because = models.CharField(max_length=200, blank=True)
    seen = models.CharField(max_length=150, blank=True)
    looked_at = models.DateTimeField(null=True, blank=True)
    looked_for_alarms_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(url=""), name="webhook_has_an_address"),
            models.CheckConstraint(condition=~Q(sealed_secret=""), name="webhook_has_a_secret"),
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.campaign_id}"


class WebhookDelivery(models.Model):
    """A message to an address. `subject` names what it is about, so that nothing is told twice.

    `next_try_at` is empty where it is not sent again by itself: it has arrived, or was given up.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.CharField(max_length=30)
    subject = models.CharField(max_length=80)
    body = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True, default=timezone.now)
    tried_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True, help_text="of the last answer")
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "event", "subject"], name="webhook_told_once"),
        ]
        indexes = [
            models.Index(
                fields=["next_try_at"], name="webhook_delivery_due", condition=Q(next_try_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} to webhook {self.webhook_id}"

    @property
    def state(self) -> str:
        """`delivered`, `waiting` or `failed`."""
        if self.delivered_at is not None:
            return "delivered"
        return "waiting" if self.next_try_at is not None else "failed"
