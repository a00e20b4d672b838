"""What large campaigns do not count anew for each page, where that would take longer with each ranking.

Both figures may be some minutes old. Nothing depends on them but the order of items and the total that a page
shows; small campaigns are counted each time.
"""

import time
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet

from appraise_gec.prepared import PreparedQuery
from rankings.models import Assignment, Item, ItemOutput, Judge

LARGE = 300
"""Items from which on something is kept. Fewer are counted fast, and a judge sees the end coming."""

FREE_SECONDS = 300
WITH_A_SLOT_SECONDS = 60
COMPLETE_SECONDS = 60.0


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


def kept_free_items(judge: int) -> FreeItems | None:
    """What was counted for the judge some minutes ago, by any web process; None if it must be counted."""
    kept: FreeItems | None = cache.get(f"free-items:{judge}")
    return kept


def keep_free_items(judge: int, counted: FreeItems) -> None:
    cache.set(f"free-items:{judge}", counted, FREE_SECONDS)


def kept_items_with_a_slot(campaign: int) -> int | None:
    """How many items had a free slot a minute ago at most; None if that must be counted."""
    kept: int | None = cache.get(f"items-with-a-slot:{campaign}")
    return kept


def keep_items_with_a_slot(campaign: int, counted: int) -> None:
    cache.set(f"items-with-a-slot:{campaign}", counted, WITH_A_SLOT_SECONDS)


class CompleteItems:
    """How many items at the beginning of a campaign's plan are complete: ranked by as many judges as planned.

    Searches for a free item begin behind them. Each process looks for itself about once a minute, so a slot
    there that becomes free again is found after a minute, or at once when there is no other.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], tuple[int, float]] = {}

    def first_incomplete(self, judge: Judge) -> int:
        """The number of the first item that need not be passed over; 0 where that is not known."""
        return self._of(judge)[0]

    def learn(self, judge: Judge, found: int) -> None:
        """`found` is the number of a free item. Looks again where many items may be complete before it."""
        first, until = self._of(judge)
        now = time.monotonic()
        if not is_large(found - first) or now < until:
            return
        rows = _INCOMPLETE.rows(judge.campaign.judges_per_item, campaign=judge.campaign_id)
        self._kept[_key(judge)] = (rows[0][0] if rows else 0, now + COMPLETE_SECONDS)

    def forget(self) -> None:
        self._kept.clear()

    def _of(self, judge: Judge) -> tuple[int, float]:
        first, until = self._kept.get(_key(judge), (0, 0.0))
        return (first, until) if time.monotonic() < until else (0, 0.0)


def _key(judge: Judge) -> tuple[int, int]:
    return judge.campaign_id, judge.campaign.judges_per_item


def _incomplete_rows(judges_per_item: int, *, campaign: int) -> QuerySet[Item, tuple[int]]:
    done = Assignment.objects.filter(state=Assignment.State.DONE, item=OuterRef("pk"))
    planned = Item.objects.filter(
        ~Exists(done[judges_per_item - 1 :]),
        Exists(ItemOutput.objects.filter(item=OuterRef("pk"))[1:]),
        campaign=campaign,
        is_imported=False,
        purpose=Item.Purpose.JUDGING,
        retired_at__isnull=True,
    )
    return planned.order_by("number").values_list("number")[:1]


_INCOMPLETE = PreparedQuery(_incomplete_rows, campaign=int)
complete_items = CompleteItems()
