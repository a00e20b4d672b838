"""Deleting a campaign for good: at once where it is small, by a job where it is not.

A campaign that is being deleted has no members and another address: nobody can open it. Its rows go in one
transaction.
"""

import unicodedata
from uuid import uuid4

from django.db import transaction

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs import services
from appraise_gec.jobs.models import Job
from appraise_gec.jobs.running import JobRun
from rankings.access.refusals import Refused
from rankings.corpus.storing import delete_campaign_rows
from rankings.models import Campaign, Judge, Membership, Output, Ranking

JOB_KIND = "rankings.delete-campaign"
# A second of work is left to a request.
MOST_AT_ONCE = 10_000


def deletion_obstacles(campaign: Campaign) -> list[str]:
    """Why the campaign cannot be deleted; empty when it can."""
    if campaign.state == Campaign.State.OPEN:
        return ["Judges can rank in this campaign. Close it first."]
    return []


def ranking_count(campaign: Campaign) -> int:
    """How many rankings, earlier revisions included, would be gone."""
    return Ranking.objects.filter(judge__campaign=campaign).count()


def delete_campaign(campaign: Campaign, typed: str, actor: User) -> Job | None:
    """Delete a campaign with everything in it.

    Args:
        campaign: in any state but open.
        typed: must be the campaign's title or its address, as a confirmation.
        actor: who deletes it; the history of the site keeps who, when and what.

    Returns:
        The job that deletes the rows of a large campaign; None where all is gone.

    Raises:
        Refused: judges can rank in it, or something else was typed.
    """
    with transaction.atomic():
        current = Campaign.objects.select_for_update().get(pk=campaign.pk)
        if reasons := deletion_obstacles(current):
            raise Refused(*reasons)
        if _plain(typed) not in (_plain(current.title), current.slug):
            raise Refused(f"To confirm, type the campaign's title exactly: {current.title}")
        rankings = ranking_count(current)
        outputs = Output.objects.filter(system__campaign=current).count()
        record_event(
            actor,
            "campaign.delete",
            None,
            slug=current.slug,
            title=current.title,
            state=current.state,
            rankings=rankings,
            judges_deleted=current.judges.count(),
            systems=current.systems.count(),
            sentences=current.sentences.count(),
        )
        _close_doors(current)
        if outputs + 10 * rankings > MOST_AT_ONCE:
            return services.enqueue(JOB_KIND, {"campaign": current.pk}, actor)
        delete_campaign_rows(current)
    return None


def delete_rows(run: JobRun) -> None:
    """The work of a job of kind `JOB_KIND`."""
    run.progress(0.0, "Deleting")
    with transaction.atomic():
        campaign = Campaign.objects.filter(pk=run.arguments["campaign"]).first()
        if campaign is not None:
            delete_campaign_rows(campaign, run.progress)
        with run.finishing():
            pass


def _close_doors(campaign: Campaign) -> None:
    """From now on nobody has a way into the campaign, and its address is free."""
    Campaign.objects.filter(pk=campaign.pk).update(slug=f"deleted-{uuid4()}")
    Membership.objects.filter(campaign=campaign).delete()
    campaign.links.all().delete()
    Judge.objects.filter(campaign=campaign).update(user=None, is_active=False)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
