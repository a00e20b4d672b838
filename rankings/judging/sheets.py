"""Everything about one assignment that the judge's page needs, in two queries.

Judges submit thousands of times, so each query is made to cost little: joins and a union instead of nested
subqueries, which take Django longer to build than the database to answer.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import (
    CharField,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    QuerySet,
    Subquery,
    TextField,
    Value,
)
from django.db.models.functions import Cast, Coalesce, Concat
from django.http import Http404
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.campaigns.access import judges_as
from rankings.judging.assignment import free_items
from rankings.judging.plan_turns import items_left, read_turns, turn_rows
from rankings.models import Assignment, Campaign, Judge, Ranking, Sentence

State = Assignment.State
SENTENCE, OWN, FREE, PACE = "sentence", "own ", "free", "pace"
# Recent answers that tell how long the rest may take.
RECENT = 21


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
    the judge has ranked or set aside; `total` adds those that are lent to the judge or could be. `recent` are
    the active seconds of the judge's latest answers.
    """

    sheet: Sheet
    before: str
    after: str
    done: int
    total: int
    recent: tuple[float, ...] = ()


def open_sheet(user: User, slug: str, key: UUID) -> Sheet:
    """The judge's own assignment; Http404 for anybody else's."""
    other = Assignment.objects.filter(judge=OuterRef("judge"), state=State.LENT).exclude(pk=OuterRef("pk"))
    rows = list(
        Assignment.objects.filter(key=key, judge__in=judges_as(user, slug))
        .select_related("judge__campaign", "judge__crowd_place", "item__sentence")
        .annotate(
            output_id=F("item__outputs__pk"),
            output_position=F("item__outputs__position"),
            output_text=F("item__outputs__text"),
            others_begun=Exists(other),
        )
    )
    if not rows:
        raise Http404
    outputs = {row.output_position: SheetOutput(row.output_id, row.output_text) for row in rows}
    return Sheet(
        assignment=rows[0],
        outputs=tuple(outputs[position] for position in rows[0].order),
        others_begun=rows[0].others_begun,
    )


def open_sheet_page(user: User, slug: str, key: UUID) -> SheetPage:
    """The judge's own assignment and its surroundings; Http404 for anybody else's."""
    sheet = open_sheet(user, slug, key)
    sentence = sheet.assignment.item.sentence
    rows = list(_surroundings(sheet))
    found = {(kind, number): text for kind, number, text in rows}
    counts = {kind: number for kind, number, _ in rows}
    done = counts.get(OWN + State.DONE, 0) + counts.get(OWN + State.SKIPPED, 0)
    left = items_left(sheet.judge, read_turns(sheet.judge, rows), counts.get(FREE, 0))
    return SheetPage(
        sheet=sheet,
        before=found.get((SENTENCE, sentence.index - 1), ""),
        after=found.get((SENTENCE, sentence.index + 1), ""),
        done=done,
        total=done + counts.get(OWN + State.LENT, 0) + left,
        recent=tuple(number / 1000 for kind, number, _ in rows if kind == PACE),
    )


def _surroundings(sheet: Sheet) -> QuerySet[Any, tuple[str, int, str]]:
    """The neighbours of the sentence and the judge's counts, in one query: (kind, number, text)."""
    sentence = sheet.assignment.item.sentence
    own = Assignment.objects.filter(judge=sheet.judge)
    timed = Ranking.objects.filter(judge=sheet.judge, is_current=True, active_seconds__isnull=False)
    # No part of a union may have a limit of its own, but its condition may.
    oldest = Subquery(timed.order_by("-pk").values("pk")[RECENT - 1 : RECENT])
    milliseconds = Cast(F("active_seconds") * 1000, IntegerField())
    now = timezone.now()
    free = free_items(sheet.judge, now)
    neighbours = Sentence.objects.filter(
        document=sentence.document_id, index__in=(sentence.index - 1, sentence.index + 1)
    )
    empty = Value("", TextField())
    return (
        neighbours.order_by()
        .values_list(Value(SENTENCE, CharField()), "index", "text")
        .union(
            own.exclude(state=State.LENT, revoked_at__isnull=False)
            .order_by()
            .values("state")
            .annotate(n=Count("pk"))
            .values_list(Concat(Value(OWN), "state"), "n", empty),
            free.order_by().values("campaign").annotate(n=Count("pk")).values_list(Value(FREE), "n", empty),
            timed.order_by()
            .filter(pk__gte=Coalesce(oldest, 0))
            .values_list(Value(PACE), milliseconds, empty),
            *turn_rows(sheet.judge, now),
            all=True,
        )
    )
