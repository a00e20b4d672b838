"""Judges with their invitation links, and the team of a campaign."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from rankings.campaigns import invitations, people
from rankings.campaigns.access import CampaignAccess
from rankings.campaigns.forms import JudgeNamesForm, MemberForm, UsernameForm
from rankings.campaigns.pages import managed, page, signed_in, tell_refusal
from rankings.campaigns.people import NewJudge
from rankings.campaigns.progress import JudgeProgress, judge_progress
from rankings.campaigns.rules import Refused
from rankings.models import Campaign, Invitation, Judge, Membership


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """A judge in the list: the work done, and where the invitation stands in one word."""

    progress: JudgeProgress
    standing: str
    invitation: Invitation | None

    @property
    def judge(self) -> Judge:
        return self.progress.judge


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link that is shown once."""

    judge: Judge
    address: str


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def judges(request: HttpRequest, slug: str) -> HttpResponse:
    """The judges, and new ones by name. New links are in the answer and nowhere else."""
    access = managed(request, slug)
    if request.method != "POST":
        return _judges_page(request, access)
    form = JudgeNamesForm(request.POST)
    if form.is_valid():
        try:
            added = people.add_judges(access.campaign, form.cleaned_data["names"], signed_in(request))
        except Refused as refusal:
            form.add_error("names", refusal)
        else:
            return _judges_page(request, access, links=_links(request, added))
    return _judges_page(request, access, names_form=form, status=422)


@login_required
@require_POST
def add_existing_judge(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a person with an account a judge."""
    access = managed(request, slug)
    form = UsernameForm(request.POST, prefix="existing")
    if form.is_valid():
        try:
            judge = people.add_existing_judge(
                access.campaign, form.cleaned_data["username"], signed_in(request)
            )
        except Refused as refusal:
            form.add_error("username", refusal)
        else:
            messages.success(request, f"{judge.name} is a judge now and sees the task after signing in.")
            return redirect("campaigns:judges", slug=slug)
    return _judges_page(request, access, username_form=form, status=422)


@login_required
@require_POST
def change_judge(request: HttpRequest, slug: str, judge: int, act: str) -> HttpResponse:
    """Invite again, withdraw the link, put on hold, let go on, or remove a judge."""
    access = managed(request, slug)
    user = signed_in(request)
    found = get_object_or_404(Judge.objects.select_related("campaign"), campaign=access.campaign, pk=judge)
    try:
        match act:
            case "invite":
                secret = invitations.issue(found, user)
                return _judges_page(request, access, links=_links(request, [NewJudge(found, secret)]))
            case "revoke":
                invitations.revoke(found, user)
                messages.success(request, f"The link of {found.name} is withdrawn.")
            case "hold":
                people.set_on_hold(found, True, user)
                messages.success(request, f"{found.name} is on hold. Rankings made so far stay.")
            case "resume":
                people.set_on_hold(found, False, user)
                messages.success(request, f"{found.name} can go on.")
            case "remove":
                people.remove_judge(found, user)
                messages.success(request, f"{found.name} is removed.")
            case _:
                raise Http404
    except Refused as refusal:
        tell_refusal(request, refusal)
    return redirect("campaigns:judges", slug=slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def team(request: HttpRequest, slug: str) -> HttpResponse:
    """Owners, managers and researchers. Only owners change the team."""
    access = managed(request, slug)
    form = MemberForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if not access.is_owner:
            raise PermissionDenied
        if form.is_valid():
            try:
                member = people.add_member(
                    access.campaign,
                    form.cleaned_data["username"],
                    form.cleaned_data["role"],
                    signed_in(request),
                )
            except Refused as refusal:
                form.add_error("username", refusal)
            else:
                name = member.user.get_username()
                messages.success(
                    request, f"{name} is {member.get_role_display().lower()} of this campaign now."
                )
                return redirect("campaigns:team", slug=slug)
    members = access.campaign.memberships.select_related("user").order_by("user__username")
    context = {"tab": "team", "form": form, "members": members, "me": signed_in(request)}
    return page(request, access, "team.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def remove_member(request: HttpRequest, slug: str, member: int) -> HttpResponse:
    """Take somebody's role away."""
    access = managed(request, slug)
    if not access.is_owner:
        raise PermissionDenied
    found = get_object_or_404(Membership.objects.select_related("user"), campaign=access.campaign, pk=member)
    try:
        people.remove_member(found, signed_in(request))
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, f"{found.user.get_username()} has no role in this campaign any more.")
        if found.user_id == signed_in(request).pk and not signed_in(request).is_superuser:
            return redirect("home")
    return redirect("campaigns:team", slug=slug)


def _judges_page(
    request: HttpRequest,
    access: CampaignAccess,
    *,
    links: list[ShownLink] | None = None,
    names_form: JudgeNamesForm | None = None,
    username_form: UsernameForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "tab": "judges",
        "rows": judge_rows(access.campaign),
        "links": links or [],
        "names_form": names_form or JudgeNamesForm(),
        "username_form": username_form or UsernameForm(prefix="existing"),
        "valid_days": invitations.VALID_FOR.days,
    }
    response = page(request, access, "judges.html", context, status=status)
    if links:
        # A page with secrets must not stay in the browser's or a proxy's cache.
        response["Cache-Control"] = "no-store"
    return response


def judge_rows(campaign: Campaign) -> list[JudgeRow]:
    """Every judge with the newest invitation, in a fixed number of queries."""
    newest = Invitation.objects.filter(judge=OuterRef("judge")).order_by("-created_at", "-pk")
    by_judge = {
        one.judge_id: one
        for one in Invitation.objects.filter(judge__campaign=campaign, pk=Subquery(newest.values("pk")[:1]))
    }
    return [
        JudgeRow(one, _standing(one.judge, by_judge.get(one.judge.pk)), by_judge.get(one.judge.pk))
        for one in judge_progress(campaign)
    ]


def _standing(judge: Judge, invitation: Invitation | None) -> str:
    if not judge.is_active:
        return "on hold"
    if judge.user_id is not None:
        return "ready"
    if invitation is None:
        return "no account"
    if invitation.revoked_at is not None:
        return "withdrawn"
    return "invited" if invitation.expires_at > timezone.now() else "expired"


def _links(request: HttpRequest, added: list[NewJudge]) -> list[ShownLink]:
    return [
        ShownLink(
            one.judge,
            request.build_absolute_uri(reverse("invitations:accept", kwargs={"secret": one.secret})),
        )
        for one in added
    ]
