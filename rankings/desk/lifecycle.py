"""The life of a campaign: draft, open, closed, frozen; and the archive, where campaigns rest."""

from typing import Any, ClassVar

from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.access import MANAGERS, CampaignAccess, why_read_only
from rankings.actions import OWNERS, Action, Done
from rankings.models import Campaign
from rankings.plan.progress import campaign_progress

State = Campaign.State


class Step(Action):
    """A change of state: where it starts, where it ends, and what is said afterwards."""

    abstract = True
    roles: ClassVar[tuple[str, ...]] = MANAGERS
    asks = True
    changes = False
    start: ClassVar[Campaign.State]
    end: ClassVar[Campaign.State]
    said: ClassVar[str]

    def obstacles(self) -> list[str]:
        reasons = []
        if self.campaign.archived_at is not None:
            reasons.append(why_read_only(self.campaign))
        if self.campaign.state != self.start:
            now = State(self.campaign.state).label.lower()
            needed = self.start.label.lower()
            reasons.append(f"The campaign is {now}; this is only possible while it is {needed}.")
        # Judges are never shown an item with a single output, so only items with a second one count.
        if self.end == State.OPEN and not self.campaign.items.filter(purpose="judging", outputs__position=1):
            reasons.append("There is nothing to judge yet. Sample items first.")
        return reasons

    def run(self) -> Done:
        self.campaign.state = self.end
        if self.end == State.OPEN:
            self.campaign.opened_at, self.campaign.closed_at = timezone.now(), None
        elif self.end == State.CLOSED:
            self.campaign.closed_at = timezone.now()
        self.campaign.save(update_fields=["state", "opened_at", "closed_at"])
        return Done(self.said)


class Opening(Step):
    name, title, happened = "campaign.open", "Open for judging", "Opened for judging"
    explanation = "Judges can start ranking. The sampled items stay; more can be added."
    start, end = State.DRAFT, State.OPEN
    said = "The campaign is open: its judges can rank now."


class Closing(Step):
    name, title, happened = "campaign.close", "Close the campaign", "Campaign closed"
    explanation = (
        "Judges can no longer send in rankings. An answer that somebody is working on right now can only be "
        "sent in when the campaign is reopened."
    )
    start, end = State.OPEN, State.CLOSED
    said = "The campaign is closed: no new rankings are accepted."

    def explain(self) -> str:
        progress = campaign_progress(self.campaign)
        if not progress.missing:
            return self.explanation
        return f"{progress.missing:,} of {progress.target:,} planned rankings are missing. {self.explanation}"


class Reopening(Step):
    name, title, happened = "campaign.reopen", "Open again", "Campaign opened again"
    explanation = "Judges continue where they stopped."
    start, end = State.CLOSED, State.OPEN
    said = "The campaign is open again."


class Freezing(Step):
    name, title, happened = "campaign.freeze", "Freeze permanently", "Campaign frozen"
    roles = OWNERS
    explanation = (
        "Nothing in this campaign can be changed after that: rankings, items, judges, title. Reports and "
        "exports stay available. This cannot be undone."
    )
    start, end = State.CLOSED, State.FROZEN
    said = "The campaign is frozen. Reports and exports stay available."
    final = True


STEPS = (Opening, Closing, Reopening, Freezing)


def steps_from(access: CampaignAccess, person: User) -> list[Step]:
    """The steps from the campaign's state that the person may take, the usual one first."""
    if access.campaign.archived_at is not None:
        return []
    return [
        step(access, person)
        for step in STEPS
        if step.start == access.campaign.state and access.role in step.roles
    ]


class Archiving(Action):
    """Take the campaign off the front list, and let nothing in it be changed."""

    name, title, happened = "campaign.archive", "Archive", "Campaign archived"
    roles = MANAGERS
    changes = False

    def obstacles(self) -> list[str]:
        if self.campaign.archived_at is not None:
            return ["The campaign is archived already."]
        if self.campaign.state == State.OPEN:
            # Judges would find the campaign gone.
            return ["Judges can rank in this campaign. Close it first."]
        return []

    def run(self) -> Done:
        said = "The campaign is archived. You find it at the end of your home page."
        return _archived(self.campaign, timezone.now(), said)


class Unarchiving(Action):
    """Put the campaign back on the front list, in the state that it had."""

    name, title = "campaign.unarchive", "Take out of the archive"
    happened = "Campaign taken out of the archive"
    roles = MANAGERS
    changes = False

    def obstacles(self) -> list[str]:
        return [] if self.campaign.archived_at is not None else ["The campaign is not archived."]

    def run(self) -> Done:
        return _archived(self.campaign, None, "The campaign is back on your home page.")


def _archived(campaign: Campaign, at: Any, said: str) -> Done:
    campaign.archived_at = at
    campaign.save(update_fields=["archived_at"])
    return Done(said)
