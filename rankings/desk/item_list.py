"""*Work*: every item of a campaign, filtered, searched, sorted, a page at a time.

What is shown of an item is read for the items of one page. Only what the list is filtered or sorted by is
worked out for all of them.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from rankings.access import managed, page
from rankings.desk.flags import flagged, open_flags
from rankings.desk.leases import leases
from rankings.items.collapse import pairs_alike
from rankings.models import Assignment, Campaign, Item, ItemOutput, RankedOutput, Ranking

PER_PAGE = 50
LONGEST_SEARCH = 200
LARGEST_NUMBER = 2**31 - 1
Purpose = Item.Purpose

STATES = {
    "waiting": "Waiting: nobody has ranked it",
    "begun": "Begun: some judges are missing",
    "complete": "Complete",
    "retired": "Retired",
    "held": "With a judge now",
    "single": "Never shown: one output only",
}
KINDS = {
    "planned": "Planned items",
    "top-up": "Top-ups",
    "check": "Check items",
    "training": "Training items",
    "imported": "Imported items",
}
FLAGS = {"open": "Flags to review", "any": "Any flag"}
SORTS = {
    "number": "Number",
    "sentence": "Sentence",
    "fewest": "Fewest rankings",
    "most": "Most rankings",
}


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """What to list; "" and None stand for everything."""

    search: str = ""
    state: str = ""
    kind: str = ""
    flags: str = ""
    judge: int | None = None
    sort: str = "number"


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item of the list.

    Attributes:
        rankings: judges who have ranked it; `wanted` are planned, None where the plan names no number.
        skipped: judges who flagged it without ranking it.
        judges: names of those who have ranked it.
        holding: the loans of judges who have it at the moment.
        flags, open_flags: how many rankings have a flag; those of them without a decision.
        alike, compared: of pairs of outputs that two judges ranked; see `pairs_alike`.
        repeats: how many judges are shown it a second time.
    """

    item: Item
    state: str
    rankings: int
    wanted: int | None
    skipped: int
    judges: tuple[str, ...]
    holding: tuple[Assignment, ...]
    flags: int
    open_flags: tuple[Ranking, ...]
    alike: int
    compared: int
    repeats: int

    @property
    def agreement_percent(self) -> int | None:
        return round(100 * self.alike / self.compared) if self.compared else None


@dataclass(frozen=True, slots=True)
class ItemPage:
    """A page of the list. `all_items` counts the campaign's items, `page.paginator.count` those listed."""

    page: Page[Any]
    rows: tuple[ItemRow, ...]
    all_items: int


@login_required
@require_safe
def browse(request: HttpRequest, slug: str) -> HttpResponse:
    """The items that a filter names."""
    access = managed(request, slug)
    judges = dict(access.campaign.judges.values_list("pk", "name"))
    wanted = _filter(request, judges)
    found = item_page(access.campaign, wanted, request.GET.get("page"), timezone.now())
    context = {
        "tab": "items",
        "found": found,
        "wanted": wanted,
        "judges": judges,
        "states": STATES,
        "kinds": KINDS,
        "flag_choices": FLAGS,
        "sorts": SORTS,
        # Of the filter without the page, for the links to other pages.
        "query": urlencode(_as_query(wanted)),
        "is_filtered": _as_query(wanted).keys() - {"sort"},
    }
    return page(request, access, "desk/items.html", context)


def item_page(campaign: Campaign, wanted: ItemFilter, number: str | None, now: datetime) -> ItemPage:
    """One page of the items that the filter names. The number of queries depends on nothing."""
    every = Item.objects.filter(campaign=campaign, original=None)
    items = _sorted(_filtered(campaign, every, wanted, now), wanted.sort)
    shown: Page[Any] = Paginator(items, PER_PAGE).get_page(number)
    rows = rows_of(campaign, [item.pk for item in shown], now)
    return ItemPage(shown, tuple(rows), every.count())


