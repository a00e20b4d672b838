"""The item after the one in view, lent while the judge still ranks, so that it is there when it is wanted.

It is chosen as it would be a moment later, and never more than one is ahead. Until it is shown it has a
short lease; its real one, and its time, begin when the judge sees it. What is not wanted any more is given
back as if it had never been lent.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from rankings.judging.assignment import first_begun, is_still_free, lend_next, next_assignment
from rankings.judging.quality import is_screened_out
from rankings.judging.sheets import Sheet
from rankings.judging.slots import LEASE
from rankings.judging.training import is_training
from rankings.models import Assignment, Item, Judge

AHEAD_LEASE = timedelta(minutes=5)
State = Assignment.State


def may_fetch_ahead(sheet: Sheet) -> bool:
    """Whether the next item may be fetched while this one is ranked."""
    return sheet.assignment.state == State.LENT and sheet.is_open and not is_training(sheet)


def lend_ahead(sheet: Sheet) -> Assignment | None:
    """The item that comes after this one, lent for `AHEAD_LEASE`; the same one when it is asked for again.

    None where this one may not be followed so, as after training, where the explanation comes first. None
    also where the next item has a draft, which its page must not be older than.
    """
    here, judge, now = sheet.assignment, sheet.judge, timezone.now()
    if not may_fetch_ahead(sheet):
        return None
    with transaction.atomic():
        # Of two windows that ask at once, the second finds what the first was lent.
        Judge.objects.select_for_update(no_key=True).get(pk=judge.pk)
        begun = first_begun(judge, now, besides=here)
        if begun is None:
            lent = lend_next(judge, now)
            if lent is not None:
                _keep(lent, is_ahead=True, lease_expires_at=now + AHEAD_LEASE)
            return lent
        if begun.is_ahead and begun.lease_expires_at < now + AHEAD_LEASE / 2:
            _keep(begun, lease_expires_at=now + AHEAD_LEASE)
    return begun if begun.draft_revision == 0 else None


def next_after_asking(judge: Judge) -> Assignment | None:
    """The next item of a judge whose page asked for it and did not wait: the one lent ahead, if there is."""
    with transaction.atomic():
        # The question may be answered at this very moment, after this one was begun.
        Judge.objects.select_for_update(no_key=True).get(pk=judge.pk)
        return next_assignment(judge)


def show_ahead(judge: Judge, key: UUID, shown_at: datetime) -> Assignment | None:
    """The item `key`, which the judge has had in view since `shown_at`; None if the judge may not do it now.

    Its lease begins. An item that ran out of its short lease is the judge's as long as its slot is free.
    """
    now = timezone.now()
    with transaction.atomic():
        # Another window of the judge may give it back meanwhile.
        own = _own(judge).filter(key=key).select_related("item").select_for_update(of=("self",)).first()
        if own is None or (_is_stopped(judge) and own.is_ahead):
            return None
        if not own.is_ahead:
            return own
        is_live = own.lease_expires_at > now and own.item.retired_at is None
        if not is_live and not is_still_free(own.item_id, judge, now):
            return None
        begin_showing(own, max(own.lent_at, min(shown_at, now)), now)
    return own


def begin_showing(assignment: Assignment, shown_at: datetime, now: datetime) -> None:
    """Count the time of an item that was ahead from when it was shown."""
    _keep(assignment, is_ahead=False, lent_at=shown_at, lease_expires_at=now + LEASE)


def give_back(judge: Judge, key: UUID) -> bool:
    """Take back an item that was ahead and never shown, as if it had not been lent. False if it was shown."""
    with transaction.atomic():
        own = _own(judge).filter(key=key).select_related("item").select_for_update(of=("self",)).first()
        # The copy that a repetition is made of is the judge's alone, and waits.
        if own is None or not own.is_ahead or own.item.purpose == Item.Purpose.REPEAT:
            return False
        if own.draft_revision:  # it was shown, and the page before it has not said so yet
            return False
        own.delete()
        return True


def give_back_when_stopped(judge: Judge) -> None:
    """A judge who gets no more items does not get the one ahead either."""
    if _is_stopped(judge):
        _own(judge).filter(is_ahead=True).delete()


def _own(judge: Judge) -> QuerySet[Assignment]:
    taken = Q(revoked_at__isnull=False) | Q(discard__isnull=False)
    return Assignment.objects.filter(~taken, judge=judge, state=State.LENT)


def _is_stopped(judge: Judge) -> bool:
    return judge.campaign.stops_at_failed_checks and is_screened_out(judge)


def _keep(assignment: Assignment, **fields: bool | datetime) -> None:
    for name, value in fields.items():
        setattr(assignment, name, value)
    assignment.save(update_fields=list(fields))
