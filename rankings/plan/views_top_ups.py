"""Top-ups: those there are, a proposal, and adding it."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from appraise_gec.words import plural
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.plan import top_ups as plan_top_ups
from rankings.plan.forms import LARGEST_SEED, fresh_seed


class TopUpForm(forms.Form):
    items = forms.IntegerField(
        min_value=1, max_value=plan_top_ups.MOST_ITEMS, initial=50, label="Items to add at most"
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=LARGEST_SEED,
        label="Seed",
        help_text="The same seed proposes the same items.",
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def top_ups(request: HttpRequest, slug: str) -> HttpResponse:
    """List the top-ups, propose items (GET), and add them once confirmed (POST)."""
    access = managed(request, slug)
    campaign = access.campaign
    asked = request.POST if request.method == "POST" else request.GET
    form = TopUpForm(asked or None, initial={"items": 50, "seed": fresh_seed()})
    proposal, reasons = None, []
    if form.is_bound and form.is_valid():
        try:
            proposal = plan_top_ups.propose(campaign, form.cleaned_data["items"], form.cleaned_data["seed"])
            if request.method == "POST":
                before = request.POST.get("items_before", "")
                plan_top_ups.add_top_up(
                    campaign,
                    proposal,
                    signed_in(request),
                    items_before=int(before) if before.isascii() and before.isdigit() else -1,
                )
        except Refused as refusal:
            if request.method == "POST":
                tell_refusal(request, refusal)
                return redirect("campaigns:top-ups", slug=slug)
            reasons = refusal.reasons
        else:
            if request.method == "POST":
                added = len(proposal.items)
                told = plural(added, "{n} item is added.", "{n} items are added.")
                messages.success(request, told)
                return redirect("campaigns:top-ups", slug=slug)
    context = {
        "tab": "plan",
        "part": "top-ups",
        "top_ups": campaign.top_ups.annotate(
            item_count=Count("items", filter=Q(items__original__isnull=True))
        ),
        "form": form,
        "proposal": proposal,
        "reasons": reasons,
        "items_before": plan_top_ups.planned_items(campaign),
    }
    return page(request, access, "plan/plan_top_ups.html", context, status=422 if form.errors else 200)
