"""Judges with their invitation links: the list, one judge's page, and the actions on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.models import Campaign, Invitation, Judge
from rankings.people import invitation_mail, invitations, personal_links, privacy
from rankings.people import members as people
from rankings.people.account_forms import ForgetForm
from rankings.people.forms import (
    ExistingJudgeForm,
    JudgeNameForm,
    JudgeNamesForm,
    JudgeQuotaForm,
    PeopleFileForm,
    PersonalLinkForm,
)
from rankings.people.invitation_mail import MOST_MAILS_AT_ONCE, mail_is_configured, mail_report
from rankings.people.judge_list import judge_of, judge_rows
from rankings.people.links import VALID_FOR
from rankings.people.members import NewJudge, reveals_person
from rankings.people.people_file import Invitee, read_people


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
def add_judges_from_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Make places and links for the people of a CSV file, and send the links where that is wanted."""
    access = managed(request, slug)
    form = PeopleFileForm(request.POST, request.FILES, prefix="file")
    if form.is_valid():
        try:
            invitees = read_people(form.cleaned_data["people"].read())
            send = form.cleaned_data["send"]
            if send:
                _refuse_unsendable(invitees)
            added = people.add_people(access.campaign, invitees, signed_in(request))
        except Refused as refusal:
            form.add_error("people", refusal)
        else:
            by_hand = added
            if send:
                by_hand = _send(request, access.campaign, invitees, added)
            if by_hand:
                return _judges_page(request, access, links=_links(request, by_hand))
            return redirect("campaigns:judges", slug=slug)
    return _judges_page(request, access, file_form=form, status=422)


