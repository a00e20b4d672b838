"""Take back a change of a campaign's texts, as long as no judge has seen anything of it."""

import random
from collections.abc import Collection, Iterable

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import editable, set_fields
from rankings.corpus.system_names import systems_renamed
from rankings.desk import discards
from rankings.desk.texts.obstacles import refuse_while_blocked
from rankings.desk.texts.shown_items import (
    ShownItem,
    full_sets,
    lock_items,
    renamed,
    replace_items,
    shown_items,
)
from rankings.desk.texts.systems import give_name, refuse_name
from rankings.items.joining import join, leave
from rankings.models import (
    Campaign,
    Document,
    Item,
    ItemOutputSystem,
    Output,
    Sentence,
    System,
    TextChange,
)

Kind = TextChange.Kind


def undo(campaign: Campaign, number: int, actor: User) -> TextChange:
    """Undo a change by key.

    Raises:
        Refused: the campaign cannot be changed now, somebody else was quicker, judges have seen items that
            the change brought, or a later change stands on this one.
    """
    with editable(campaign) as current:
        refuse_while_blocked(current)
        change = (
            TextChange.objects.select_for_update(of=("self",)).filter(campaign=current, pk=number).first()
        )
        if change is None or change.undone_at is not None:
            raise Refused(_("Somebody else has undone this in the meantime."))
        {
            Kind.SYSTEM_ADDED.value: _undo_added,
            Kind.SYSTEM_REPLACED.value: _undo_replaced,
            Kind.SYSTEM_RENAMED.value: _undo_renamed,
            Kind.SENTENCES_ADDED.value: _undo_sentences,
        }[change.kind](current, change, actor)
        change.undone_by, change.undone_at = actor, timezone.now()
        change.save()
        record_event(
            actor,
            "texts.undo",
            current.pk,
            change=change.kind,
            system=change.name,
            sentences=change.sentences or None,
        )
    return change


def _undo_added(current: Campaign, change: TextChange, actor: User) -> None:
    system = _standing(change)
    lock_items(current)
    items = shown_items(current, system=system)
    _refuse_seen(items, system)
    _refuse_elsewhere(current, system, items)
    made = set(change.items.get("made", ()))
    _delete_items(item for item in items if item.number in made)
    rest = [item for item in items if item.number not in made]
    sets = full_sets(current, {item.sentence for item in rest}, without=[system.name])
    chance = random.Random(change.pk)
    shown = [
        leave(item.outputs, sets[item.sentence], most=current.max_outputs, chance=chance) for item in rest
    ]
    replace_items(current, rest, shown)
    if system.is_input:
        set_fields(current, {"include_input": False})
    _delete_system(change, system)


def _undo_replaced(current: Campaign, change: TextChange, actor: User) -> None:
    system, former = _standing(change), change.former_system
    if former is None:
        raise Refused(_("The former outputs are not there any more."))
    if _has_newer_sentences(current, former):
        raise Refused(_("Sentences were added since then. Undo that first."))
    lock_items(current)
    items = shown_items(current, system=system)
    kept = set(change.items.get("kept", ()))
    made = set(change.items.get("made", ()))
    _refuse_seen([item for item in items if item.number not in kept], system)
    _refuse_elsewhere(current, system, items)
    ItemOutputSystem.objects.filter(system=system, item__campaign=current, item__number__in=kept).update(
        system=former
    )
    _delete_items(item for item in items if item.number in made)
    rest = [item for item in items if item.number not in made | kept]
    texts = dict(Output.objects.filter(system=former).values_list("sentence_id", "text"))
    name = system.name
    sets = full_sets(current, {item.sentence for item in rest}, joining=(name, texts), without=[name])
    chance = random.Random(change.pk)
    shown = [
        join(
            renamed(item, {name: ""}).outputs,
            sets[item.sentence],
            name,
            most=current.max_outputs,
            chance=chance,
            always=True,
        )
        for item in rest
    ]
    # The name is that of the former outputs again before items refer to them by it.
    keys = [item.key for item in rest]
    ItemOutputSystem.objects.filter(system=system, item__in=keys).delete()
    former_name = former.name
    _delete_system(change, system)
    former.name, former.retired_at = name, None
    former.save(update_fields=["name", "retired_at"])
    systems_renamed.send(sender=Campaign, campaign=current, renamed={former_name: name})
    replace_items(current, rest, shown)
    Item.objects.filter(campaign=current, number__in=change.items.get("retired", ())).update(retired_at=None)
    for number in change.discards.filter(undone_at=None).values_list("pk", flat=True):
        discards.undo(current, number, actor)


def _undo_renamed(current: Campaign, change: TextChange, actor: User) -> None:
    system = _standing(change)
    refuse_name(current, change.former_name, beside=system)
    give_name(current, system, change.former_name)


def _undo_sentences(current: Campaign, change: TextChange, actor: User) -> None:
    first, number = change.first_sentence or 0, change.sentences
    if current.sentences.filter(index__gte=first + number).exists():
        raise Refused(_("More sentences were added since then. Undo that first."))
    sentences = Sentence.objects.filter(campaign=current, index__gte=first)
    shown = Item.objects.filter(campaign=current, sentence__index__gte=first).count()
    if shown:
        raise Refused(
            ngettext(
                "%(number)d item shows one of these sentences, so they stay.",
                "%(number)d items show these sentences, so they stay.",
                shown,
            )
            % {"number": shown}
        )
    documents = set(sentences.order_by().values_list("document_id", flat=True).distinct())
    Output.objects.filter(sentence__campaign=current, sentence__index__gte=first).delete()
    sentences.delete()
    Document.objects.filter(campaign=current, pk__in=documents, sentences=None).delete()


def _standing(change: TextChange) -> System:
    if change.system is None:
        raise Refused(_("The system is not there any more."))
    if change.system.retired_at is not None and change.kind != Kind.SYSTEM_RENAMED:
        raise Refused(_("The outputs were replaced since then. Undo that first."))
    return change.system


def _refuse_seen(items: Collection[ShownItem], system: System) -> None:
    seen = sum(not item.may_be_rebuilt for item in items)
    if seen:
        raise Refused(
            ngettext(
                "Judges have seen %(number)d item with an output of %(system)s, so it stays.",
                "Judges have seen %(number)d items with outputs of %(system)s, so it stays.",
                seen,
            )
            % {"number": seen, "system": system.name}
        )


def _refuse_elsewhere(current: Campaign, system: System, items: Collection[ShownItem]) -> None:
    """An item of another purpose may name the system one day: then it cannot go."""
    shown = ItemOutputSystem.objects.filter(item__campaign=current, system=system).count()
    if shown > len(items):
        raise Refused(
            _("Items with a known answer were made from outputs of %(system)s. Retire and remove them first.")
            % {"system": system.name}
        )


def _has_newer_sentences(current: Campaign, former: System) -> bool:
    return current.sentences.exclude(pk__in=Output.objects.filter(system=former).values("sentence")).exists()


def _delete_items(items: Iterable[ShownItem]) -> None:
    Item.objects.filter(pk__in=[item.key for item in items]).delete()


def _delete_system(change: TextChange, system: System) -> None:
    change.system = None
    change.save(update_fields=["system"])
    system.delete()
