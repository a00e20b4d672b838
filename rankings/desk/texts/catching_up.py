"""New items that all show one system, so that a system which joined late is compared as often as others."""

import random
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import editable, refuse_when_frozen
from rankings.desk.texts.obstacles import refuse_while_blocked
from rankings.items.joining import join
from rankings.items.sampling import SampledItem, sample_items
from rankings.models import Campaign, Item, ItemOutputSystem, TextChange
from rankings.plan.sampling import corpus_sets, store_items

MOST_ITEMS = 2_000


def sample_items_with(campaign: Campaign, number: int, items: int, seed: int, actor: User) -> int:
    """Add items that show the system with this key, of sentences where no item does; returns how many.

    Sentences are drawn as the sampler of the campaign draws, and the other outputs at random. Results have no
    part in it, so the items need no mark.

    Raises:
        Refused: the campaign cannot be changed now, the system is gone, or too few sentences are left.
    """
    refuse_when_frozen(campaign)
    system = campaign.systems.taking_part().filter(pk=number).first()
    if system is None:
        raise Refused(_("There is no such system any more."))
    corpus = corpus_sets(campaign)
    with editable(campaign) as current:
        refuse_while_blocked(current)
        shown = ItemOutputSystem.objects.filter(
            system=system, item__campaign=current, item__purpose=Item.Purpose.JUDGING
        )
        used = set(shown.values_list("item__sentence", flat=True))
        places = [
            place
            for place, (key, outputs) in enumerate(zip(corpus.sentence_keys, corpus.sets, strict=True))
            if key not in used
            and len(outputs) > 1
            and any(system.name in systems for systems in outputs.systems)
        ]
        if items > len(places):
            raise Refused(
                ngettext(
                    "Only %(number)d sentence with different outputs is in no item that shows %(system)s.",
                    "Only %(number)d sentences with different outputs are in no item that shows %(system)s.",
                    len(places),
                )
                % {"number": len(places), "system": system.name}
            )
        drawn = sample_items(
            [corpus.sets[place] for place in places],
            items=items,
            seed=seed,
            max_outputs=current.max_outputs,
            sampler="uniform" if current.sampler == Campaign.Sampler.UNIFORM else "diversity",
            replacement=False,
            least_outputs=2,
        )
        chance = random.Random(seed)
        chosen: list[SampledItem] = []
        for item in drawn:
            place = places[item.sentence]
            outputs = join(
                item.outputs,
                corpus.sets[place],
                system.name,
                most=current.max_outputs,
                chance=chance,
                always=True,
            )
            chosen.append(replace(item, sentence=place, outputs=outputs))
        store_items(current, corpus, chosen)
        _note_made(current, system.pk, len(chosen))
        record_event(actor, "items.catch-up", current.pk, system=system.name, items=len(chosen), seed=seed)
    return len(chosen)


def _note_made(current: Campaign, system: int, number: int) -> None:
    """Undoing the change that brought the system takes these items with it."""
    changes = TextChange.objects.filter(campaign=current, system=system, undone_at=None)
    change = changes.exclude(kind=TextChange.Kind.SYSTEM_RENAMED).first()
    if change is None:
        return
    last = current.items.order_by("-number").values_list("number", flat=True)[:number]
    change.items = {**change.items, "made": sorted([*change.items.get("made", ()), *last])}
    change.save(update_fields=["items"])
