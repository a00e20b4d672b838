"""Who may see a report over several campaigns: whoever may read all of them."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from appraise_gec.accounts.models import User
from rankings.access.audience import RESEARCHERS
from rankings.models import Campaign, JoinedCampaign, Membership, Report


def readable_reports(user: User, reports: QuerySet[Report]) -> QuerySet[Report]:
    """Those of the reports that no campaign that went into them keeps from the person.

    Whether the person may read the campaign of the report is for the caller to ask. Of a campaign that has
    been deleted, those who could read it until then count. Asked anew each time: whoever leaves the team of
    one of the campaigns does not see the report any more.
    """
    if user.is_superuser:
        return reports
    parts = JoinedCampaign.objects.filter(report=OuterRef("pk"))
    known = JoinedCampaign.readers.through.objects.filter(user=user).values("joinedcampaign")
    hidden = parts.exclude(
        Q(campaign__isnull=False, campaign__in=_read_by(user).values("campaign"))
        | Q(campaign__isnull=True, pk__in=known)
    )
    return reports.exclude(Exists(hidden))


def campaigns_to_join(user: User, campaign: Campaign) -> QuerySet[Campaign]:
    """Other campaigns that the person may read, newest first."""
    others = Campaign.objects.filter(made_from=None).exclude(pk=campaign.pk)
    if not user.is_superuser:
        others = others.filter(pk__in=_read_by(user).values("campaign"))
    return others.order_by("-created_at", "-pk")


def _read_by(user: User) -> QuerySet[Membership]:
    return Membership.objects.filter(user=user, role__in=RESEARCHERS)
