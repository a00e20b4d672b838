"""Items that judges hold at this moment."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.models import Assignment, Campaign, Item

EXTENSION = timedelta(hours=24)
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


def extend(campaign: Campaign, assignment_id: int, now: datetime, actor: User) -> None:
    """Let the judge keep the item for another 24 hours.

    Raises `Refused` when it is finished, when the judge is on hold, or when the lease has run out and others
    have taken the slot.
    """
    with transaction.atomic():
        assignment = _locked(campaign, assignment_id)
        if not assignment.judge.is_active:
            raise Refused(
                _("%(name)s is on hold, so other judges get the item. End the hold first.")
                % {"name": assignment.judge.name}
            )
        if assignment.lease_expires_at <= now and assignment.item.purpose == Item.Purpose.JUDGING:
            taken = Assignment.objects.filter(
                Q(state=State.DONE) | Q(state=State.LENT, lease_expires_at__gt=now),
                item=assignment.item_id,
                discard__isnull=True,
            )
            if taken.count() >= campaign.judges_per_item:
                raise Refused(
                    _("The lease has expired, and other judges have taken the item in the meantime.")
                )
        assignment.lease_expires_at = max(now, assignment.lease_expires_at) + EXTENSION
        assignment.save(update_fields=["lease_expires_at"])
        record_event(
            actor, "lease.extend", campaign.pk, judge=assignment.judge.name, item=assignment.item.number
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
    raise Refused(_("The judge has finished the item in the meantime, or it was already taken back."))
