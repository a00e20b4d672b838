"""What messages say: ids and addresses, no texts, no names of judges or systems."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rankings.models import Webhook

FILLED, REPORT, FLAGGED, ALARMING = "campaign.filled", "report.ready", "item.flagged", "judge.alarming"
TEST = "test"
EVENTS = {
    FILLED: _("Every planned ranking is in"),
    REPORT: _("A report is ready"),
    FLAGGED: _("A judge flags an item"),
    ALARMING: _("A judge needs a look"),
}


def message(webhook: Webhook, key: UUID, event: str, data: Mapping[str, Any]) -> str:
    """The body of a message: which one, about what, in which campaign."""
    campaign = webhook.campaign
    document = {
        "id": str(key),
        "event": event,
        "created_at": timezone.now().isoformat(),
        "campaign": {
            "slug": campaign.slug,
            "title": campaign.title,
            "url": address(webhook, "api:campaign"),
            "page_url": address(webhook, "campaigns:desk"),
        },
        "data": data,
    }
    return json.dumps(document, ensure_ascii=False)


def address(webhook: Webhook, route: str, *arguments: Any) -> str:
    """The address of something in the webhook's campaign."""
    return webhook.site + reverse(route, args=[webhook.campaign.slug, *arguments])
