"""Systems of a campaign: added later, renamed, retired."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access import MANAGERS, Refused, editable, set_fields
from rankings.actions import Action, Done
from rankings.corpus.late_systems import RENAMED
from rankings.corpus.storing import Look, store_outputs
from rankings.corpus.system_names import systems_renamed
from rankings.corpus.unseen_items import draw_anew
from rankings.formats.uploads import INPUT_SYSTEM, system_name_problem
from rankings.judgments.stored import counting_rankings
from rankings.models import Campaign, System


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

    name, title, happened = RENAMED, "Rename", "System renamed"
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
