"""Pages about judges: the list of them, and the public link for participants."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in
from rankings.desk.judge_facts import known_judges
from rankings.models import CrowdEntry
from rankings.people.crowd import find_judge
from rankings.people.crowd_settings import EditingCrowd, public_url
from rankings.people.letters import unfinished
from rankings.plan.progress import campaign_progress


class ParticipantForm(forms.Form):
    """The id of a participant or of a submission, to find the judge behind it."""

    participant = forms.CharField(
        max_length=200,
        label="Participant's or submission's id",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


@login_required
@require_safe
def judges(request: HttpRequest, slug: str) -> HttpResponse:
    """Who judges, how far everybody is, and what is odd."""
    access = managed(request, slug)
    campaign = access.campaign
    known = known_judges(campaign, campaign_progress(campaign), timezone.now())
    context = {"tab": "judges", "judges": known, "letters": unfinished(campaign)}
    return page(request, access, "people/judges.html", context)


@login_required
@require_safe
def crowd(request: HttpRequest, slug: str) -> HttpResponse:
    """The public link, its settings, and finding a judge by the id of another site."""
    return _crowd_page(request, managed(request, slug), ParticipantForm())


@login_required
@require_POST
def find_participant(request: HttpRequest, slug: str) -> HttpResponse:
    """Which judge somebody is, by the id that the other site shows."""
    access = managed(request, slug)
    form = ParticipantForm(request.POST)
    entry = CrowdEntry.objects.filter(campaign=access.campaign).first()
    if form.is_valid():
        judge = find_judge(entry, form.cleaned_data["participant"]) if entry else None
        if judge is not None:
            return redirect("campaigns:judge", slug=slug, judge=judge.pk)
        form.add_error("participant", "No participant has this ID.")
    return _crowd_page(request, access, form, status=422)


def _crowd_page(
    request: HttpRequest, access: CampaignAccess, form: ParticipantForm, status: int = 200
) -> HttpResponse:
    entry = CrowdEntry.objects.filter(campaign=access.campaign).first()
    editing = EditingCrowd(access, signed_in(request))
    context: dict[str, Any] = {
        "tab": "judges",
        "find_form": form,
        "action": editing,
        "form": editing.fill(),
        "entry": entry,
        "participants": entry.participants.count() if entry else 0,
        "public_link": public_url(entry, request.build_absolute_uri("/").rstrip("/")) if entry else "",
        "checks_each": entry.items_each * access.campaign.check_percent / 100
        if entry and entry.items_each
        else None,
    }
    return page(request, access, "people/crowd.html", context, status=status)
