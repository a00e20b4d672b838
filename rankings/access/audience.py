"""Who may do what in a campaign. Every view of a campaign asks here, and nowhere else."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Count, F, Q, QuerySet
from django.http import Http404

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Item, Judge, Membership

MANAGERS = (Membership.Role.OWNER, Membership.Role.MANAGER)
RESEARCHERS = (*MANAGERS, Membership.Role.RESEARCHER)


class JudgeOnHoldError(PermissionDenied):
    """A judge whom the manager keeps from judging for now."""

    def __init__(self, campaign: Campaign) -> None:
        super().__init__("on hold")
        self.campaign = campaign


@dataclass(frozen=True, slots=True)
class CampaignAccess:
    """A campaign that a person may open, and the role in which the person opened it."""

    campaign: Campaign
    role: str

    @property
    def may_manage(self) -> bool:
        return self.role in MANAGERS

    @property
    def is_owner(self) -> bool:
        return self.role == Membership.Role.OWNER


def open_campaign(user: User, slug: str, roles: tuple[str, ...]) -> CampaignAccess:
    """The campaign, if the user has one of `roles` in it.

    Another person's campaign and one that does not exist both raise Http404.
    """
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None:
        raise Http404
    if user.is_superuser:
        return CampaignAccess(campaign, Membership.Role.OWNER)
    role = (
        Membership.objects.filter(campaign=campaign, user_id=user.pk).values_list("role", flat=True).first()
    )
    if role not in roles:
        raise Http404
    return CampaignAccess(campaign, str(role))


def open_judge(user: User, slug: str) -> Judge:
    """The user's judge in the campaign.

    Raises JudgeOnHoldError while the judge is on hold, Http404 for everybody else.
    """
    judge = judges_as(user, slug).select_related("campaign__crowd").first()
    if judge is None:
        refuse_on_hold(user, slug)
        raise Http404
    return judge


def refuse_on_hold(user: User, slug: str) -> None:
    """Raise JudgeOnHoldError if the user is a judge of the campaign who is on hold."""
    judge = Judge.objects.filter(campaign__slug=slug, user_id=user.pk, is_active=False)
    for own_judge in judge.select_related("campaign"):
        raise JudgeOnHoldError(own_judge.campaign)


def judges_as(user: User, slug: str) -> QuerySet[Judge]:
    """The user's judge in the campaign, or nobody; for use inside other queries."""
    return Judge.objects.filter(judged_by(user, slug))


def judged_by(user: User, slug: str, judge: str = "") -> Q:
    """The condition of `judges_as`, for queries of rows that refer to a judge under the name `judge`.

    Such a query joins the tables that it reads anyway, where `judge__in` would join them a second time.
    """
    prefix = f"{judge}__" if judge else ""
    return Q((f"{prefix}campaign__slug", slug), (f"{prefix}user_id", user.pk), (f"{prefix}is_active", True))


def campaigns_of(user: User) -> QuerySet[Campaign]:
    """Campaigns that the user manages or reads, newest first.

    Each has `role`, `ranking_count` as a report counts, and `skipped_count`: how many of them are skipped.
    """
    counting = Q(judges__rankings__is_current=True) & ~Q(
        judges__rankings__item__purpose__in=(Item.Purpose.CHECK, Item.Purpose.TRAINING)
    )
    skipped = counting & Q(judges__rankings__skipped=True)
    campaigns = Campaign.objects.annotate(
        ranking_count=Count("judges__rankings", filter=counting, distinct=True),
        skipped_count=Count("judges__rankings", filter=skipped, distinct=True),
    ).order_by("-created_at", "-pk")
    if user.is_superuser:
        return campaigns
    return campaigns.filter(memberships__user=user).annotate(role=F("memberships__role"))


def judgeships_of(user: User, *, awaited: bool = False) -> QuerySet[Judge]:
    """The user's judges in campaigns that were opened and are not archived, those on hold included.

    `awaited` adds campaigns that are not open yet, at the end.
    """
    opened = Q() if awaited else ~Q(campaign__state=Campaign.State.DRAFT)
    return (
        Judge.objects.filter(opened, user=user)
        .filter(campaign__archived_at=None)
        .select_related("campaign")
        .annotate(
            done_count=Count(
                "rankings", filter=Q(rankings__is_current=True) | Q(rankings__discarded_at__isnull=False)
            )
        )
        .order_by(F("campaign__opened_at").desc(nulls_last=True), "pk")
    )
