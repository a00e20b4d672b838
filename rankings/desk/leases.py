"""Items that judges hold at this moment."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.models import Assignment, Campaign, Item

State = Assignment.State


def leases(campaign: Campaign) -> QuerySet[Assignment]:
    """Items lent to judges and not finished, those included whose lease has run out; the oldest first."""
    return (
        Assignment.objects.filter(
            judge__campaign=campaign,
            state=State.LENT,
            revoked_at__isnull=True,
            discard__isnull=True,
            item__retired_at__isnull=True,
        )
        .select_related("judge", "item__sentence")
        .order_by("lent_at", "pk")
    )


def revoke(campaign: Campaign, assignment_id: int, now: datetime, actor: User) -> None:
    """Take the item away: its slot is free at once, and the judge is not offered it again.

    A ranking that the judge sends in all the same is kept. Raises `Refused` when the item is finished.
    """
    with transaction.atomic():
        assignment = _locked(campaign, assignment_id)
        assignment.revoked_at = now
        assignment.lease_expires_at = min(now, assignment.lease_expires_at)
        assignment.save(update_fields=["revoked_at", "lease_expires_at"])
        record_event(
            actor, "lease.revoke", campaign.pk, judge=assignment.judge.name, item=assignment.item.number
        )


def _locked(campaign: Campaign, assignment_id: int) -> Assignment:
    """The assignment, with its item locked while its slots are counted."""
    item = leases(campaign).filter(pk=assignment_id).values_list("item", flat=True).first()
    if item is not None:
        Item.objects.select_for_update(no_key=True).get(pk=item)
        assignment = leases(campaign).select_for_update(of=("self",)).filter(pk=assignment_id).first()
        if assignment is not None:
            return assignment
    raise Refused("The judge has finished the item in the meantime, or it was already taken back.")
