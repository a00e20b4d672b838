"""The systems of a campaign with what judges have made of them."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from rankings.judgments.stored import counting_rankings
from rankings.models import Campaign, Item, ItemOutputSystem, System

AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A system; `items` of the plan show it, and `pairs` of the rankings so far compare it."""

    system: System
    items: int
    pairs: int


def system_rows(campaign: Campaign) -> list[SystemRow]:
    """Every system by name, retired ones last."""
    planned = Q(
        item_outputs__item__purpose=Item.Purpose.JUDGING,
        item_outputs__item__retired_at=None,
    )
    systems: Any = campaign.systems.annotate(shown=Count("item_outputs", filter=planned)).order_by("name")
    pairs = _pairs_of_systems(campaign)
    rows = [SystemRow(system, system.shown, pairs.get(system.pk, 0)) for system in systems]
    return sorted(rows, key=lambda row: row.system.retired_at is not None)


def _pairs_of_systems(campaign: Campaign) -> dict[int, int]:
    """In how many pairs of systems each stands, over all rankings that count; tied outputs are pairs, too."""
    ranked = counting_rankings(campaign).filter(skipped=False).order_by()
    rankings = Counter(ranked.values_list("item_id", flat=True))
    producers = ItemOutputSystem.objects.filter(item__campaign=campaign).order_by()
    members: dict[int, list[int]] = defaultdict(list)
    for item, system in producers.values_list("item_id", "system_id").iterator(chunk_size=AT_ONCE):
        if item in rankings:
            members[item].append(system)
    pairs: Counter[int] = Counter()
    for item, systems in members.items():
        for system in systems:
            pairs[system] += rankings[item] * (len(systems) - 1)
    return dict(pairs)
