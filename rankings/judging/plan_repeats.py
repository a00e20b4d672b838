"""Planned repetitions: an item that a judge ranked comes back to the same judge after a gap.

The two rankings of the same outputs show the judge's agreement with themselves. The second ranking
belongs to a copy of the item, which nobody else gets.
"""

import random

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from rankings.models import Assignment, Item, ItemOutput, ItemOutputSystem, Judge, Ranking

Purpose = Item.Purpose


def make_repeat(judge: Judge, gap: int) -> Item | None:
    """A copy of an item that the judge has ranked, with at least `gap` items since; None if there is none."""
    original = _choose(judge, gap)
    if original is None:
        return None
    copy = Item(
        campaign_id=original.campaign_id,
        sentence_id=original.sentence_id,
        number=original.number,
        purpose=Purpose.REPEAT,
        original=original,
        reserved_for=judge,
        top_up_id=original.top_up_id,
    )
    try:
        with transaction.atomic():
            copy.save(force_insert=True)
    except IntegrityError:  # another window of the same judge was quicker
        return None
    outputs = list(original.outputs.all())
    copies = ItemOutput.objects.bulk_create(
        ItemOutput(item=copy, position=output.position, text=output.text) for output in outputs
    )
    new = {output.pk: made for output, made in zip(outputs, copies, strict=True)}
    producers = ItemOutputSystem.objects.filter(item=original).order_by("pk")
    ItemOutputSystem.objects.bulk_create(
        ItemOutputSystem(item=copy, output=new[output], system_id=system)
        for output, system in producers.values_list("output_id", "system_id")
    )
    return copy


def _choose(judge: Judge, gap: int) -> Item | None:
    """One at random of the items that could be repeated, so that it cannot be foreseen which."""
    own = Assignment.objects.filter(judge=judge)
    recent = own.order_by("-lent_at", "-pk").values("item")[:gap]
    copies = Item.objects.filter(original=OuterRef("item"), reserved_for=judge)
    ranked = Ranking.objects.filter(
        judge=judge, item=OuterRef("item"), is_current=True, skipped=False, flag_reason=""
    )
    possible = (
        own.filter(
            ~Exists(copies),
            Exists(ranked),
            state=Assignment.State.DONE,
            item__purpose=Purpose.JUDGING,
            item__retired_at__isnull=True,
        )
        .exclude(item__in=recent)
        .order_by("pk")
        .values_list("item", flat=True)
    )
    chosen = list(possible)
    return Item.objects.get(pk=random.choice(chosen)) if chosen else None
