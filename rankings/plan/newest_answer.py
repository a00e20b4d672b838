"""Questions about a campaign of which only the newest answer is kept, in the row of its job."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from appraise_gec.accounts.models import User
from appraise_gec.jobs import services
from appraise_gec.jobs.asked_once import answering_job
from appraise_gec.jobs.models import Job, State
from rankings.models import Campaign


def ask_anew(kind: str, campaign: Campaign, question: Mapping[str, Any], user: User) -> Job:
    """The job that answers the question; the same question is not worked out twice.

    The caller holds the campaign (`one_at_a_time`).

    Args:
        kind: of the job.
        campaign: that the question is about.
        question: arguments of the job, with a mark of the data; without the key of the campaign.
        user: who asks.
    """
    arguments = {"campaign": campaign.pk, **question}
    earlier = list(jobs_about(kind, campaign))
    same = answering_job(earlier, arguments)
    if same is not None:
        return same
    for job in earlier:
        services.cancel(job)
    # Only the newest answer is shown; what still runs goes with the next question.
    jobs_about(kind, campaign).filter(state__in=(State.DONE, State.FAILED, State.CANCELLED)).delete()
    return services.enqueue(kind, arguments, user)


def jobs_about(kind: str, campaign: Campaign) -> QuerySet[Job]:
    """Jobs of a kind about a campaign, the newest first."""
    return Job.objects.filter(kind=kind, arguments__campaign=campaign.pk)
