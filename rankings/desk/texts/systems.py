"""Add a system to a campaign, replace its outputs, rename it; each in one transaction."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.bulk_rows import Row, insert_rows
from rankings.access.refusals import Refused
from rankings.access.states import editable, set_fields
from rankings.corpus.staging import site_limits
from rankings.corpus.system_names import systems_renamed
from rankings.desk import discards
from rankings.desk.texts.effects import Effect, effect_of_adding, effect_of_replacing
from rankings.desk.texts.obstacles import refuse_while_blocked
from rankings.desk.texts.shown_items import lock_items, make_items_like, replace_items
from rankings.formats.uploads import INPUT_SYSTEM, system_name_problem
from rankings.judgments.stored import counting_rankings
from rankings.models import (
    Campaign,
    Item,
    ItemOutputSystem,
    Output,
    StagedUpload,
    System,
    TextChange,
)

BATCH = 10_000
Kind = TextChange.Kind
Look = Callable[[], None]


@dataclass(frozen=True, slots=True)
class NewOutputs:
    """The outputs of one system, read from a file that fits the campaign.

    `texts` are by key of the sentence. `file` names the file with its SHA-256 and size.
    """

    texts: Mapping[int, str]
    file: str
    sha256: str
    size: int


def add_system(
    campaign: Campaign,
    name: str,
    outputs: NewOutputs,
    actor: User,
    *,
    rebuild: bool,
    seed: int,
    upload: StagedUpload | None = None,
    look: Look = lambda: None,
) -> TextChange:
    """A further system for the sentences of the campaign.

    Items that judges have seen stay as they are, and rankings of theirs count for the systems that they
    showed. With `rebuild`, unseen items show the system as if it had been there when they were sampled.

    Args:
        campaign: in any state but frozen or archived.
        name: of the system; no other has it.
        outputs: one for every sentence.
        actor: for the history.
        rebuild: whether unseen items get the new output.
        seed: decides where it takes the place of another output.
        upload: which is being confirmed.
        look: raises where a job should end.

    Raises:
        Refused: the campaign cannot be changed now, the name is taken, or sentences were added meanwhile.
    """
    with editable(campaign) as current:
        refuse_while_blocked(current, upload)
        refuse_name(current, name)
        _refuse_incomplete(current, outputs)
        lock_items(current)
        effect = effect_of_adding(current, name, outputs.texts, seed) if rebuild else None
        look()
        system = _store(current, name, outputs, look)
        if effect is not None:
            _rebuild(current, effect)
        change = TextChange.objects.create(
            campaign=current,
            kind=Kind.SYSTEM_ADDED,
            system=system,
            name=name,
            rankings_before=counting_rankings(current).count(),
            created_by=actor,
            created_at=timezone.now(),
        )
        _note(
            actor,
            "systems.add",
            current,
            system=name,
            items_rebuilt=len(effect.rebuilt) if effect else 0,
            seed=seed,
            **_of_file(outputs),
        )
    return change


def replace_system(
    campaign: Campaign,
    number: int,
    outputs: NewOutputs,
    actor: User,
    *,
    discard: bool,
    seed: int,
    upload: StagedUpload | None = None,
    look: Look = lambda: None,
) -> TextChange:
    """Other outputs for a system. Unseen items show the new ones.

    The former outputs stay under a name of their own, with the rankings of items that show them. With
    `discard`, items whose output is the same in both files stay items of the system. Rankings of the others
    are discarded, and new items of the same sentences, with the new output, take their places.

    Args:
        campaign: in any state but frozen or archived.
        number: key of the system.
        outputs: one for every sentence.
        actor: for the history.
        discard: see above.
        seed: decides where the new output takes the place of another.
        upload: which is being confirmed.
        look: raises where a job should end.

    Raises:
        Refused: the campaign cannot be changed now, the system is the source or gone, or rankings that would
            be discarded were imported, so that nobody here could rank the sentences again.
    """
    with editable(campaign) as current:
        refuse_while_blocked(current, upload)
        former = system_to_change(current, number)
        _refuse_incomplete(current, outputs)
        lock_items(current)
        effect = effect_of_replacing(current, former, outputs.texts, seed)
        if discard and effect.figures.other_imported:
            raise Refused(
                _(
                    "Rankings of the former outputs were imported, so nobody here can rank these sentences "
                    "again. Keep the former outputs as a system of its own."
                )
            )
        look()
        name, rankings = former.name, counting_rankings(current).count()
        former.name, former.retired_at = free_name(current, name), timezone.now()
        former.save(update_fields=["name", "retired_at"])
        systems_renamed.send(sender=Campaign, campaign=current, renamed={name: former.name})
        system = _store(current, name, outputs, look)
        _rebuild(current, effect)
        change = TextChange.objects.create(
            campaign=current,
            kind=Kind.SYSTEM_REPLACED,
            system=system,
            former_system=former,
            name=name,
            former_name=former.name,
            rankings_before=rankings,
            created_by=actor,
            created_at=timezone.now(),
        )
        discarded = _start_again(change, effect, actor) if discard else 0
        _note(
            actor,
            "systems.replace",
            current,
            system=name,
            former_outputs=former.name,
            items_rebuilt=len(effect.rebuilt),
            rankings_discarded=discarded,
            items_made=len(change.items.get("made", ())),
            seed=seed,
            **_of_file(outputs),
        )
    return change


def rename_system(campaign: Campaign, number: int, name: str, actor: User) -> TextChange:
    """Another name for a system, everywhere but in reports that are there already.

    Raises:
        Refused: the campaign cannot be changed now, the system is the source or gone, or the name is taken.
    """
    name = "_".join(name.split())
    with editable(campaign) as current:
        refuse_while_blocked(current)
        system = system_to_change(current, number, also_retired=True)
        former = system.name
        if name == former:
            raise Refused(_("The system has this name already."))
        refuse_name(current, name, beside=system)
        give_name(current, system, name)
        change = TextChange.objects.create(
            campaign=current,
            kind=Kind.SYSTEM_RENAMED,
            system=system,
            name=name,
            former_name=former,
            rankings_before=counting_rankings(current).count(),
            created_by=actor,
            created_at=timezone.now(),
        )
        _note(actor, "systems.rename", current, system=former, name=name)
    return change


def give_name(current: Campaign, system: System, name: str) -> None:
    """Rename, also where names are stored beside the system. The caller holds the campaign's row."""
    renamed = {system.name: name}
    system.name = name
    system.save(update_fields=["name"])
    systems_renamed.send(sender=Campaign, campaign=current, renamed=renamed)


