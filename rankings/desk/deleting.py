"""Deleting a campaign for good. From the click on nobody can open it; its rows go in a job."""

import unicodedata
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent
from appraise_gec.jobs.models import WORKING_STATES, Job
from appraise_gec.jobs.running import JobRun
from appraise_gec.jobs.services import JobKind, enqueue
from appraise_gec.words import plural
from rankings.actions import OWNERS, Action, Done
from rankings.models import Assignment, Campaign, Item, Judge, Membership, Ranking

JOB_KIND = "rankings.delete-campaign"
# Rows with all that hangs on them: a ranking has a rank for each output.
ROWS_AT_ONCE = 1_000


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
        if self.campaign.state == Campaign.State.OPEN:
            return ["Judges can rank in this campaign. Close it first."]
        return []

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
        enqueue(JOB_KIND, {"campaign": campaign.pk}, self.actor)
        said = f"“{campaign.title}” is being deleted, and nobody can open it any more."
        return Done(said, detail, url=reverse("home"))


class DeleteCampaign(JobKind):
    """Delete the rows in parts, so that others can write meanwhile. Another attempt goes on with the rest."""

    name = JOB_KIND
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


def go_on() -> int:
    """Take up again what was called off or has failed. Returns how many."""
    left = Campaign.objects.filter(slug__startswith="deleted-", memberships=None)
    idle = [
        campaign
        for campaign in left
        if not Job.objects.about(JOB_KIND, campaign=campaign.pk).filter(state__in=WORKING_STATES)
    ]
    for campaign in idle:
        enqueue(JOB_KIND, {"campaign": campaign.pk}, None)
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