def rows_of(campaign: Campaign, keys: Sequence[int], now: datetime) -> list[ItemRow]:
    """These items, by key and in their order. Seven queries."""
    by_key = {
        item.pk: item
        for item in Item.objects.filter(pk__in=keys)
        .select_related("sentence__document")
        .annotate(
            output_count=_count(ItemOutput.objects.filter(item=OuterRef("pk")), "item"),
            repeat_count=_count(Item.objects.filter(original=OuterRef("pk")), "original"),
        )
    }
    rankings: dict[int, list[str]] = defaultdict(list)
    skipped: dict[int, int] = defaultdict(int)
    flags: dict[int, int] = defaultdict(int)
    of_these = Q(item__in=keys) | Q(item__original__in=keys)
    given = Ranking.objects.filter(of_these, is_current=True).order_by("judge__name")
    for item, original, judge, was_skipped, reason, note in given.values_list(
        "item_id", "item__original_id", "judge__name", "skipped", "flag_reason", "flag_note"
    ):
        flags[original or item] += bool(reason or note)
        if was_skipped:
            skipped[original or item] += 1
        elif original is None:
            rankings[item].append(judge)
    undecided: dict[int, list[Ranking]] = defaultdict(list)
    for flagged_one in open_flags(campaign).filter(of_these):
        undecided[flagged_one.item.original_id or flagged_one.item_id].append(flagged_one)
    holding: dict[int, list[Assignment]] = defaultdict(list)
    for lease in leases(campaign).filter(of_these, lease_expires_at__gt=now):
        holding[lease.item.original_id or lease.item_id].append(lease)
    agreement = agreement_of(RankedOutput.objects.filter(ranking__item__in=keys))
    rows = []
    for key in keys:
        row = by_key[key]
        done = len(rankings[key])
        alike, compared = agreement.get(key, (0, 0))
        has_slots = row.purpose == Purpose.JUDGING and not row.is_imported
        rows.append(
            ItemRow(
                item=row,
                state=_state(row, done, campaign.judges_per_item),
                rankings=done,
                wanted=campaign.judges_per_item if has_slots else None,
                skipped=skipped[key],
                judges=tuple(rankings[key]),
                holding=tuple(holding[key]),
                flags=flags[key],
                open_flags=tuple(undecided[key]),
                alike=alike,
                compared=compared,
                repeats=row.repeat_count,
            )
        )
    return rows


