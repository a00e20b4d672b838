"""Who besides the requester may follow a campaign's jobs."""

from collections.abc import Callable

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Asked, Job
from rankings.access.audience import MANAGERS
from rankings.models import Membership


def members_follow(model: type[Asked]) -> Callable[[User, Job], bool]:
    """Everybody on the team of the campaign whose row of this model the job computes."""

    def may_follow(user: User, job: Job) -> bool:
        of_a_member = {"job": job, "campaign__memberships__user": user}
        return model._default_manager.filter(**of_a_member).exists()

    return may_follow


def managers_follow(user: User, job: Job) -> bool:
    """Owners and managers of the campaign that the job names in its arguments."""
    return Membership.objects.filter(
        campaign_id=job.arguments.get("campaign"), user=user, role__in=MANAGERS
    ).exists()


def team_follows(user: User, job: Job) -> bool:
    """Everybody on the team of the campaign that the job names in its arguments."""
    return Membership.objects.filter(campaign_id=job.arguments.get("campaign"), user=user).exists()
