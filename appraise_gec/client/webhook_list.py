"""Webhooks of a campaign by program: where messages go, and what became of them."""

from collections.abc import Iterator, Sequence
from typing import Any

from appraise_gec.client.documents import Delivery, Webhook
from appraise_gec.client.transport import Transport


class WebhookClient:
    """The webhooks of one campaign. What comes in is read with `appraise_gec.client.read_message`."""

    def __init__(self, transport: Transport, address: str) -> None:
        self.transport = transport
        self.address = f"{address}webhooks/"

    def all(self) -> list[Webhook]:
        """Those that there are, without their secrets."""
        return [Webhook.of(row) for row in self.transport.ask("GET", self.address).document]

    def add(self, target: str, events: Sequence[str]) -> Webhook:
        """Send messages about these events to an address. Its `secret` is told this once."""
        asked = {"target": target, "events": list(events)}
        return Webhook.of(self.transport.ask("POST", self.address, asked).document)

    def change(self, webhook: Webhook, **changes: Any) -> Webhook:
        """Change `target` or `events`, or switch it on or off (`enabled`)."""
        return Webhook.of(self.transport.ask("PATCH", webhook.url, changes).document)

    def new_secret(self, webhook: Webhook) -> str:
        """Another secret, which counts at once."""
        return str(self.transport.ask("POST", f"{webhook.url}secret/", {}).document["secret"])

    def remove(self, webhook: Webhook) -> None:
        """Send nothing to it any more."""
        self.transport.ask("DELETE", webhook.url)

    def test(self, webhook: Webhook) -> Delivery:
        """Have a test message sent."""
        return Delivery.of(self.transport.ask("POST", f"{webhook.url}deliveries/", {}).document)

    def deliveries(self, webhook: Webhook) -> Iterator[Delivery]:
        """Messages to it, the latest first."""
        return (Delivery.of(row) for row in self.transport.pages(f"{webhook.url}deliveries/"))

    def resend(self, delivery: Delivery) -> Delivery:
        """Have a message sent again, with the same id."""
        return Delivery.of(self.transport.ask("POST", delivery.url, {}).document)
