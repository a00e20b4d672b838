"""What large campaigns do not count anew for each page, where that would take longer with each ranking.

Both figures may be some minutes old. Nothing depends on them but the order of items and the total that a page
shows; small campaigns are counted each time.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any

from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet

from appraise_gec.prepared import PreparedQuery
from rankings.judging.slots import slots_taken
from rankings.models import Assignment, Item, ItemOutput, Judge

LARGE = 300
"""Items from which on something is kept. Fewer are counted fast, and a judge sees the end coming."""

FEW = 20
FREE_SECONDS = 300
WITH_A_SLOT_SECONDS = 60
NEAR_SECONDS = 5.0
MOST_JUDGES = 10_000
MOST_CAMPAIGNS = 1_000
FULL_SECONDS = 60.0
LOOK_AGAIN_SECONDS = 0.25
PASSED_OVER = 30
"""Full items that a search may pass over before it is worth to look where they end."""


def is_large(items: int) -> bool:
    return items > LARGE


@dataclass(frozen=True, slots=True)
class FreeItems:
    """How many items of the plan were free for a judge who had had `had` of them."""

    free: int
    had: int

    def after(self, had: int) -> int:
        """How many are free now that the judge has had `had`, as far as others have taken none."""
        return max(0, self.free + self.had - had)


@dataclass(frozen=True, slots=True)
class PlanCount:
    """How many items of a campaign's plan had a free slot, and when that was counted (seconds since 1970)."""

    items: int
    counted: float

    @property
    def is_old(self) -> bool:
        return not 0 <= time.time() - self.counted < WITH_A_SLOT_SECONDS


def kept_counts_of(judge: Judge) -> tuple[FreeItems | None, PlanCount | None]:
    """What this process has counted for the judge, or any process for all; None for what must be counted."""
    clock = time.monotonic()
    own, until = _own.get(judge.pk, (None, 0.0))
    if own is not None and clock < until:
        return own, None
    plan, until = _near.get(judge.campaign_id, (None, 0.0))
    if plan is None or clock >= until:
        plan = cache.get(_plan_key(judge.campaign_id))
        if plan is not None and not plan.is_old:
            _near[judge.campaign_id] = (plan, clock + NEAR_SECONDS)
    return None, plan


def keep_free_items(judge: int, counted: FreeItems) -> None:
    """Nothing is kept for judges who have had few items: those are counted fast."""
    if counted.had > FEW:
        if len(_own) >= MOST_JUDGES:
            _own.clear()
        _own[judge] = (counted, time.monotonic() + FREE_SECONDS)


def keep_items_with_a_slot(campaign: int, counted: int) -> None:
    cache.set(_plan_key(campaign), PlanCount(counted, time.time()), FREE_SECONDS)


def kept_shares(key: str) -> Any:
    """What this process knows of how a campaign's judges share the work; None for what must be counted."""
    shares, until = _shares.get(key, (None, 0.0))
    return shares if time.monotonic() < until else None


def keep_shares(key: str, shares: object) -> None:
    """Keep them for a moment, so that not each page asks what all processes share."""
    if len(_shares) >= MOST_CAMPAIGNS:
        _shares.clear()
    _shares[key] = (shares, time.monotonic() + NEAR_SECONDS)


def forget_counts() -> None:
    """Forget what this process keeps, for tests."""
    _own.clear()
    _near.clear()
    _shares.clear()
    full_items.forget()


@contextmanager
def counting(campaign: int, *, wait: bool) -> Iterator[bool]:
    """Whether this thread is to count the campaign's items. `wait` lets others of its process wait for that.

    When hundreds of judges begin at once, every one of them would count the same.
    """
    lock = _COUNTING[campaign % len(_COUNTING)]
    is_ours = lock.acquire(blocking=wait)
    try:
        yield is_ours
    finally:
        if is_ours:
            lock.release()


def _plan_key(campaign: int) -> str:
    return f"plan-count:{campaign}"


@dataclass(frozen=True, slots=True)
class _Known:
    """Items before number `first` had no free slot when they were looked at. Times: `time.monotonic`."""

    first: int = 0
    looked: float = 0.0
    until: float = 0.0


class FullItems:
    """How many items at the beginning of a plan have no free slot: judges have ranked them, or do so now.

    Searches for a free item begin behind them, and each process looks for itself where they end: from the
    beginning about once a minute, so a slot there that becomes free again is found after a minute, or at once
    when there is no other; and onward when a search has passed over many, as when many judges begin at once.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], _Known] = {}

    def first_with_a_slot(self, judge: Judge) -> int:
        """The number of the first item that need not be passed over; 0 where that is not known."""
        return self._of(judge).first

    def learn(self, judge: Judge, found: int, now: datetime) -> None:
        """`found` is the number of an item that was free. Looks again where many before it may be full."""
        known, clock = self._of(judge), time.monotonic()
        if found < known.first:  # a slot there has become free
            self._kept[_key(judge)] = _Known(looked=clock)
            return
        if found - known.first <= PASSED_OVER or clock < known.looked + LOOK_AGAIN_SECONDS:
            return
        rows = _WITH_A_SLOT.rows(
            judge.campaign.judges_per_item, campaign=judge.campaign_id, first=known.first, now=now
        )
        until = known.until if known.first else clock + FULL_SECONDS
        self._kept[_key(judge)] = _Known(rows[0][0] if rows else 0, clock, until)

    def forget(self) -> None:
        self._kept.clear()

    def _of(self, judge: Judge) -> _Known:
        known = self._kept.get(_key(judge), _Known())
        return known if time.monotonic() < known.until else _Known(looked=known.looked)


def _key(judge: Judge) -> tuple[int, int]:
    return judge.campaign_id, judge.campaign.judges_per_item


def _rows_with_a_slot(
    judges_per_item: int, *, campaign: int, first: int, now: datetime
) -> QuerySet[Item, tuple[int]]:
    takers = Assignment.objects.filter(slots_taken(now), item=OuterRef("pk"))
    planned = Item.objects.filter(
        ~Exists(takers[judges_per_item - 1 :]),
        Exists(ItemOutput.objects.filter(item=OuterRef("pk"))[1:]),
        campaign=campaign,
        number__gte=first,
        is_imported=False,
        purpose=Item.Purpose.JUDGING,
        retired_at__isnull=True,
    )
    return planned.order_by("number").values_list("number")[:1]


_own: dict[int, tuple[FreeItems, float]] = {}
_near: dict[int, tuple[PlanCount, float]] = {}
_shares: dict[str, tuple[Any, float]] = {}
_COUNTING = tuple(Lock() for _ in range(16))
_WITH_A_SLOT = PreparedQuery(_rows_with_a_slot, campaign=int, first=int, now=datetime)
full_items = FullItems()
