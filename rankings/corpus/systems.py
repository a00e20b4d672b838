"""Add a system to a campaign, rename it, retire it; each in one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import editable, set_fields
from rankings.corpus.late_systems import RENAMED
from rankings.corpus.storing import Look, store_outputs
from rankings.corpus.system_names import systems_renamed
from rankings.corpus.unseen_items import draw_anew
from rankings.formats.uploads import INPUT_SYSTEM, system_name_problem
from rankings.judgments.stored import counting_rankings
from rankings.models import Campaign, System
from rankings.uploads.files import site_limits


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
    look: Look = lambda share: None,
) -> System:
    """A further system for the sentences of the campaign.

    Items that judges have seen stay as they are, and rankings of theirs count for the systems that they
    showed. What the others show is drawn anew, from all systems.

    Args:
        campaign: in any state but frozen or archived.
        name: of the system; no other has it.
        outputs: one for every sentence.
        actor: for the history.
        look: called now and then; what it raises ends the work.

    Raises:
        Refused: the campaign cannot be changed now, the name is taken, or sentences were added meanwhile.
    """
    with editable(campaign) as current:
        refuse_name(current, name)
        if outputs.texts.keys() != set(current.sentences.values_list("pk", flat=True)):
            raise Refused("Sentences were added in the meantime. Upload the file again.")
        look(0.1)
        system = _store(current, name, outputs)
        look(0.7)
        items = draw_anew(current)
        detail = {"file": outputs.file, "sha256": outputs.sha256}
        record_event(actor, "systems.add", current.pk, system=name, items_rebuilt=items, **detail)
    return system


def rename_system(campaign: Campaign, number: int, name: str, actor: User) -> System:
    """Another name for a system, everywhere but in reports that are there already.

    Raises:
        Refused: the campaign cannot be changed now, the system is the source or gone, or the name is taken.
    """
    name = "_".join(name.split())
    with editable(campaign) as current:
        system = system_to_change(current, number)
        former = system.name
        if name == former:
            raise Refused("The system has this name already.")
        refuse_name(current, name, beside=system)
        system.name = name
        system.save(update_fields=["name"])
        systems_renamed.send(sender=Campaign, campaign=current, renamed={former: name})
        record_event(actor, RENAMED, current.pk, system=former, name=name)
    return system


def retire_system(campaign: Campaign, number: int, actor: User) -> System:
    """Take a system out of new items and metrics, for good. What judges have seen stays, and counts.
    What items show that nobody has seen is drawn anew, without it.
    Raises:
        Refused: the campaign cannot be changed now, or the system is the source, gone or retired.
    """
    with editable(campaign) as current:
        system = system_to_change(current, number)
        if system.retired_at is not None:
            raise Refused(f"{system.name} is retired already.")
        system.retired_at = timezone.now()
        system.save(update_fields=["retired_at"])
        items = draw_anew(current)
        record_event(actor, "systems.retire", current.pk, system=system.name, items_rebuilt=items)
    return system


def system_to_change(current: Campaign, number: int) -> System:
    """The system by key. Raises `Refused` for the source, and where the system is gone."""
    system = System.objects.filter(campaign=current, pk=number).first()
    if system is None:
        raise Refused("There is no such system any more.")
    if system.is_input:
        raise Refused(f"{system.name} is the unchanged source. It can be neither renamed nor retired.")
    return system


def refuse_name(current: Campaign, name: str, beside: System | None = None) -> None:
    """Raise `Refused` with every reason why no further system can have this name."""
    others = System.objects.filter(campaign=current)
    if beside is not None:
        others = others.exclude(pk=beside.pk)
    if name.casefold() in {other.casefold() for other in others.values_list("name", flat=True)}:
        raise Refused(f"The campaign has a system {name} already.")
    if problem := system_name_problem(name, site_limits()):
        raise Refused(problem)
    if name == INPUT_SYSTEM and beside is not None:
        raise Refused("INPUT is the name of the unchanged source.")


def _store(current: Campaign, name: str, outputs: NewOutputs) -> System:
    rankings = counting_rankings(current).count()
    system = System.objects.create(
        campaign=current, name=name, is_input=name == INPUT_SYSTEM, rankings_before=rankings
    )
    if system.is_input:
        set_fields(current, {"include_input": True})
    store_outputs(system, list(outputs.texts), outputs.texts.values())
    current.files.create(kind="output", name=outputs.file[:255], sha256=outputs.sha256, size=outputs.size)
    return system
