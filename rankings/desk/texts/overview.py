"""The systems of a campaign with what judges have made of them, and the changes so far."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from rankings.desk.texts.shown_items import pairs_of_systems
from rankings.models import Campaign, Item, System, TextChange


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A system; `items` of the plan show it, and `pairs` of the rankings so far compare it.

    `change` is the one that it came with, where it joined later.
    """

    system: System
    items: int
    pairs: int
    change: TextChange | None


def system_rows(campaign: Campaign) -> list[SystemRow]:
    """Every system by name, replaced outputs last; six queries at most."""
    planned = Q(
        item_outputs__item__purpose=Item.Purpose.JUDGING,
        item_outputs__item__retired_at=None,
    )
    systems: Any = campaign.systems.annotate(shown=Count("item_outputs", filter=planned)).order_by("name")
    pairs = pairs_of_systems(campaign)
    brought = TextChange.objects.filter(campaign=campaign, undone_at=None, system__isnull=False)
    came_with = {
        change.system_id: change
        for change in brought.exclude(kind=TextChange.Kind.SYSTEM_RENAMED).order_by("pk")
    }
    rows = [
        SystemRow(system, system.shown, pairs.get(system.name, 0), came_with.get(system.pk))
        for system in systems
    ]
    return sorted(rows, key=lambda row: row.system.retired_at is not None)


def changes_of(campaign: Campaign) -> list[TextChange]:
    """Changes so far, the latest first."""
    changes = campaign.text_changes.select_related("created_by", "undone_by")
    # A grouped query does not take the order of its model.
    return list(changes.annotate(discarded=Count("discards__rankings")).order_by("-created_at", "-pk"))
