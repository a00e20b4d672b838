"""Taking items out of judging, and putting them back."""

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from rankings.access import MANAGERS
from rankings.actions import Action, Done
from rankings.models import Item


def retire(item: Item) -> None:
    """Hand out the item no more, nor its repetitions. The caller has checked that the campaign may change."""
    _family(item).filter(retired_at=None).update(retired_at=timezone.now())


class _OfAnItem(Action):
    abstract = True
    roles = MANAGERS
    of = Item
    by = "number"
    tab = "items"

    def rows(self) -> QuerySet[Item]:
        return super().rows().filter(original=None)

    def back_url(self) -> str:
        return reverse("campaigns:item", args=[self.campaign.slug, self.row.number])


class Retiring(_OfAnItem):
    """Hand an item out no more. Its rankings stay."""

    name, title, happened = "items.retire", "Retire the item", "Item retired"

    def obstacles(self) -> list[str]:
        return [f"Item {self.row.number} is retired already."] if self.row.retired_at else []

    def run(self) -> Done:
        retire(self.row)
        number = self.row.number
        return Done(f"Item {number} is retired: no judge gets it any more.", {"item": number})


class PuttingBack(_OfAnItem):
    """Hand out a retired item again, and with it the repetitions that were retired together with it."""

    name, title, happened = "items.put-back", "Put back", "Item put back"

    def obstacles(self) -> list[str]:
        return [] if self.row.retired_at else [f"Item {self.row.number} is not retired."]

    def run(self) -> Done:
        _family(self.row).update(retired_at=None)
        number = self.row.number
        return Done(f"Item {number} is back: judges can get it again.", {"item": number})


def _family(item: Item) -> QuerySet[Item]:
    """The item, what it repeats, and its repetitions."""
    return Item.objects.filter(
        Q(pk=item.pk) | Q(pk=item.original_id) | Q(original=item.original_id or item.pk)
    )
