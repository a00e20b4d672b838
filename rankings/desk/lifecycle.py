"""The life of a campaign: draft, open, closed, frozen; the archive, where campaigns rest; and the end.

From the click on nobody can open a campaign that is deleted; its rows go in a job.
"""

import unicodedata
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent
from appraise_gec.jobs.models import WORKING_STATES, Job
from appraise_gec.jobs.running import JobRun
from appraise_gec.jobs.services import JobKind, enqueue
from appraise_gec.words import plural
from rankings.access import MANAGERS, why_read_only
from rankings.actions import OWNERS, Action, Done
from rankings.models import Assignment, Campaign, Item, Judge, Membership, Ranking
from rankings.plan.progress import campaign_progress

DELETING_JOB = "rankings.delete-campaign"
# Rows with all that hangs on them: a ranking has a rank for each output.
ROWS_AT_ONCE = 1_000
State = Campaign.State
CLOSE_FIRST = "Judges can rank in this campaign. Close it first."


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


class Archiving(Action):
    """Take the campaign off the front list, and let nothing in it be changed."""

    name, title, happened = "campaign.archive", "Archive", "Campaign archived"
    roles = MANAGERS
    changes = False

    def obstacles(self) -> list[str]:
        if self.campaign.archived_at is not None:
            return ["The campaign is archived already."]
        return [CLOSE_FIRST] if self.campaign.state == State.OPEN else []

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


class DeletionForm(forms.Form):
    """The campaign's title once more."""

    typed = forms.CharField()
    campaign: Campaign

    def adapt(self, action: Action) -> None:
        self.campaign = action.campaign
        gone = plural(_rankings(self.campaign).count(), "{n} ranking", "{n} rankings")
        self.fields["typed"].label = f"To confirm, type the campaign's title: {self.campaign.title}"
        self.fields["typed"].help_text = f"Or its address: {self.campaign.slug}. {gone} will be deleted."

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"]
        if _plain(typed) not in (_plain(self.campaign.title), self.campaign.slug):
            raise forms.ValidationError(f"Type the campaign's title exactly: {self.campaign.title}")
        return typed


class Deleting(Action):
    """Delete the campaign with everything in it. The history of the site keeps who, when and what."""

    name, title, happened = "campaign.delete", "Delete the campaign", "Campaign deleted"
    roles = OWNERS
    explanation = (
        "Sentences, systems, items, judges, rankings, reports and metrics will be deleted, and links to "
        "public reports lead nowhere then. This cannot be undone. Download the whole campaign first "
        "(Settings): it can be restored from that file."
    )
    form = DeletionForm
    final = True
    changes = False
    tab: ClassVar[str] = "settings"

    def obstacles(self) -> list[str]:
        return [CLOSE_FIRST] if self.campaign.state == State.OPEN else []

    def run(self, *_: Any, **wanted: Any) -> Done:
        campaign = self.campaign
        detail = {
            "slug": campaign.slug,
            "title": campaign.title,
            "state": campaign.state,
            "rankings": _rankings(campaign).count(),
        }
        # Nobody could ask there for names of judges to be removed: only who did what stays.
        AuditEvent.objects.filter(campaign=campaign).update(detail={})
        Campaign.objects.filter(pk=campaign.pk).update(slug=f"deleted-{uuid4()}")
        Membership.objects.filter(campaign=campaign).delete()
        campaign.links.all().delete()
        Judge.objects.filter(campaign=campaign).update(user=None, is_active=False)
        enqueue(DELETING_JOB, {"campaign": campaign.pk}, self.actor)
        said = f"“{campaign.title}” is being deleted, and nobody can open it any more."
        return Done(said, detail, url=reverse("home"))


class DeleteCampaign(JobKind):
    """Delete the rows in parts, so that others can write meanwhile. Another attempt goes on with the rest."""

    name = DELETING_JOB
    long = True

    def run(self, run: JobRun) -> None:
        campaign = Campaign.objects.filter(pk=run.arguments["campaign"]).first()
        if campaign is None:
            return
        # What refers to other rows goes before them: a ranking to its item, an item to its systems.
        for share, rows in enumerate(_rows_of(campaign)):
            while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:ROWS_AT_ONCE]):
                run.progress(share / 6, "Deleting")
                rows.model._default_manager.filter(pk__in=keys).delete()
        with run.finishing(), transaction.atomic():
            campaign.delete()


def go_on_deleting() -> int:
    """Take up again what was called off or has failed. Returns how many."""
    left = Campaign.objects.filter(slug__startswith="deleted-", memberships=None)
    idle = [
        campaign
        for campaign in left
        if not Job.objects.about(DELETING_JOB, campaign=campaign.pk).filter(state__in=WORKING_STATES)
    ]
    for campaign in idle:
        enqueue(DELETING_JOB, {"campaign": campaign.pk}, None)
    return len(idle)


def _rankings(campaign: Campaign) -> QuerySet[Ranking]:
    """All of them, earlier revisions included."""
    return Ranking.objects.filter(judge__campaign=campaign)


def _rows_of(campaign: Campaign) -> "tuple[QuerySet[Any], ...]":
    return (
        _rankings(campaign),
        Assignment.objects.filter(judge__campaign=campaign),
        Item.objects.filter(campaign=campaign, original__isnull=False),
        Item.objects.filter(campaign=campaign),
        campaign.systems.all(),
        campaign.sentences.all(),
    )


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
