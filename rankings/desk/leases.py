"""Items that judges hold at this moment."""

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from rankings.access import MANAGERS, Refused
from rankings.actions import Action, Done
from rankings.models import Assignment, Campaign, Item


def leases(campaign: Campaign) -> QuerySet[Assignment]:
    """Items lent to judges and not finished, those included whose lease has run out; the oldest first."""
    return (
        Assignment.objects.filter(
            judge__campaign=campaign,
            state=Assignment.State.LENT,
            revoked_at__isnull=True,
            discarded_at__isnull=True,
            item__retired_at__isnull=True,
        )
        .select_related("judge", "item__sentence")
        .order_by("lent_at", "pk")
    )


class TakingBack(Action):
    """Take an item away from a judge: its slot is free at once, and the judge is not offered it again.

    A ranking that the judge sends in all the same is kept.
    """

    name, title, happened = "lease.revoke", "Take back", "Item taken back"
    roles = MANAGERS
    of = Assignment
    within = "judge__campaign"
    changes = False
    tab = "judges"

    def back_url(self) -> str:
        return f"{reverse('campaigns:item-browser', args=[self.campaign.slug])}?state=held"

    def run(self, **_: Any) -> Done:
        # The item is locked while its slots are counted.
        Item.objects.select_for_update(no_key=True).get(pk=self.row.item_id)
        held = leases(self.campaign).select_for_update(of=("self",)).filter(pk=self.row.pk).first()
        if held is None:
            raise Refused("The judge has finished the item in the meantime, or it was already taken back.")
        held.revoked_at = timezone.now()
        held.lease_expires_at = min(held.revoked_at, held.lease_expires_at)
        held.save(update_fields=["revoked_at", "lease_expires_at"])
        return Done("The item is available to others.", {"judge": held.judge_id, "item": held.item.number})
