"""Everything about one assignment that the judge's page needs, in two queries.

Judges submit thousands of times, so each query is built once and executed with other values from then on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import (
    CharField,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
)
from django.db.models.functions import Cast, Coalesce, Concat
from django.http import Http404
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.prepared import PreparedQuery, columns_of, take_record
from rankings.access.audience import columns_of_judge, judged_by, refuse_on_hold, take_judge
from rankings.judging.assignment import free_items, items_with_a_slot
from rankings.judging.kept_counts import (
    FreeItems,
    counting,
    full_items,
    is_large,
    keep_free_items,
    keep_items_with_a_slot,
    kept_counts_of,
)
from rankings.judging.plan_turns import had_of_plan, read_turns, turn_rows
from rankings.judging.shares import expected_items
from rankings.judging.slots import begun_by
from rankings.models import Assignment, Campaign, Item, Judge, Ranking, Sentence

State = Assignment.State
SENTENCE, OWN, FREE, HAD, PACE = "sentence", "own ", "free", "had", "pace"
# Recent answers for the estimate of the remaining time.
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
    the judge has ranked or set aside; `total` adds those that are begun and those to be expected
    (`rankings.judging.shares`), as counted some minutes ago in large campaigns, and `is_exact` is whether it
    is more than an expectation. `recent` are the active seconds of the latest answers.
    """

    sheet: Sheet
    before: str
    after: str
    done: int
    total: int
    recent: tuple[float, ...] = ()
    is_exact: bool = True


def has_context(campaign: Campaign) -> bool:
    """Whether any sentence of the campaign has a neighbour; False where they stand alone."""
    # Documents follow one another as their sentences do, so the last sentence tells.
    sentences = Sentence.objects.filter(campaign=campaign).order_by("-index")
    last = sentences.values_list("index", "document__position").first()
    return last is not None and last[0] != last[1]


def open_sheet(user: User, slug: str, key: UUID) -> Sheet:
    """The judge's own assignment; JudgeOnHoldError while on hold, Http404 for anybody else's."""
    rows = _SHEET.rows(user=user.pk, slug=slug, key=key)
    if not rows:
        refuse_on_hold(user, slug)
        raise Http404
    outputs = {position: SheetOutput(number, text) for number, position, text, *_ in rows}
    _, _, _, others_begun, *record = rows[0]
    assignment = _assignment_in(iter(record))
    return Sheet(
        assignment=assignment,
        outputs=tuple(outputs[position] for position in assignment.order),
        others_begun=bool(others_begun),
    )


def open_assignment(user: User, slug: str, key: UUID) -> Assignment:
    """The judge's own assignment with its key and order alone, for drafts, of which each item has several.

    Errors as of `open_sheet`.
    """
    rows = _ASSIGNMENT.rows(user=user.pk, slug=slug, key=key)
    if not rows:
        refuse_on_hold(user, slug)
        raise Http404
    number, order = rows[0]
    return Assignment(pk=number, key=key, order=order)


def _assignment_rows(user: int, slug: str, key: UUID) -> QuerySet[Any, Any]:
    own = Assignment.objects.filter(judged_by(User(pk=user), slug, "judge"), key=key)
    return own.order_by().values_list("pk", "order")


def _sheet_rows(user: int, slug: str, key: UUID) -> QuerySet[Any, Any]:
    """The assignment with all that belongs to it, once for each output of its item."""
    other = Assignment.objects.filter(judge=OuterRef("judge"), state=State.LENT).exclude(pk=OuterRef("pk"))
    return (
        Assignment.objects.filter(judged_by(User(pk=user), slug, "judge"), key=key)
        .annotate(others_begun=Exists(other))
        .order_by()
        .values_list(
            "item__outputs__pk",
            "item__outputs__position",
            "item__outputs__text",
            "others_begun",
            *columns_of(Assignment),
            *columns_of(Item, "item__"),
            *columns_of(Sentence, "item__sentence__"),
            *columns_of_judge("judge__"),
        )
    )


def _assignment_in(values: Iterator[Any]) -> Assignment:
    """What `select_related` would make of the columns."""
    assignment = take_record(Assignment, values)
    assignment.item = take_record(Item, values)
    assignment.item.sentence = take_record(Sentence, values)
    assignment.judge = take_judge(values)
    return assignment


def open_sheet_page(user: User, slug: str, key: UUID) -> SheetPage:
    """The judge's own assignment and its surroundings; errors as of `open_sheet`."""
    sheet = open_sheet(user, slug, key)
    sentence = sheet.assignment.item.sentence
    rows, free = _counted(sheet)
    texts = {(kind, number): text for kind, number, text in rows}
    counts = {kind: number for kind, number, _ in rows}
    done = counts.get(OWN + State.DONE, 0) + counts.get(OWN + State.SKIPPED, 0)
    expected = expected_items(sheet.judge, read_turns(sheet.judge, rows), had_of_plan(rows), free)
    return SheetPage(
        sheet=sheet,
        before=texts.get((SENTENCE, sentence.index - 1), ""),
        after=texts.get((SENTENCE, sentence.index + 1), ""),
        done=done,
        total=done + counts.get(OWN + State.LENT, 0) + expected.items,
        is_exact=expected.is_exact,
        recent=tuple(number / 1000 for kind, number, _ in rows if kind == PACE),
    )