def system_to_change(current: Campaign, number: int, *, also_retired: bool = False) -> System:
    """The system by key. Raises `Refused` for the source, and where the system is gone."""
    system = System.objects.filter(campaign=current, pk=number).first()
    if system is None or (system.retired_at is not None and not also_retired):
        raise Refused(_("There is no such system any more."))
    if system.is_input:
        raise Refused(
            _("%(system)s is the unchanged source. It can be neither replaced nor renamed.")
            % {"system": system.name}
        )
    return system


def refuse_name(current: Campaign, name: str, beside: System | None = None) -> None:
    """Raise `Refused` with every reason why no further system can have this name."""
    others = System.objects.filter(campaign=current)
    if beside is not None:
        others = others.exclude(pk=beside.pk)
    if name.casefold() in {other.casefold() for other in others.values_list("name", flat=True)}:
        raise Refused(_("The campaign has a system %(name)s already.") % {"name": name})
    if problem := system_name_problem(name, site_limits()):
        raise Refused(problem)
    if name == INPUT_SYSTEM and beside is not None:
        raise Refused(_("INPUT is the name of the unchanged source."))


def free_name(current: Campaign, name: str) -> str:
    """A name for former outputs: NAME_upload_1, or the next one that is free."""
    taken = {
        other.casefold() for other in System.objects.filter(campaign=current).values_list("name", flat=True)
    }
    number = 1
    while (found := f"{name[:85]}_upload_{number}").casefold() in taken:
        number += 1
    return found


def _refuse_incomplete(current: Campaign, outputs: NewOutputs) -> None:
    if outputs.texts.keys() != set(current.sentences.values_list("pk", flat=True)):
        raise Refused(_("Sentences were added or removed in the meantime. Upload the file again."))


def _store(current: Campaign, name: str, outputs: NewOutputs, look: Look) -> System:
    system = System.objects.create(campaign=current, name=name, is_input=name == INPUT_SYSTEM)
    if system.is_input:
        set_fields(current, {"include_input": True})
    rows: list[Row] = [(system.pk, sentence, text) for sentence, text in outputs.texts.items()]
    for first in range(0, len(rows), BATCH):
        look()
        insert_rows(Output, ("system", "sentence", "text"), rows[first : first + BATCH])
    current.files.create(kind="output", name=outputs.file[:255], sha256=outputs.sha256, size=outputs.size)
    return system


def _rebuild(current: Campaign, effect: Effect) -> None:
    replace_items(current, [item for item, _ in effect.rebuilt], [shown for _, shown in effect.rebuilt])


def _start_again(change: TextChange, effect: Effect, actor: User) -> int:
    """Discard rankings of former outputs, and make items of the same sentences. Returns the rankings."""
    current = change.campaign
    former, system = change.former_system, change.system
    same = [item.key for item in effect.same]
    other = [item.key for item, _ in effect.other]
    for first in range(0, max(len(same), len(other)), BATCH):
        shown = ItemOutputSystem.objects.filter(system=former, item__in=same[first : first + BATCH])
        shown.update(system=system)
        gone = Item.objects.filter(pk__in=other[first : first + BATCH], retired_at=None)
        gone.update(retired_at=change.created_at)
    reason = _("The output of %(system)s was replaced.") % {"system": change.name}
    rankings = discards.discard_of_items(change, other, reason, actor)
    again = [
        (item, shown)
        for item, shown in effect.other
        if item.purpose == Item.Purpose.JUDGING and not item.is_retired
    ]
    made = make_items_like(current, [item for item, _ in again], [shown for _, shown in again])
    change.items = {
        "retired": sorted({item.number for item, _ in effect.other if not item.is_retired}),
        "made": made,
        "kept": sorted({item.number for item in effect.same}),
    }
    change.save(update_fields=["items"])
    return rankings


def _of_file(outputs: NewOutputs) -> dict[str, object]:
    return {"file": outputs.file, "sha256": outputs.sha256}


def _note(actor: User, action: str, current: Campaign, **detail: object) -> None:
    record_event(actor, action, current.pk, **detail)
