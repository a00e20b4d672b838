"""Skip for now: the item comes back to the same judge when nothing else is left, at most twice.

The slot stays the judge's as long as the lease lives. Afterwards another judge may take it; then the item
does not come back, which does no harm.
"""

from datetime import datetime

from django.db.models import F, Q, QuerySet

from rankings.models import Assignment

MOST_TIMES = 2


def may_postpone(assignment: Assignment) -> bool:
    """Whether the judge may skip the item for now (once more)."""
    return assignment.state == Assignment.State.LENT and assignment.times_postponed < MOST_TIMES


def postpone(assignment: Assignment, now: datetime) -> bool:
    """Put the item at the end of the judge's work. False if it is finished or came back too often.

    `assignment` must be as it was shown: when the same page asks twice, the item is postponed once.
    """
    return bool(
        Assignment.objects.filter(
            pk=assignment.pk,
            state=Assignment.State.LENT,
            times_postponed=assignment.times_postponed,
            times_postponed__lt=MOST_TIMES,
        ).update(times_postponed=F("times_postponed") + 1, postponed_at=now)
    )


def not_postponed() -> Q:
    """Assignments that were not skipped for now."""
    return Q(postponed_at__isnull=True)


def in_order_of_return(begun: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Items that are not postponed first, then the others in the order in which they were postponed."""
    return begun.order_by(F("postponed_at").asc(nulls_first=True), "lent_at", "pk")
