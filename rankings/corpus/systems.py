"""The systems of a campaign: how often each is judged, other names, retiring, and those that join later."""

import random
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.db.models import Count, F, Q, QuerySet
from django.dispatch import Signal
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access import MANAGERS, Refused, editable, set_fields
from rankings.actions import Action, Done
from rankings.corpus.creation import Look, store_outputs
from rankings.formats.records import Judgment
from rankings.formats.uploads import INPUT_SYSTEM, system_name_problem
from rankings.items.sampling import choose_outputs
from rankings.judgments.stored import counting_rankings
from rankings.models import Assignment, Campaign, Item, Ranking, System
from rankings.plan import sampling
from rankings.uploads.files import NamedFile

# Sent in the transaction of the change, with `campaign` and `renamed`: present names by former ones.
systems_renamed = Signal()
AT_ONCE = 5_000


def systems_by_name(campaign: Campaign) -> QuerySet[Any]:
    """Every system, retired ones last, with the `items_shown` of the plan that show it."""
    planned = Q(
        item_outputs__item__purpose=Item.Purpose.JUDGING,
        item_outputs__item__retired_at=None,
    )
    systems = campaign.systems.annotate(items_shown=Count("item_outputs", filter=planned))
    return systems.order_by(F("retired_at").asc(nulls_first=True), "name")


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
        sets = dict(zip(sentences, sampling.sets_of(sentences, names), strict=True))
        Item.objects.filter(pk__in=[item.pk for item in part]).delete()
        for item in part:
            item.pk, item._state.adding = None, True
        Item.objects.bulk_create(part)
        shown = [choose_outputs(sets[item.sentence_id], campaign.max_outputs, chance) for item in part]
        sampling.store_outputs(campaign, part, shown)
    return len(items)


def _lock_items(campaign: Campaign) -> None:
    """Keep judges from being lent items until the end of the transaction."""
    rows = Item.objects.filter(campaign=campaign, purpose=Item.Purpose.JUDGING, is_imported=False)
    # As whoever lends an item does, so that items are either lent before, or as they are afterwards.
    list(rows.order_by("pk").select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))


def late_systems(campaign: Campaign, judgments: Iterable[Judgment]) -> list[dict[str, Any]]:
    """Systems that were added after rankings were there, by name.

    `rankings_before` counted when the system joined, `pairs` are its comparisons in these judgments.
    """
    late = campaign.systems.filter(rankings_before__gt=0).order_by("name")
    found = dict(late.values_list("name", "rankings_before"))
    pairs = _pairs(judgments, found)
    return [
        {"system": name, "rankings_before": rankings, "pairs": pairs[name]}
        for name, rankings in found.items()
    ]


def _pairs(judgments: Iterable[Judgment], names: Iterable[str]) -> dict[str, int]:
    pairs = dict.fromkeys(names, 0)
    for judgment in judgments if pairs else ():
        covered = [system for output in judgment.outputs for system in output.systems]
        for system in covered:
            if system in pairs:
                pairs[system] += len(covered) - 1
    return pairs


def add_system(
    campaign: Campaign,
    name: str,
    texts: Mapping[int, str],
    file: NamedFile,
    actor: User,
    *,
    look: Look = lambda share: None,
) -> System:
    """A further system for the sentences of the campaign, with an output for each, by its key.

    Items that judges have seen stay as they are, and rankings of theirs count for the systems that they
    showed. What the others show is drawn anew, from all systems. Raises Refused where the campaign cannot be
    changed, the name is taken, or sentences were added meanwhile.
    """
    with editable(campaign) as current:
        refuse_name(current, name)
        if texts.keys() != set(current.sentences.values_list("pk", flat=True)):
            raise Refused("Sentences were added in the meantime. Upload the file again.")
        look(0.1)
        system = _store(current, name, texts, file)
        look(0.7)
        items = draw_anew(current)
        detail = {"system": name, "items_rebuilt": items, "file": file.name, "sha256": file.sha256}
        record_event(actor, "systems.add", current.pk, **detail)
    return system


class _OfASystem(Action):
    abstract = True
    roles = MANAGERS
    of = System
    asks = True
    tab = "settings"

    def rows(self) -> QuerySet[System]:
        """All but the unchanged source, which can be neither renamed nor retired."""
        return super().rows().filter(is_input=False)

    def back_url(self) -> str:
        return reverse("campaigns:texts", args=[self.campaign.slug])


class NameForm(forms.Form):
    name = forms.CharField(max_length=100, label="New name")


class RenameSystem(_OfASystem):
    """Give a system another name, everywhere but in reports that are there already."""

    name, title, happened = "systems.rename", "Rename", "System renamed"
    explanation = "The new name stands everywhere but in reports that are there already."
    form = NameForm

    def initial(self) -> dict[str, str]:
        return {"name": self.row.name}

    def run(self, name: str) -> Done:
        former, name = self.row.name, "_".join(name.split())
        if name == former:
            raise Refused("The system has this name already.")
        refuse_name(self.campaign, name, beside=self.row)
        self.row.name = name
        self.row.save(update_fields=["name"])
        systems_renamed.send(sender=Campaign, campaign=self.campaign, renamed={former: name})
        return Done(f"The system is called {name} now.", {"system": former, "name": name})


class RetireSystem(_OfASystem):
    """Take a system out of new items and metrics, for good."""

    name, title, happened = "systems.retire", "Retire", "System retired"
    explanation = (
        "It is in no new item and no new metric score any more. What judges have seen stays, and counts. "
        "Items that nobody has seen are drawn anew, without it."
    )
    final = True

    def obstacles(self) -> list[str]:
        return [f"{self.row.name} is retired already."] if self.row.retired_at else []

    def run(self) -> Done:
        self.row.retired_at = timezone.now()
        self.row.save(update_fields=["retired_at"])
        items = draw_anew(self.campaign)
        said = f"{self.row.name} is retired. Rankings of it stay."
        return Done(said, {"system": self.row.name, "items_rebuilt": items})


def refuse_name(current: Campaign, name: str, beside: System | None = None) -> None:
    """Raise `Refused` with every reason why no further system can have this name."""
    others = System.objects.filter(campaign=current)
    if beside is not None:
        others = others.exclude(pk=beside.pk)
    if name.casefold() in {other.casefold() for other in others.values_list("name", flat=True)}:
        raise Refused(f"The campaign has a system {name} already.")
    if problem := system_name_problem(name):
        raise Refused(problem)
    if name == INPUT_SYSTEM and beside is not None:
        raise Refused("INPUT is the name of the unchanged source.")


def _store(current: Campaign, name: str, texts: Mapping[int, str], file: NamedFile) -> System:
    rankings = counting_rankings(current).count()
    system = System.objects.create(
        campaign=current, name=name, is_input=name == INPUT_SYSTEM, rankings_before=rankings
    )
    if system.is_input:
        set_fields(current, {"include_input": True})
    store_outputs(system, list(texts), texts.values())
    current.files.create(kind="output", name=file.name[:255], sha256=file.sha256, size=file.size)
    return system