@login_required
@require_POST
def add_existing_judge(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a person with an account a judge."""
    access = managed(request, slug)
    form = ExistingJudgeForm(request.POST, prefix="existing")
    if form.is_valid():
        wanted = form.cleaned_data
        try:
            added = people.add_existing_judge(
                access.campaign, wanted["username"], signed_in(request), wanted["name"]
            )
        except Refused as refusal:
            form.add_error("username", refusal)
        else:
            messages.success(
                request,
                (
                    f"{wanted['username'].strip()} judges now, known in reports as {added.name}, and sees "
                    "the task after signing in."
                ),
            )
            if reveals_person(added):
                messages.warning(
                    request,
                    f"“{added.name}” is this person's own name: exports show it.",
                )
            return redirect("campaigns:judges", slug=slug)
    return _judges_page(request, access, existing_form=form, status=422)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def judge(request: HttpRequest, slug: str, judge: int) -> HttpResponse:
    """One judge: another name, a way back into the account, removal of personal data."""
    access = managed(request, slug)
    chosen = judge_of(access.campaign, judge)
    form = JudgeNameForm(request.POST if request.method == "POST" else None, initial={"name": chosen.name})
    if request.method == "POST" and form.is_valid():
        try:
            people.rename_judge(chosen, form.cleaned_data["name"], signed_in(request))
        except Refused as refusal:
            form.add_error("name", refusal)
        else:
            messages.success(
                request,
                f"Reports and exports made from now on show {chosen.name}.",
            )
            return redirect("campaigns:judge", slug=slug, judge=chosen.pk)
    return judge_page(request, access, chosen, form=form, status=422 if form.errors else 200)


@login_required
@require_POST
def judge_quota(request: HttpRequest, slug: str, judge: int) -> HttpResponse:
    """Let a judge rank fewer or more items than the others."""
    access = managed(request, slug)
    chosen = judge_of(access.campaign, judge)
    form = JudgeQuotaForm(request.POST)
    if not form.is_valid():
        return judge_page(request, access, chosen, quota_form=form, status=422)
    try:
        people.set_quota(chosen, form.cleaned_data["quota"], signed_in(request))
        messages.success(request, f"The quota of {chosen.name} is changed.")
    except Refused as refusal:
        tell_refusal(request, refusal)
    return redirect("campaigns:judge", slug=slug, judge=chosen.pk)


@login_required
@require_POST
def restore_access(request: HttpRequest, slug: str, judge: int) -> HttpResponse:
    """A link with which a judge who cannot sign in any more chooses a new password."""
    access = managed(request, slug)
    chosen = judge_of(access.campaign, judge)
    try:
        if "sure" not in request.POST:
            raise Refused("Tick the box to confirm who is asking.")
        secret = invitations.issue_access(chosen, signed_in(request))
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("campaigns:judge", slug=slug, judge=chosen.pk)
    return judge_page(request, access, chosen, links=_links(request, [NewJudge(chosen, secret)]))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def forget_judge(request: HttpRequest, slug: str, judge: int) -> HttpResponse:
    """Remove what ties a judge's rankings to a person."""
    access = managed(request, slug)
    chosen = judge_of(access.campaign, judge)
    form = ForgetForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        name = privacy.forget_judge(chosen, signed_in(request), **form.cleaned_data)
        messages.success(
            request,
            f"The personal data is removed. The rankings stay as those of {name}.",
        )
        return redirect("campaigns:judges", slug=slug)
    return page(request, access, "people/forget_judge.html", {"tab": "judges", "judge": chosen, "form": form})


@login_required
@require_POST
def change_judge(request: HttpRequest, slug: str, judge: int, act: str) -> HttpResponse:
    """Invite again, withdraw the link, put on hold, resume, or remove a judge."""
    access = managed(request, slug)
    user = signed_in(request)
    chosen = judge_of(access.campaign, judge)
    try:
        match act:
            case "invite":
                secret = invitations.issue(chosen, user)
                return _judges_page(request, access, links=_links(request, [NewJudge(chosen, secret)]))
            case "revoke":
                invitations.revoke(chosen, user)
                messages.success(request, f"The link of {chosen.name} is withdrawn.")
            case "hold":
                people.set_on_hold(chosen, True, user)
                messages.success(request, f"{chosen.name} is on hold. Rankings made so far stay.")
            case "resume":
                people.set_on_hold(chosen, False, user)
                messages.success(request, f"{chosen.name} can continue.")
            case "remove":
                people.remove_judge(chosen, user)
                messages.success(request, f"{chosen.name} is removed.")
            case _:
                raise Http404
    except Refused as refusal:
        tell_refusal(request, refusal)
    return redirect("campaigns:judges", slug=slug)


def _judges_page(
    request: HttpRequest,
    access: CampaignAccess,
    *,
    links: list[ShownLink] | None = None,
    names_form: JudgeNamesForm | None = None,
    file_form: PeopleFileForm | None = None,
    existing_form: ExistingJudgeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "tab": "judges",
        "rows": judge_rows(access.campaign),
        "links": links or [],
        "names_form": names_form or JudgeNamesForm(),
        "file_form": file_form or PeopleFileForm(prefix="file"),
        "existing_form": existing_form or ExistingJudgeForm(prefix="existing"),
        "mail_is_configured": mail_is_configured(),
        "mail": mail_report(access.campaign, invitation_mail.JUDGES),
        "me": signed_in(request),
        "valid_days": VALID_FOR.days,
    }
    return _not_kept(page(request, access, "people/judges.html", context, status=status), links)


def judge_page(
    request: HttpRequest,
    access: CampaignAccess,
    opened: Judge,
    *,
    form: JudgeNameForm | None = None,
    quota_form: JudgeQuotaForm | None = None,
    personal_form: PersonalLinkForm | None = None,
    personal_link: ShownLink | None = None,
    links: list[ShownLink] | None = None,
    status: int = 200,
) -> HttpResponse:
    """One judge's page. Links in it are shown once."""
    context = {
        "tab": "judges",
        "judge": opened,
        "form": form or JudgeNameForm(initial={"name": opened.name}),
        "quota_form": quota_form or JudgeQuotaForm(initial={"quota": opened.quota}),
        "links": links or [],
        "access_obstacles": invitations.access_obstacles(opened),
        "reveals_person": reveals_person(opened),
        "valid_days": VALID_FOR.days,
        "personal_form": personal_form or PersonalLinkForm(prefix="personal"),
        "personal_address": personal_link,
        "by_link": opened.pk in personal_links.judges_with_only_a_link(access.campaign),
        "personal_current": personal_links.current_link(opened),
        "now": timezone.now(),
        "personal_obstacles": personal_links.obstacles(opened),
    }
    shown = [*(links or ()), *([personal_link] if personal_link else ())]
    return _not_kept(page(request, access, "people/judge.html", context, status=status), shown)


def _not_kept(response: HttpResponse, links: list[ShownLink] | None) -> HttpResponse:
    if links:
        # A page with secrets must not stay in the browser's or a proxy's cache.
        response["Cache-Control"] = "no-store"
    return response


def _refuse_unsendable(invitees: Sequence[Invitee]) -> None:
    if not mail_is_configured():
        raise Refused("This copy has no mail server. Clear “Send” and send the links yourself.")
    if not any(person.email for person in invitees):
        raise Refused("No line holds an e-mail address, so there is nothing to send.")
    if sum(bool(person.email) for person in invitees) > MOST_MAILS_AT_ONCE:
        raise Refused(f"At most {MOST_MAILS_AT_ONCE} links can be sent at once. Split the file.")


def _send(
    request: HttpRequest, campaign: Campaign, invitees: Sequence[Invitee], added: Sequence[NewJudge]
) -> list[NewJudge]:
    """Have links sent to those with an address. Returns the others."""
    open_ones = Invitation.objects.unused().filter(judge__in=[invited.judge for invited in added])
    invitation_of = dict(open_ones.values_list("judge", "pk"))
    pairs = list(zip(invitees, added, strict=True))
    invitation_mail.ask_to_send(
        campaign,
        invitation_mail.JUDGES,
        {invitation_of[invited.judge.pk]: person.email for person, invited in pairs if person.email},
        site=request.build_absolute_uri("/").rstrip("/"),
        actor=signed_in(request),
    )
    return [invited for person, invited in pairs if not person.email]


def _links(request: HttpRequest, added: list[NewJudge]) -> list[ShownLink]:
    return [
        ShownLink(
            invited.judge,
            request.build_absolute_uri(reverse("invitations:accept", kwargs={"secret": invited.secret})),
        )
        for invited in added
    ]
