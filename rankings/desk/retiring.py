"""Taking items out of judging, and putting them back."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import editable
from rankings.models import Campaign, Item


def retire(item: Item) -> None:
    """Hand out the item no more, nor its repetitions. The caller has checked that the campaign may change."""
    _family(item).filter(retired_at=None).update(retired_at=timezone.now())


def retire_item(campaign: Campaign, number: int, actor: User) -> None:
    """Retire an item on the manager's own account. Its rankings stay.

    Raises `Refused` for a frozen campaign, and when the item is gone or retired already.
    """
    with editable(campaign) as current:
        item = _item(current, number)
        if item.retired_at is not None:
            raise Refused(f"Item {number} is retired already.")
        retire(item)
        record_event(actor, "items.retire", current.pk, item=number)


def put_back_item(campaign: Campaign, number: int, actor: User) -> None:
    """Hand out a retired item again, and with it the repetitions that were retired together with it.

    Raises `Refused` as `retire_item` does.
    """
    with editable(campaign) as current:
        item = _item(current, number)
        if item.retired_at is None:
            raise Refused(f"Item {number} is not retired.")
        _family(item).update(retired_at=None)
        record_event(actor, "items.put-back", current.pk, item=number)


def _item(campaign: Campaign, number: int) -> Item:
    item = Item.objects.filter(campaign=campaign, number=number, original=None).first()
    if item is None:
        raise Refused(f"There is no item {number} any more.")
    return item


def _family(item: Item) -> QuerySet[Item]:
    """The item, what it repeats, and its repetitions."""
    return Item.objects.filter(
        Q(pk=item.pk) | Q(pk=item.original_id) | Q(original=item.original_id or item.pk)
    )
