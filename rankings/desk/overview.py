"""The overview of a campaign: what needs its manager now."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from appraise_gec.words import plural
from rankings.access import opened, page
from rankings.desk.item_actions import leases, open_flags
from rankings.desk.judge_facts import judge_rows, raised_alarms
from rankings.models import Campaign, Membership
from rankings.plan.forecast import shortage_of
from rankings.plan.progress import CampaignProgress, campaign_progress, done_on

OVER = (Campaign.State.CLOSED, Campaign.State.FROZEN)


@dataclass(frozen=True, slots=True)
class RoadStep:
    """One step on the way of a campaign. `standing` is done, current or waiting."""

    title: str
    text: str
    standing: str
    address: str
    button: str


@login_required
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The overview of the campaign, for managers; researchers are led to its reports."""
    access = opened(request, slug)
    if not access.may_manage:
        return redirect("reports:overview", slug)
    campaign = access.campaign
    progress = campaign_progress(campaign)
    now = timezone.now()
    steps = road(campaign, progress)
    return page(
        request,
        access,
        "desk/desk.html",
        {
            "tab": "desk",
            "progress": progress,
            "alarms": raised_alarms(judge_rows(campaign, progress)),
            "shortage": shortage_of(campaign, progress),
            "done_on": done_on(campaign, progress, now),
            "road": steps,
            "road_now": next_step(steps),
            "is_imported": is_imported(progress),
            "open_flags": open_flags(campaign).order_by().count(),
            "leases": leases(campaign).order_by().filter(lease_expires_at__gt=now).count(),
        },
    )


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign on the home page, with its next step. Of one that is over, only rankings are known."""

    campaign: Campaign
    progress: CampaignProgress | None = None
    alarms: int = 0
    flags: int = 0
    button: str = gettext_noop("Read the report")
    address: str = "reports:overview"


def campaign_row(campaign: Campaign) -> CampaignRow:
    """The campaign on the home page of a person in its team, as `campaigns_of` gives it."""
    over = campaign.archived_at is not None or campaign.state in OVER
    if over or getattr(campaign, "role", None) == Membership.Role.RESEARCHER:
        return CampaignRow(campaign)
    progress = campaign_progress(campaign)
    step = next_step(road(campaign, progress))
    known: dict[str, Any] = {"button": step.button, "address": step.address} if step else {}
    if campaign.state == Campaign.State.DRAFT:
        return CampaignRow(campaign, progress, **known)
    lacking = shortage_of(campaign, progress)
    if lacking and lacking.to_invite:
        known = {"button": gettext_noop("Invite judges"), "address": "campaigns:judges"}
    alarms = len(raised_alarms(judge_rows(campaign, progress)))
    return CampaignRow(campaign, progress, alarms, open_flags(campaign).order_by().count(), **known)


def road(campaign: Campaign, progress: CampaignProgress) -> list[RoadStep]:
    """The steps of a campaign; the first that is not done is the current one.

    None is where judgments were imported and nothing is sampled, and in an archived campaign.
    """
    opened = campaign.state != Campaign.State.DRAFT
    over = campaign.state in OVER
    items = progress.items + progress.retired_items
    steps = [
        (True, "Files are in", _texts_in_words(progress), "campaigns:settings", ""),
        (
            items > 0,
            "Items are sampled" if progress.planned_items else "Items are in" if items else "Sample items",
            _items_in_words(progress, campaign.judges_per_item)
            if items
            else "Choose how many screens judges will rank, and how their sentences are sampled.",
            "campaigns:design",
            gettext_noop("Sample items"),
        ),
        (
            bool(progress.judges),
            "Judges are invited" if progress.judges else "Invite judges",
            f"{len(progress.judges):,} in all, {progress.judges_ready:,} ready to rank."
            if progress.judges
            else "Make an invitation link for each judge, or add people who have an account.",
            "campaigns:judges",
            gettext_noop("Invite judges"),
        ),
        (
            over or (opened and not progress.missing),
            "Judging was open" if over else "Judging is open" if opened else "Open for judging",
            "" if over else "Judges can rank." if opened else "From then on, judges can rank.",
            "reports:overview" if opened else "do:campaign.open",
            gettext_noop("Report so far") if opened else gettext_noop("Open for judging"),
        ),
        (
            over,
            "Closed" if over else "Close",
            _when_closed(progress)
            if over
            else "When there are enough rankings, close the campaign and read the report.",
            "do:campaign.close",
            gettext_noop("Close the campaign"),
        ),
    ]
    first = next((place for place, step in enumerate(steps) if not step[0]), None)
    if campaign.archived_at is not None or (not opened and is_imported(progress)):
        first = None
    return [
        RoadStep(title, text, "done" if done else "current" if place == first else "waiting", address, button)
        for place, (done, title, text, address, button) in enumerate(steps)
    ]


def next_step(road: list[RoadStep]) -> RoadStep | None:
    return next((step for step in road if step.standing == "current"), None)


def is_imported(progress: CampaignProgress) -> bool:
    """Whether the campaign has rankings, and nothing is sampled that anybody could rank."""
    return progress.rankings > 0 and not progress.planned_items


def _texts_in_words(progress: CampaignProgress) -> str:
    """How many texts there are, for instance "1,312 sentences in 50 documents, 12 systems." """
    sentences = plural(progress.sentences, "{n} sentence", "{n} sentences")
    documents = plural(progress.documents, "{n} document", "{n} documents")
    alone = 1 < progress.sentences == progress.documents
    systems = plural(progress.systems, "{n} system", "{n} systems")
    return f"{sentences} {'that stand alone' if alone else f'in {documents}'}, {systems}."


def _when_closed(progress: CampaignProgress) -> str:
    said = "No new rankings are accepted. The report shows the result."
    if not progress.missing:
        return said
    is_missing = "is missing" if progress.missing == 1 else "are missing"
    return f"{progress.missing:,} of {progress.target:,} planned rankings {is_missing}. {said}"


def _items_in_words(progress: CampaignProgress, judges_per_item: int) -> str:
    items = plural(progress.items, "{n} item", "{n} items")
    if not progress.planned_items:
        return f"{items}, none of them for judges to rank."
    return f"{items}, for {plural(judges_per_item, '{n} judge', '{n} judges')} each."
