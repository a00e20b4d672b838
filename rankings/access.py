"""Who may do what in a campaign, in which state, and how a refusal is worded.

Every view of a campaign asks here, and nowhere else.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count, F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from appraise_gec.accounts.models import User
from appraise_gec.jobs.asked import one_at_a_time
from appraise_gec.jobs.models import Job
from appraise_gec.jobs.services import JobKind
from rankings.models import Campaign, Item, Judge, Membership


class Refused(ValidationError):  # noqa: N818 - reads as what happened
    """The rules do not allow the action now. `reasons` are whole sentences for the person who asked."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(list(reasons))

    @property
    def reasons(self) -> list[str]:
        return list(self.messages)

    def __str__(self) -> str:
        return " ".join(self.reasons)


class RefusedToRole(Refused):
    """Not for a person in this role, whatever the state of things."""


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

    Each has `role`, and `ranking_count` as a report counts.
    """
    counting = Q(judges__rankings__is_current=True) & ~Q(
        judges__rankings__item__purpose__in=(Item.Purpose.CHECK, Item.Purpose.TRAINING)
    )
    campaigns = Campaign.objects.annotate(
        ranking_count=Count("judges__rankings", filter=counting, distinct=True)
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


class FollowedByTeam(JobKind):
    def may_see(self, user: User, job: Job) -> bool:
        return Membership.objects.filter(campaign_id=job.arguments.get("campaign"), user=user).exists()


class FollowedByManagers(JobKind):
    def may_see(self, user: User, job: Job) -> bool:
        memberships = Membership.objects.filter(campaign_id=job.arguments.get("campaign"), user=user)
        return memberships.filter(role__in=MANAGERS).exists()


def refuse_when_frozen(campaign: Campaign) -> None:
    """Raise `Refused` when nothing in the campaign may be changed: it is frozen, or archived."""
    if reason := why_read_only(campaign):
        raise Refused(reason)


def why_read_only(campaign: Campaign) -> str:
    """Why nothing in the campaign may be changed, in a sentence; "" when it may."""
    if campaign.archived_at is not None:
        return "The campaign is archived. Take it out of the archive to change it."
    return "The campaign is frozen and can no longer be changed." if campaign.is_read_only else ""


@contextmanager
def editable(campaign: Campaign) -> Iterator[Campaign]:
    """A transaction in which the campaign may be changed, and nobody else changes it.

    Gives the campaign as the database has it now. Raises `Refused` when it is frozen or archived.
    """
    with one_at_a_time(campaign) as current:
        refuse_when_frozen(current)
        yield current


def set_fields(current: Campaign, values: Mapping[str, Any]) -> dict[str, Any]:
    """Store those values, by field, that differ from what the campaign has. Returns them."""
    changed = {name: value for name, value in values.items() if getattr(current, name) != value}
    for name, value in changed.items():
        setattr(current, name, value)
    if changed:
        current.save(update_fields=sorted(changed))
    return changed


def signed_in(request: HttpRequest) -> User:
    """The person behind a request that `login_required` has let through."""
    return cast("User", request.user)


def opened(request: HttpRequest, slug: str) -> CampaignAccess:
    """The campaign, for its team; Http404 for everybody else, judges included."""
    return open_campaign(signed_in(request), slug, RESEARCHERS)


def managed(request: HttpRequest, slug: str) -> CampaignAccess:
    """The campaign, for its owners and managers; Http404 for everybody else."""
    return open_campaign(signed_in(request), slug, MANAGERS)


def page(
    request: HttpRequest, access: CampaignAccess, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page of a campaign, with the context of its head and tabs."""
    shared = {"campaign": access.campaign, "access": access, "frozen": access.campaign.is_read_only}
    return render(request, template, {**shared, **context}, status=status)


def tell_refusal(request: HttpRequest, refusal: Refused) -> None:
    """Show on the next page why something was not done."""
    for reason in refusal.reasons:
        messages.error(request, reason)
