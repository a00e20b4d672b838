"""Who besides the requester may follow a campaign's jobs, which name it in their arguments."""

from appraise_gec.accounts.models import User
from appraise_gec.jobs.kinds import JobKind
from appraise_gec.jobs.models import Job
from rankings.access.audience import MANAGERS
from rankings.models import Membership


class FollowedByTeam(JobKind):
    def may_see(self, user: User, job: Job) -> bool:
        return Membership.objects.filter(campaign_id=job.arguments.get("campaign"), user=user).exists()


class FollowedByManagers(JobKind):
    def may_see(self, user: User, job: Job) -> bool:
        memberships = Membership.objects.filter(campaign_id=job.arguments.get("campaign"), user=user)
        return memberships.filter(role__in=MANAGERS).exists()
