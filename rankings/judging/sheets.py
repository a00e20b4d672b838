"""Everything about one assignment that the judge's page needs, in two queries.

Judges submit thousands of times, so each query is made to cost little: joins and a union instead of nested
subqueries, which take Django longer to build than the database to answer.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import CharField, Count, Exists, F, OuterRef, QuerySet, TextField, Value
from django.http import Http404
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.campaigns.access import judges_as
from rankings.judging.assignment import free_items
from rankings.models import Assignment, Campaign, Judge, Sentence

State = Assignment.State
SENTENCE, DONE, FREE = "sentence", "done", "free"


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


def open_sheet(user: User, slug: str, key: UUID) -> Sheet:
    """The judge's own assignment; Http404 for anybody else's."""
    other = Assignment.objects.filter(judge=OuterRef("judge"), state=State.LENT).exclude(pk=OuterRef("pk"))
    rows = list(
        Assignment.objects.filter(key=key, judge__in=judges_as(user, slug))
        .select_related("judge__campaign", "item__sentence")
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
    found = {(kind, number): text for kind, number, text in _surroundings(sheet)}
    done = next((number for kind, number in found if kind == DONE), 0)
    free = next((number for kind, number in found if kind == FREE), 0)
    begun = (sheet.assignment.state == State.LENT) + sheet.others_begun
    return SheetPage(
        sheet=sheet,
        before=found.get((SENTENCE, sentence.index - 1), ""),
        after=found.get((SENTENCE, sentence.index + 1), ""),
        done=done,
        total=done + begun + free,
    )


def _surroundings(sheet: Sheet) -> QuerySet[Any, tuple[str, int, str]]:
    """The neighbours of the sentence and the judge's counts, in one query: (kind, number, text)."""
    sentence = sheet.assignment.item.sentence
    done = Assignment.objects.filter(judge=sheet.judge).exclude(state=State.LENT)
    free = free_items(sheet.judge, timezone.now())
    neighbours = Sentence.objects.filter(
        document=sentence.document_id, index__in=(sentence.index - 1, sentence.index + 1)
    )
    empty = Value("", TextField())
    return (
        neighbours.order_by()
        .values_list(Value(SENTENCE, CharField()), "index", "text")
        .union(
            done.order_by().values("judge").annotate(n=Count("pk")).values_list(Value(DONE), "n", empty),
            free.order_by().values("campaign").annotate(n=Count("pk")).values_list(Value(FREE), "n", empty),
            all=True,
        )
    )
