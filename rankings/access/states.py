"""The life of a campaign: draft, open, closed, frozen; the steps between them, and what prevents a step."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked import one_at_a_time
from rankings.access.refusals import Refused
from rankings.models import Campaign

State = Campaign.State


@dataclass(frozen=True, slots=True)
class Step:
    """A change of state.

    `button` names it, `consequence` says what it means, `final` whether it cannot be taken back.
    """

    name: str
    start: str
    end: str
    button: str
    consequence: str
    done: str
    final: bool = False


# What a campaign is, inside of a sentence.
IN_WORDS = {
    State.DRAFT: "draft",
    State.OPEN: "open",
    State.CLOSED: "closed",
    State.FROZEN: "frozen",
}

STEPS = {
    step.name: step
    for step in (
        Step(
            "open",
            State.DRAFT,
            State.OPEN,
            "Open for judging",
            "Judges can start ranking. The sampled items stay; more can be added.",
            "The campaign is open: its judges can rank now.",
        ),
        Step(
            "close",
            State.OPEN,
            State.CLOSED,
            "Close the campaign",
            (
                "Judges can no longer send in rankings. An answer that somebody is working on right "
                "now can only be sent in when the campaign is reopened."
            ),
            "The campaign is closed: no new rankings are accepted.",
        ),
        Step(
            "reopen",
            State.CLOSED,
            State.OPEN,
            "Open again",
            "Judges continue where they stopped.",
            "The campaign is open again.",
        ),
        Step(
            "freeze",
            State.CLOSED,
            State.FROZEN,
            "Freeze permanently",
            (
                "Nothing in this campaign can be changed after that: rankings, items, judges, title. "
                "Reports and exports stay available. This cannot be undone."
            ),
            "The campaign is frozen. Reports and exports stay available.",
            final=True,
        ),
    )
}


def steps_from(campaign: Campaign) -> list[Step]:
    """The steps from the campaign's current state, the usual one first; none while it is archived."""
    if campaign.archived_at is not None:
        return []
    return [step for step in STEPS.values() if step.start == campaign.state]


def obstacles(campaign: Campaign, step: Step) -> list[str]:
    """Why the step cannot be taken now; empty when it can."""
    reasons = []
    if campaign.archived_at is not None:
        reasons.append(why_read_only(campaign))
    if campaign.state != step.start:
        reasons.append(
            f"The campaign is {IN_WORDS[State(campaign.state)]}; this is only possible while it "
            f"is {IN_WORDS[State(step.start)]}."
        )
    # Judges are never shown an item with a single output, so only items with a second one count.
    if step.end == State.OPEN and not campaign.items.filter(purpose="judging", outputs__position=1).exists():
        reasons.append("There is nothing to judge yet. Sample items first.")
    return reasons


def take_step(campaign: Campaign, name: str, actor: User) -> Step:
    """Change the campaign's state. Raises `Refused` with the reasons when the rules forbid it."""
    step = STEPS[name]
    now = timezone.now()
    times: dict[str, dict[str, datetime | None]] = {
        State.OPEN: {"opened_at": now, "closed_at": None},
        State.CLOSED: {"closed_at": now},
    }
    with transaction.atomic():
        current = Campaign.objects.select_for_update().get(pk=campaign.pk)
        if reasons := obstacles(current, step):
            raise Refused(*reasons)
        Campaign.objects.filter(pk=campaign.pk).update(state=step.end, **times.get(step.end, {}))
        record_event(actor, f"campaign.{step.name}", campaign.pk)
    campaign.refresh_from_db()
    return step


def refuse_when_frozen(campaign: Campaign) -> None:
    """Raise `Refused` when nothing in the campaign may be changed: it is frozen, or archived."""
    if reason := why_read_only(campaign):
        raise Refused(reason)


def why_read_only(campaign: Campaign) -> str:
    """Why nothing in the campaign may be changed, in a sentence; "" when it may."""
    if campaign.archived_at is not None:
        return "The campaign is archived. Take it out of the archive to change it."
    return "The campaign is frozen and can no longer be changed." if campaign.is_read_only else ""


def archive(campaign: Campaign, actor: User) -> None:
    """Take the campaign off the front list, and let nothing in it be changed.

    Raises `Refused` while judges can rank: they would find the campaign gone.
    """
    with one_at_a_time(campaign) as current:
        if current.archived_at is not None:
            raise Refused("The campaign is archived already.")
        if current.state == State.OPEN:
            raise Refused("Judges can rank in this campaign. Close it first.")
        current.archived_at = timezone.now()
        current.save(update_fields=["archived_at"])
        record_event(actor, "campaign.archive", current.pk)


def unarchive(campaign: Campaign, actor: User) -> None:
    """Put the campaign back on the front list, in the state that it had."""
    with one_at_a_time(campaign) as current:
        if current.archived_at is None:
            raise Refused("The campaign is not archived.")
        current.archived_at = None
        current.save(update_fields=["archived_at"])
        record_event(actor, "campaign.unarchive", current.pk)


@contextmanager
def editable(campaign: Campaign) -> Iterator[Campaign]:
    """A transaction in which the campaign may be changed, and nobody else changes it.

    Gives the campaign as the database has it now. Raises `Refused` when it is frozen or archived.
    """
    with one_at_a_time(campaign) as current:
        refuse_when_frozen(current)
        yield current


def set_fields(current: Campaign, values: Mapping[str, Any]) -> dict[str, Any]:
    """Store those values, by field, that differ from what the campaign has. Returns them."""
    changed = {name: value for name, value in values.items() if getattr(current, name) != value}
    for name, value in changed.items():
        setattr(current, name, value)
    if changed:
        current.save(update_fields=sorted(changed))
    return changed
