"""The public way in for participants, and its settings for managers."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.models import User
from appraise_gec.accounts.signing_in import sign_in
from appraise_gec.accounts.throttle import NEW_PARTICIPANTS, WRONG_LINKS
from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.models import CrowdEntry
from rankings.people import crowd
from rankings.people.forms import CrowdForm, ParticipantLookUpForm
from rankings.people.links import too_many_wrong_links


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, key: str) -> HttpResponse:
    """The first page of a participant. Only its button makes a judge and signs the person in."""
    where = neighbourhood(request)
    if WRONG_LINKS.is_over(where):
        reason = too_many_wrong_links()
        return _sorry(request, _("Please wait"), reason, 429)
    entry = CrowdEntry.objects.select_related("campaign").filter(key=key, is_on=True).first()
    if entry is None:
        WRONG_LINKS.take(where)
        reason = _("It may be incomplete or mistyped, or the study no longer uses it.")
        return _sorry(request, _("This link is not in use"), reason, 404)
    try:
        arrival = crowd.read_arrival(entry, dict(request.GET.lists()))
    except Refused as refusal:
        return _sorry(request, _("This link does not work"), str(refusal), 400)
    try:
        return _let_in(request, entry, arrival)
    except crowd.NotNow as refusal:
        return _sorry(request, refusal.title, str(refusal), 409)


def _let_in(request: HttpRequest, entry: CrowdEntry, arrival: crowd.Arrival) -> HttpResponse:
    place = crowd.place_of(entry, arrival)
    crowd.refuse_entrance(entry, place, request.user)
    if place is not None and place.judge.user_id == request.user.pk:
        return redirect("judging:task", slug=entry.campaign.slug)
    if request.method != "POST":
        tasks = crowd.tasks_of_each(entry)
        context = {"entry": entry, "campaign": entry.campaign, "place": place, "tasks": tasks}
        return render(request, "people/join.html", context)
    where = neighbourhood(request)
    if place is None and NEW_PARTICIPANTS.is_over(where):
        minutes = NEW_PARTICIPANTS.minutes
        reason = ngettext(
            "Too many people began from here. Try again in %(minutes)s minute.",
            "Too many people began from here. Try again in %(minutes)s minutes.",
            minutes,
        ) % {"minutes": minutes}
        return _sorry(request, _("Please wait"), reason, 429)
    judge = crowd.join(entry, arrival, request.user)
    if place is None:
        NEW_PARTICIPANTS.take(where)
    task = redirect("judging:task", slug=entry.campaign.slug)
    return sign_in(request, cast("User", judge.user), task)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether there is a public link, what it must carry, and which codes people get."""
    access = managed(request, slug)
    entry = crowd.entry_of(access.campaign)
    form = CrowdForm(request.POST if request.method == "POST" else None, instance=entry)
    if request.method == "POST" and form.is_valid():
        try:
            crowd.save_entry(form.instance, signed_in(request), form.changed_data)
        except Refused as refusal:
            tell_refusal(request, refusal)
        else:
            messages.success(request, "Saved.")
        return redirect("campaigns:crowd", slug=slug)
    return _settings_page(request, access, form=form, status=422 if form.errors else 200)


@login_required
@require_POST
def find_participant(request: HttpRequest, slug: str) -> HttpResponse:
    """Which judge somebody is, by the id that the other site shows."""
    access = managed(request, slug)
    form = ParticipantLookUpForm(request.POST, prefix="find")
    entry = crowd.entry_of(access.campaign)
    if form.is_valid() and entry.pk is not None:
        judge = crowd.find_judge(entry, form.cleaned_data["participant"])
        if judge is not None:
            return redirect("campaigns:judge", slug=slug, judge=judge.pk)
        form.add_error("participant", "No participant has this ID.")
    return _settings_page(request, access, find_form=form, status=422)


@login_required
@require_POST
def change_address(request: HttpRequest, slug: str) -> HttpResponse:
    """Replace the public link."""
    access = managed(request, slug)
    entry = get_object_or_404(CrowdEntry, campaign=access.campaign)
    try:
        crowd.change_address(entry, signed_in(request))
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(
            request,
            (
                "The public link has been replaced. Put the new one into the study; the old one no "
                "longer works."
            ),
        )
    return redirect("campaigns:crowd", slug=slug)


def _settings_page(
    request: HttpRequest,
    access: CampaignAccess,
    *,
    form: CrowdForm | None = None,
    find_form: ParticipantLookUpForm | None = None,
    status: int = 200,
) -> HttpResponse:
    # The form may have put unusable values into its own instance.
    stored = CrowdEntry.objects.filter(campaign=access.campaign).first()
    link = ""
    if stored:
        address = reverse("join", kwargs={"key": stored.key})
        link = f"{request.build_absolute_uri(address)}?{crowd.public_query(stored)}"
    context = {
        "tab": "judges",
        "form": form or CrowdForm(instance=crowd.entry_of(access.campaign)),
        "find_form": find_form or ParticipantLookUpForm(prefix="find"),
        "entry": stored,
        "participants": stored.participants.count() if stored else 0,
        "public_link": link,
        "checks_each": stored.items_each * access.campaign.check_percent / 100
        if stored and stored.items_each
        else None,
    }
    return page(request, access, "people/crowd.html", context, status=status)


def _sorry(request: HttpRequest, title: str, reason: str, status: int) -> HttpResponse:
    return render(request, "people/join_refused.html", {"title": title, "reason": reason}, status=status)
