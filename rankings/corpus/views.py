"""Pages of managers about the texts of a campaign: its systems, renamed or retired, and what waits."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.corpus import systems
from rankings.corpus.overview import system_rows
from rankings.uploads.flow import waiting_uploads

LARGEST_KEY = 2**63 - 1


class RenameForm(forms.Form):
    name = forms.CharField(max_length=100, label="New name")


@login_required
@require_safe
def texts(request: HttpRequest, slug: str) -> HttpResponse:
    """The systems and sentences of a campaign."""
    access = managed(request, slug)
    campaign = access.campaign
    context = {
        "tab": "settings",
        "rows": system_rows(campaign),
        "sentences": campaign.sentences.count(),
        "documents": campaign.documents.count(),
        "waiting": waiting_uploads(signed_in(request)).filter(campaign=campaign),
    }
    return page(request, access, "corpus/texts.html", context)


@login_required
@require_POST
def rename(request: HttpRequest, slug: str, system: int) -> HttpResponse:
    """Give a system another name."""
    access = managed(request, slug)
    get_object_or_404(access.campaign.systems, pk=_key(system))
    form = RenameForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Type the new name of the system.")
        return redirect("campaigns:texts", slug=slug)

    def renamed() -> str:
        name = form.cleaned_data["name"]
        done = systems.rename_system(access.campaign, _key(system), name, signed_in(request))
        return f"The system is called {done.name} now. Reports that are there already keep the former name."

    return _tried(request, slug, renamed)


@login_required
@require_POST
def retire(request: HttpRequest, slug: str, system: int) -> HttpResponse:
    """Take a system out of new items and metrics."""
    access = managed(request, slug)
    get_object_or_404(access.campaign.systems, pk=_key(system))

    def retired() -> str:
        done = systems.retire_system(access.campaign, _key(system), signed_in(request))
        return f"{done.name} is retired. Rankings of it stay."

    return _tried(request, slug, retired)


def _tried(request: HttpRequest, slug: str, act: Callable[[], str]) -> HttpResponse:
    try:
        said = act()
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, said)
    return redirect("campaigns:texts", slug=slug)


def _key(number: int) -> int:
    if number > LARGEST_KEY:
        raise Http404
    return number
