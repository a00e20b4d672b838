"""Drawing items, with a forecast of what a draw gives."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.models import Campaign
from rankings.plan import sampling
from rankings.plan.forms import SampleForm, fresh_seed


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def items(request: HttpRequest, slug: str) -> HttpResponse:
    """The draws so far, and the form for the next one."""
    access = managed(request, slug)
    campaign = access.campaign
    form = SampleForm(request.POST or request.GET or None, initial=_initial(campaign))
    if request.method == "POST" and form.is_valid():
        try:
            total = sampling.draw_items(
                campaign,
                form.options(campaign.judges_per_item),
                signed_in(request),
                items_before=_whole_number(request.POST.get("items_before")),
                replace=request.POST.get("mode") == "replace",
            )
        except Refused as refusal:
            tell_refusal(request, refusal)
            return redirect("campaigns:items", slug=slug)
        told = f"Items are sampled: the campaign now has {total:,}."
        messages.success(request, told)
        return redirect("campaigns:desk" if not campaign.judges.exists() else "campaigns:items", slug=slug)
    asked = form.is_bound and form.is_valid()
    samplers = dict(Campaign.Sampler.choices)
    context = {
        "tab": "items",
        "form": form,
        "item_count": campaign.items.filter(purpose="judging").count(),
        "may_replace": sampling.may_replace_items(campaign),
        "draws": [
            (draw, samplers.get(draw.detail.get("sampler"), draw.detail.get("sampler")))
            for draw in sampling.earlier_draws(campaign)
        ],
        "system_count": campaign.systems.taking_part().count(),
        **_forecast(campaign, form if form.is_bound else SampleForm(form.initial)),
    }
    status = 422 if request.method == "POST" and not asked else 200
    return page(request, access, "plan/items.html", context, status=status)


@login_required
@require_safe
def forecast(request: HttpRequest, slug: str) -> HttpResponse:
    """The forecast alone, for the page to put in while the form is being filled in."""
    campaign = managed(request, slug).campaign
    context = {"campaign": campaign, **_forecast(campaign, SampleForm(request.GET))}
    return render(request, "plan/forecast.html", context)


def _forecast(campaign: Campaign, form: SampleForm) -> dict[str, Any]:
    if not form.is_valid():
        return {"forecast": None, "reasons": ["Fill in the form to see what to expect."]}
    options = form.options(campaign.judges_per_item)
    try:
        expected = sampling.forecast(sampling.corpus_sets(campaign), options, campaign.max_outputs)
    except Refused as refusal:
        return {"forecast": None, "reasons": refusal.reasons}
    return {"forecast": expected, "options": options}


def _initial(campaign: Campaign) -> dict[str, Any]:
    sentences = campaign.sentences.count()
    return {
        "items": min(100, max(1, sentences)),
        "sampler": campaign.sampler,
        "seed": fresh_seed(),
        "repeats": True,
        "only_differing": True,
    }


def _whole_number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else -1
