"""The public way in for participants."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.models import User
from appraise_gec.accounts.second_factor import sign_in
from appraise_gec.accounts.throttle import NEW_PARTICIPANTS, WRONG_LINKS
from rankings.access.refusals import Refused
from rankings.models import CrowdEntry
from rankings.people import crowd
from rankings.people.views_link import too_many_wrong_links


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


def _sorry(request: HttpRequest, title: str, reason: str, status: int) -> HttpResponse:
    return render(request, "people/join_refused.html", {"title": title, "reason": reason}, status=status)
