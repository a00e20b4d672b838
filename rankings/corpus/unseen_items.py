"""Items that nobody has seen: what they show is drawn anew when systems come or go."""

import random

from django.db.models import QuerySet

from rankings.items.sampling import choose_outputs
from rankings.models import Assignment, Campaign, Item, Ranking
from rankings.plan.sampling import sets_of, store_outputs

AT_ONCE = 5_000


def unseen_items(campaign: Campaign) -> QuerySet[Item]:
    """Items for judging that were never lent to anybody and have no ranking, those of top-ups included."""
    items = Item.objects.filter(campaign=campaign, purpose=Item.Purpose.JUDGING, is_imported=False)
    lent = Assignment.objects.filter(item__campaign=campaign).values("item")
    ranked = Ranking.objects.filter(item__campaign=campaign).values("item")
    return items.exclude(pk__in=lent).exclude(pk__in=ranked)


def draw_anew(campaign: Campaign) -> int:
    """Draw outputs for all unseen items, from the systems that take part now. Returns how many items.

    The caller holds the campaign's row. Items keep their numbers and sentences, and get new keys: who was
    about to be lent one finds it gone, and looks again. The seed is that of the campaign.
    """
    _lock_items(campaign)
    names = dict(campaign.systems.taking_part().order_by("pk").values_list("pk", "name"))
    chance = random.Random(campaign.seed or 0)
    items = list(unseen_items(campaign).order_by("number", "pk"))
    for first in range(0, len(items), AT_ONCE):
        part = items[first : first + AT_ONCE]
        sentences = list(dict.fromkeys(item.sentence_id for item in part))
        sets = dict(zip(sentences, sets_of(sentences, names), strict=True))
        Item.objects.filter(pk__in=[item.pk for item in part]).delete()
        for item in part:
            item.pk, item._state.adding = None, True
        Item.objects.bulk_create(part)
        shown = [choose_outputs(sets[item.sentence_id], campaign.max_outputs, chance) for item in part]
        store_outputs(campaign, part, shown)
    return len(items)


def _lock_items(campaign: Campaign) -> None:
    """Keep judges from being lent items until the end of the transaction."""
    rows = Item.objects.filter(campaign=campaign, purpose=Item.Purpose.JUDGING, is_imported=False)
    # As whoever lends an item does, so that items are either lent before, or as they are afterwards.
    list(rows.order_by("pk").select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