def agreement_of(ranks: "QuerySet[RankedOutput]") -> dict[int, tuple[int, int]]:
    """`pairs_alike` of the current rankings among these ranks, by item; one query."""
    by_item: dict[int, dict[int, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    rows = ranks.filter(ranking__is_current=True, ranking__skipped=False).order_by()
    for item, ranking, output, rank in rows.values_list(
        "ranking__item_id", "ranking_id", "output_id", "rank"
    ):
        by_item[item][ranking][output] = rank
    return {item: pairs_alike(list(rankings.values())) for item, rankings in by_item.items()}


def _filtered(campaign: Campaign, items: QuerySet[Item], wanted: ItemFilter, now: datetime) -> QuerySet[Item]:
    if wanted.kind in _KIND_OF:
        items = items.filter(_KIND_OF[wanted.kind])
    if wanted.state == "held":
        held = leases(campaign).order_by().filter(lease_expires_at__gt=now).annotate(place=_ITEM)
        items = items.filter(pk__in=held.values("place"))
    elif wanted.state in STATES:
        items = items.annotate(done=_done(), shown=Exists(_second_output())).filter(
            _STATE_OF[wanted.state](campaign.judges_per_item)
        )
    if wanted.flags == "open":
        undecided = open_flags(campaign).order_by().annotate(place=_ITEM).values("place")
        items = items.filter(pk__in=undecided)
    elif wanted.flags == "any":
        items = items.filter(pk__in=flagged(campaign).annotate(place=_ITEM).values("place"))
    if wanted.judge is not None:
        own = Ranking.objects.filter(item=OuterRef("pk"), judge=wanted.judge, is_current=True)
        items = items.filter(Exists(own))
    if wanted.search:
        found = Q(sentence__text__icontains=wanted.search)
        digits = wanted.search.removeprefix("#")
        if digits.isascii() and digits.isdigit() and int(digits) <= LARGEST_NUMBER:
            found |= Q(number=int(digits)) | Q(sentence__index=int(digits) - 1)
        items = items.filter(found)
    return items


def _sorted(items: QuerySet[Item], sort: str) -> QuerySet[Item]:
    if sort == "sentence":
        return items.order_by("sentence__index", "number")
    if sort in ("fewest", "most"):
        done = F("ranked").asc() if sort == "fewest" else F("ranked").desc()
        return items.annotate(ranked=_done()).order_by(done, "number")
    return items.order_by("number")


def _state(item: Any, done: int, judges_per_item: int) -> str:
    if item.retired_at is not None:
        return "retired"
    if item.output_count < 2:
        return "single"
    if item.is_imported or item.purpose != Purpose.JUDGING:
        return "complete" if done else "waiting"
    return "complete" if done >= judges_per_item else "begun" if done else "waiting"


_PLANNED = Q(purpose=Purpose.JUDGING, is_imported=False)
_KIND_OF: Mapping[str, Q] = {
    "planned": _PLANNED & Q(top_up=None),
    "top-up": _PLANNED & Q(top_up__isnull=False),
    "check": Q(purpose=Purpose.CHECK),
    "training": Q(purpose=Purpose.TRAINING),
    "imported": Q(is_imported=True),
}
_SHOWN = Q(retired_at=None, shown=True)
# Of a ranking: its item, or the one that this repeats.
_ITEM = Coalesce("item__original_id", "item_id")
# As `_state` says, for the database.
_STATE_OF: Mapping[str, Callable[[int], Q]] = {
    "waiting": lambda judges: _SHOWN & Q(done=0),
    "begun": lambda judges: _SHOWN & _PLANNED & Q(done__gt=0, done__lt=judges),
    "complete": lambda judges: _SHOWN & Q(done__gt=0) & (Q(done__gte=judges) | ~_PLANNED),
    "retired": lambda judges: Q(retired_at__isnull=False),
    "single": lambda judges: Q(retired_at=None, shown=False),
}


def _done() -> Coalesce:
    return _count(Ranking.objects.filter(item=OuterRef("pk"), is_current=True, skipped=False), "item")


def _second_output() -> "QuerySet[ItemOutput]":
    return ItemOutput.objects.filter(item=OuterRef("pk"), position=1)


def _count(rows: "QuerySet[Any]", group: str) -> Coalesce:
    counted = rows.order_by().values(group).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _filter(request: HttpRequest, judges: dict[int, str]) -> ItemFilter:
    """What the address asks for; what it does not know is left out."""

    def one_of(name: str, known: Collection[str], default: str = "") -> str:
        value = request.GET.get(name, "")
        return value if value in known else default

    judge = request.GET.get("judge", "")
    by_text = {str(key): key for key in judges}
    return ItemFilter(
        search=request.GET.get("search", "").strip()[:LONGEST_SEARCH],
        state=one_of("state", STATES),
        kind=one_of("kind", KINDS),
        flags=one_of("flags", FLAGS),
        judge=by_text.get(judge),
        sort=one_of("sort", SORTS, "number"),
    )


def _as_query(wanted: ItemFilter) -> dict[str, str]:
    values = {
        "search": wanted.search,
        "state": wanted.state,
        "kind": wanted.kind,
        "flags": wanted.flags,
        "judge": "" if wanted.judge is None else str(wanted.judge),
        "sort": "" if wanted.sort == "number" else wanted.sort,
    }
    return {name: value for name, value in values.items() if value}
