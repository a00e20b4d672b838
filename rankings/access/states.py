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
from appraise_gec.jobs.asked_once import one_at_a_time
from rankings.access.refusals import Refused
from rankings.models import Campaign, Ranking

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
            "Judges can no longer send in rankings. An answer that somebody is working on right now can only "
            "be sent in when the campaign is reopened.",
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
            "Nothing in this campaign can be changed after that: rankings, items, judges, title. "
            "Reports and exports stay available. This cannot be undone.",
            "The campaign is frozen. Reports and exports stay available.",
            final=True,
        ),
    )
}


def steps_from(campaign: Campaign) -> list[Step]:
    """The steps from the campaign's current state, the usual one first."""
    return [step for step in STEPS.values() if step.start == campaign.state]


def obstacles(campaign: Campaign, step: Step) -> list[str]:
    """Why the step cannot be taken now; empty when it can."""
    reasons = []
    if campaign.state != step.start:
        here = State(campaign.state).label.lower()
        reasons.append(
            f"The campaign is {here}; this is only possible while it is {State(step.start).label.lower()}."
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
    """Raise `Refused` when the campaign is frozen."""
    if campaign.state == State.FROZEN:
        raise Refused("The campaign is frozen and can no longer be changed.")


@contextmanager
def editable(campaign: Campaign) -> Iterator[Campaign]:
    """A transaction in which the campaign may be changed, and nobody else changes it.

    Gives the campaign as the database has it now. Raises `Refused` when it is frozen.
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


def deletion_obstacles(campaign: Campaign) -> list[str]:
    """Why the campaign cannot be deleted; empty when it can. Rankings that people made are never deleted."""
    if campaign.state != State.DRAFT:
        return [
            "Only a draft can be deleted. A campaign that was opened stays, so that rankings can be traced."
        ]
    if Ranking.objects.filter(judge__campaign=campaign).exists():
        return ["The campaign has rankings, and rankings are never deleted with one click."]
    return []


def delete_draft(campaign: Campaign, typed: str, actor: User) -> None:
    """Delete a draft and everything in it. `typed` must be the campaign's address, as a confirmation."""
    with transaction.atomic():
        current = Campaign.objects.select_for_update().get(pk=campaign.pk)
        if reasons := deletion_obstacles(current):
            raise Refused(*reasons)
        if typed.strip() != current.slug:
            raise Refused(f"To confirm, type the campaign's address exactly: {current.slug}")
        record_event(actor, "campaign.delete", None, slug=current.slug, title=current.title)
        # Outputs of items protect their systems, so the items go first.
        current.items.all().delete()
        current.delete()
