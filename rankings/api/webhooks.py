"""Webhooks of a campaign, for programs: where messages go, and what became of them."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.base import made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.api.entity_tags import refuse_when_changed
from rankings.api.serializers import KnownFields
from rankings.models import Webhook, WebhookDelivery
from rankings.webhooks import services
from rankings.webhooks.messages import EVENTS, TEST
from rankings.webhooks.posting import LONGEST_URL
from rankings.webhooks.views import webhook_of


class NewWebhook(KnownFields):
    """Where messages go, and about what."""

    target = serializers.CharField(max_length=LONGEST_URL, help_text="the address, beginning with https://")
    events = serializers.ListField(
        child=serializers.ChoiceField(choices=list(EVENTS)), min_length=1, max_length=len(EVENTS)
    )


class WebhookChange(NewWebhook):
    """What to change of a webhook; what is not sent stays."""

    enabled = serializers.BooleanField()


class WebhookDocument(serializers.Serializer[Any]):
    """A webhook. Its secret is told once, when it is made."""

    number = serializers.IntegerField(source="pk")
    target = serializers.CharField(source="url")
    events = serializers.ListField(child=serializers.ChoiceField(choices=list(EVENTS)))
    enabled = serializers.SerializerMethodField()
    disabled_because = serializers.CharField()
    failures = serializers.IntegerField(help_text="failed tries since the last message that arrived")
    created_at = serializers.DateTimeField()
    url = serializers.SerializerMethodField()

    def get_enabled(self, webhook: Webhook) -> bool:
        return webhook.disabled_at is None

    def get_url(self, webhook: Webhook) -> str:
        return _url(webhook, self.context["request"])


class MadeWebhook(WebhookDocument):
    """A webhook with its secret, which is told once."""

    secret = serializers.CharField()


class WebhookSecret(serializers.Serializer[Any]):
    """Another secret, which is told once."""

    secret = serializers.CharField()


class DeliveryDocument(serializers.Serializer[Any]):
    """A message, and what became of it. `status` is of the last answer; without one, `error` says why."""

    key = serializers.UUIDField()
    event = serializers.ChoiceField(choices=[*EVENTS, TEST])
    state = serializers.ChoiceField(choices=["waiting", "delivered", "failed"])
    tries = serializers.IntegerField()
    status = serializers.IntegerField(allow_null=True)
    error = serializers.CharField()
    created_at = serializers.DateTimeField()
    tried_at = serializers.DateTimeField(allow_null=True)
    next_try_at = serializers.DateTimeField(allow_null=True)
    delivered_at = serializers.DateTimeField(allow_null=True)
    url = serializers.SerializerMethodField()

    def get_url(self, delivery: WebhookDelivery) -> str:
        place = [self.context["slug"], delivery.webhook_id, delivery.key]
        address: str = reverse("api:webhook-delivery", args=place, request=self.context["request"])
        return address


class Webhooks(ManagedView):
    """Addresses of other programs that are told what happens."""

    @documented("The webhooks of a campaign", WebhookDocument(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = services.webhooks_of(self.managed(slug).campaign)
        return Response(WebhookDocument(rows, many=True, context={"request": request}).data)

    @documented("Add a webhook; its secret is told once", MadeWebhook, asks=NewWebhook, status=201)
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = NewWebhook(data=request.data)
        asked.is_valid(raise_exception=True)
        site = request.build_absolute_uri("/").rstrip("/")
        data = asked.validated_data
        webhook, secret = services.add_webhook(
            campaign, data["target"], data["events"], self.person, site=site
        )
        document = {**_document(webhook, request), "secret": secret}
        return made(document, document["url"])


class OneWebhook(ManagedView):
    """A webhook."""

    @documented("A webhook", WebhookDocument)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(_document(webhook_of(self.managed(slug).campaign, number), request))

    @documented(
        "Change address or events, or switch it on or off", WebhookDocument, asks=WebhookChange(partial=True)
    )
    def patch(self, request: Request, slug: str, number: int) -> Response:
        webhook = webhook_of(self.managed(slug).campaign, number)
        refuse_when_changed(request, _document(webhook, request))
        asked = WebhookChange(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        services.change_webhook(
            webhook,
            self.person,
            url=data.get("target"),
            events=data.get("events"),
            is_on=data.get("enabled"),
        )
        return self.get(request, slug, number)

    @documented("Remove the webhook", status=204)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        services.remove_webhook(webhook_of(self.managed(slug).campaign, number), self.person)
        return Response(status=204)


class Secret(ManagedView):
    """What messages are signed with."""

    @documented("Make another secret; it is told once, and counts at once", WebhookSecret, status=201)
    def post(self, request: Request, slug: str, number: int) -> Response:
        webhook = webhook_of(self.managed(slug).campaign, number)
        secret = services.new_secret(webhook, self.person)
        return made({"secret": secret}, _url(webhook, request))


class Deliveries(ManagedView):
    """Messages to a webhook."""

    @documented("Messages, the latest first", page_of(DeliveryDocument), query=PAGING)
    def get(self, request: Request, slug: str, number: int) -> Response:
        webhook = webhook_of(self.managed(slug).campaign, number)
        rows = services.deliveries_of(webhook).defer("body")
        return self.paged(rows, lambda row: _delivery(row, request, slug))

    @documented("Send a test message", DeliveryDocument, status=201)
    def post(self, request: Request, slug: str, number: int) -> Response:
        webhook = webhook_of(self.managed(slug).campaign, number)
        document = _delivery(services.send_test(webhook, self.person), request, slug)
        return made(document, document["url"])


class OneDelivery(ManagedView):
    """A message to a webhook."""

    @documented("What became of a message", DeliveryDocument)
    def get(self, request: Request, slug: str, number: int, key: UUID) -> Response:
        return Response(_delivery(self._found(slug, number, key), request, slug))

    @documented("Send the message again, with the same id", DeliveryDocument)
    def post(self, request: Request, slug: str, number: int, key: UUID) -> Response:
        delivery = self._found(slug, number, key)
        services.resend(delivery, self.person)
        return Response(_delivery(delivery, request, slug))

    def _found(self, slug: str, number: int, key: UUID) -> WebhookDelivery:
        webhook = webhook_of(self.managed(slug).campaign, number)
        known = WebhookDelivery.objects.select_related("webhook")
        return get_object_or_404(known, webhook=webhook, key=key)


def _document(webhook: Webhook, request: Request) -> dict[str, Any]:
    return dict(WebhookDocument(webhook, context={"request": request}).data)


def _delivery(delivery: WebhookDelivery, request: Request, slug: str) -> Any:
    return DeliveryDocument(delivery, context={"request": request, "slug": slug}).data


def _url(webhook: Webhook, request: Request) -> str:
    address: str = reverse("api:webhook", args=[webhook.campaign.slug, webhook.pk], request=request)
    return address