def _counted(sheet: Sheet) -> tuple[list[tuple[str, int, str]], int]:
    """The surroundings of the sheet, and how many items of the plan could be lent to the judge.

    In a large campaign these are counted for the judge every few minutes, and then from all items with a free
    slot, without those of them that the judge has had.
    """
    judge = sheet.judge
    own, plan = kept_counts_of(judge)
    if own:
        rows = _surroundings(sheet, "")
        return rows, own.after(had_of_plan(rows))
    if plan is None or plan.is_old:
        with counting(judge.campaign_id, wait=plan is None) as is_ours:
            if is_ours:
                plan = kept_counts_of(judge)[1]  # by somebody who was quicker
                if plan is None or plan.is_old:
                    return _count(sheet)
    if plan is None or not is_large(plan.items):
        rows = _surroundings(sheet, FREE)
        return rows, _number_of(FREE, rows)
    rows = _surroundings(sheet, HAD)
    free = max(0, plan.items - _number_of(HAD, rows))
    if is_large(free):
        keep_free_items(judge.pk, FreeItems(free, had_of_plan(rows)))
    return rows, free


def _count(sheet: Sheet) -> tuple[list[tuple[str, int, str]], int]:
    """As `_counted`, and keeps what was counted."""
    judge = sheet.judge
    rows = _surroundings(sheet, FREE)
    free, had = _number_of(FREE, rows), had_of_plan(rows)
    if is_large(free):
        keep_free_items(judge.pk, FreeItems(free, had))
    of_all = free
    if is_large(free + had):
        of_all = items_with_a_slot(judge.campaign, timezone.now()).count()
    keep_items_with_a_slot(judge.campaign_id, of_all)
    return rows, free


def _number_of(kind: str, rows: list[tuple[str, int, str]]) -> int:
    return sum(number for one, number, _ in rows if one == kind)


def _surroundings(sheet: Sheet, counting: str) -> list[tuple[str, int, str]]:
    """The neighbours of the sentence and the judge's counts: (kind, number, text).

    With `counting` FREE also the items that could be lent to the judge, with HAD those with a free slot that
    the judge has had.
    """
    judge, sentence = sheet.judge, sheet.assignment.item.sentence
    campaign = judge.campaign
    full = full_items.first_with_a_slot(judge)
    rows = _SURROUNDINGS.rows(
        campaign.judges_per_item,
        bool(campaign.check_percent),
        campaign.begins_with_training,
        counting,
        judge=judge.pk,
        campaign=campaign.pk,
        document=sentence.document_id,
        before=sentence.index - 1,
        after=sentence.index + 1,
        now=timezone.now(),
        first=full if is_large(full) else 0,
    )
    return [(kind, number, text) for kind, number, text in rows]


def _surrounding_rows(
    judges_per_item: int,
    has_checks: bool,
    has_training: bool,
    counting: str,
    *,
    judge: int,
    campaign: int,
    document: int,
    before: int,
    after: int,
    now: datetime,
    first: int,
) -> QuerySet[Any, tuple[str, int, str]]:
    """`first` is the number of the item from which on free ones are counted."""
    plan = Campaign(
        pk=campaign,
        judges_per_item=judges_per_item,
        check_percent=int(has_checks),
        begins_with_training=has_training,
    )
    somebody = Judge(pk=judge, campaign=plan)
    own = Assignment.objects.filter(judge=judge)
    timed = Ranking.objects.filter(judge=judge, is_current=True, active_seconds__gt=0)
    # No part of a union may have a limit of its own, but its condition may.
    oldest = Subquery(timed.order_by("-pk").values("pk")[RECENT - 1 : RECENT])
    milliseconds = Cast(F("active_seconds") * 1000, IntegerField())
    if counting == FREE:
        items = free_items(somebody, now).filter(number__gte=first)
    else:
        # What the judge has just begun had a slot when those of all were counted.
        begun = Item.objects.filter(
            pk__in=own.filter(state=State.LENT).values("item"), purpose=Item.Purpose.JUDGING
        )
        items = (items_with_a_slot(plan, now) | begun).filter(pk__in=own.values("item"))
    counted = items.order_by().values("campaign").annotate(n=Count("pk"))
    neighbours = Sentence.objects.filter(document=document, index__in=(before, after))
    empty = Value("", TextField())
    return (
        neighbours.order_by()
        .values_list(Value(SENTENCE, CharField()), "index", "text")
        .union(
            own.filter(~Q(state=State.LENT) | Q(pk__in=begun_by(somebody, now).values("pk")))
            .order_by()
            .values("state")
            .annotate(n=Count("pk"))
            .values_list(Concat(Value(OWN), "state"), "n", empty),
            *([counted.values_list(Value(counting), "n", empty)] if counting else []),
            timed.order_by()
            .filter(pk__gte=Coalesce(oldest, 0))
            .values_list(Value(PACE), milliseconds, empty),
            *turn_rows(somebody, now),
            all=True,
        )
    )


_SHEET = PreparedQuery(_sheet_rows, user=int, slug=str, key=UUID)
_ASSIGNMENT = PreparedQuery(_assignment_rows, user=int, slug=str, key=UUID)
_SURROUNDINGS = PreparedQuery(
    _surrounding_rows,
    frozenset({"campaign", "first"}),
    judge=int,
    campaign=int,
    document=int,
    before=int,
    after=int,
    now=datetime,
    first=int,
)
