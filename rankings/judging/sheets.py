"""Everything about one assignment that the judge's page needs, read in one query."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.campaigns.access import judges_as
from rankings.judging.assignment import free_items
from rankings.models import Assignment, Campaign, Judge, Sentence

State = Assignment.State


@dataclass(frozen=True, slots=True)
class SheetOutput:
    """A distinct output. `output_id` stays on the server: pages know an output by its row only."""

    output_id: int
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """An assignment with its outputs in the order in which the judge sees them."""

    assignment: Assignment
    outputs: tuple[SheetOutput, ...]
    others_begun: bool

    @property
    def judge(self) -> Judge:
        return self.assignment.judge

    @property
    def campaign(self) -> Campaign:
        return self.assignment.judge.campaign

    @property
    def source(self) -> str:
        return self.assignment.item.sentence.text

    @property
    def is_open(self) -> bool:
        return self.campaign.state == Campaign.State.OPEN


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A sheet with what surrounds it on the page.

    `before` and `after` are the neighbours in the same document, "" at its borders. `done` counts items that
    the judge has ranked or set aside; `total` adds those that are lent to the judge or could be.
    """

    sheet: Sheet
    before: str
    after: str
    done: int
    total: int
    previous: UUID | None


def open_sheet(user: User, slug: str, key: UUID) -> Sheet:
    """The judge's own assignment; Http404 for anybody else's."""
    return _sheet(_assignments(user, slug, key))


def open_sheet_page(user: User, slug: str, key: UUID) -> SheetPage:
    """The judge's own assignment and its surroundings; Http404 for anybody else's."""
    now = timezone.now()
    own = Assignment.objects.filter(judge__in=judges_as(user, slug))
    # The judge is looked up without reference to the row, so that databases count once and not for every
    # output.
    judge = Subquery(judges_as(user, slug).values("pk"))
    earlier = own.exclude(state=State.LENT).order_by("-finished_at", "-pk")
    neighbours = Sentence.objects.filter(document=OuterRef("item__sentence__document")).values("text")
    rows = list(
        _assignments(user, slug, key).annotate(
            before=Subquery(neighbours.filter(index=OuterRef("item__sentence__index") - 1)),
            after=Subquery(neighbours.filter(index=OuterRef("item__sentence__index") + 1)),
            done=_total(own.exclude(state=State.LENT), "judge"),
            held=_total(own.filter(state=State.LENT, lease_expires_at__gt=now), "judge"),
            free=_total(free_items(judge, now), "campaign"),
            latest=Subquery(earlier.values("key")[:1]),
            before_this=Subquery(earlier.filter(finished_at__lt=OuterRef("finished_at")).values("key")[:1]),
        )
    )
    sheet = _sheet(rows)
    row = rows[0]
    return SheetPage(
        sheet=sheet,
        before=row.before or "",
        after=row.after or "",
        done=row.done,
        total=row.done + row.held + row.free,
        previous=row.latest if sheet.assignment.state == State.LENT else row.before_this,
    )


def _assignments(user: User, slug: str, key: UUID) -> QuerySet[Any]:
    """The assignment, once for each of its outputs."""
    other = Assignment.objects.filter(judge=OuterRef("judge"), state=State.LENT).exclude(pk=OuterRef("pk"))
    return (
        Assignment.objects.filter(key=key, judge__in=judges_as(user, slug))
        .select_related("judge__campaign", "item__sentence")
        .annotate(
            output_id=F("item__outputs__pk"),
            output_position=F("item__outputs__position"),
            output_text=F("item__outputs__text"),
            others_begun=Exists(other),
        )
    )


def _sheet(found: Iterable[Any]) -> Sheet:
    rows = list(found)
    if not rows:
        raise Http404
    outputs = {row.output_position: SheetOutput(row.output_id, row.output_text) for row in rows}
    assignment: Assignment = rows[0]
    return Sheet(
        assignment=assignment,
        outputs=tuple(outputs[position] for position in assignment.order),
        others_begun=rows[0].others_begun,
    )


def _total(rows: QuerySet[Any], group: str) -> Coalesce:
    counted = rows.order_by().values(group).annotate(total=Count("pk")).values("total")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
