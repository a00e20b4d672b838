"""The pages of the plan: overlap, quality checks, forecast; and known answers."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from appraise_gec.jobs.views import may_change
from appraise_gec.words import plural
from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.models import Campaign, Item, Ranking
from rankings.plan import design as plan_design
from rankings.plan import known_answers as plan_checks
from rankings.plan.design_page import design_context
from rankings.plan.forecast import plan_forecast
from rankings.plan.forms import (
    DesignForm,
    MakeChecksForm,
    OverlapForm,
    PlanForm,
    QualityForm,
    fresh_seed,
)
from rankings.plan.settings import change_plan

Purpose = Item.Purpose
PAIRS_SHOWN = 200
KNOWN_SHOWN = 200


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """How many judges rank an item, and how often the same judge does."""
    return _settings_page(request, slug, OverlapForm, "campaigns:plan", _overlap_page)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def quality(request: HttpRequest, slug: str) -> HttpResponse:
    """Training and check items."""
    return _settings_page(request, slug, QualityForm, "campaigns:plan-quality", _quality_page)


@login_required
@require_safe
def forecast(request: HttpRequest, slug: str) -> HttpResponse:
    """What to expect of the plan."""
    return _forecast_page(request, managed(request, slug))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ask_for_design(request: HttpRequest, slug: str) -> HttpResponse:
    """Request a search for the design that gives the same order again at least cost."""
    access = managed(request, slug)
    campaign = access.campaign
    section = redirect(f"{reverse('campaigns:plan-forecast', kwargs={'slug': slug})}#design")
    if request.method != "POST":  # a reload, or signing in came in between
        return section
    form = DesignForm(request.POST, sentences=campaign.sentences.count())
    if not form.is_valid():
        return _forecast_page(request, access, status=422, design_form=form)
    try:
        plan_design.ask_for_design(campaign, signed_in(request), form.terms())
    except Refused as refusal:
        tell_refusal(request, refusal)
    return section


@login_required
@require_POST
def make_checks(request: HttpRequest, slug: str) -> HttpResponse:
    """Create check items of a kind that needs no person's answer."""
    campaign = managed(request, slug).campaign
    form = MakeChecksForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose a kind of check item, and a number from 1 to 200.")
        return redirect("campaigns:plan-quality", slug=slug)
    wanted = form.cleaned_data["number"]
    try:
        made = plan_checks.make_checks(
            campaign, form.cleaned_data["kind"], wanted, fresh_seed(), signed_in(request)
        )
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        told = [plural(made, "{n} check item is made.", "{n} check items are made.")]
        if made != wanted:
            number = f"{made:,}"
            told.append(f"No more than {number} sentences are suitable.")
        messages.success(request, " ".join(told))
    return redirect("campaigns:plan-quality", slug=slug)


@login_required
@require_POST
def retire_known(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Hand out a check or training item no more."""
    campaign = managed(request, slug).campaign
    if number > 2**31 - 1:
        raise Http404
    get_object_or_404(campaign.items, number=number)
    try:
        plan_checks.retire_known(campaign, number, signed_in(request))
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, "The item is no longer given to judges.")
    return redirect("campaigns:plan-quality", slug=slug)


def _settings_page(
    request: HttpRequest,
    slug: str,
    kind: type[PlanForm],
    address: str,
    show: Callable[[HttpRequest, CampaignAccess, PlanForm], HttpResponse],
) -> HttpResponse:
    """Show a form of the plan, or save it."""
    access = managed(request, slug)
    campaign = access.campaign
    if request.method != "POST":
        return show(request, access, kind(instance=campaign))
    # A form with mistakes in it writes them into its own campaign; the forecast is of what is stored.
    form = kind(request.POST, instance=Campaign.objects.get(pk=campaign.pk))
    if not form.is_valid():
        return show(request, access, form)
    values = {name: getattr(form.instance, name) for name in kind.Meta.fields}
    try:
        change_plan(campaign, values, signed_in(request))
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, "The plan is saved.")
    return redirect(address, slug=slug)


def _overlap_page(request: HttpRequest, access: CampaignAccess, form: PlanForm) -> HttpResponse:
    context = {"part": "overlap", "form": form, "forecast": plan_forecast(access.campaign)}
    return _plan_page(request, access, "plan/plan.html", context, status=422 if form.errors else 200)


def _quality_page(request: HttpRequest, access: CampaignAccess, form: PlanForm) -> HttpResponse:
    known = _known_items(access.campaign)
    context = {
        "part": "quality",
        "form": form,
        "forecast": plan_forecast(access.campaign),
        "checks_form": MakeChecksForm(),
        "checks": [item for item in known if item.purpose == Purpose.CHECK],
        "training": [item for item in known if item.purpose == Purpose.TRAINING],
    }
    return _plan_page(request, access, "plan/plan_quality.html", context, status=422 if form.errors else 200)


def _forecast_page(
    request: HttpRequest,
    access: CampaignAccess,
    *,
    status: int = 200,
    design_form: DesignForm | None = None,
) -> HttpResponse:
    forecast = plan_forecast(access.campaign)
    context = {
        "part": "forecast",
        "forecast": forecast,
        "pairs": forecast.pairs[:PAIRS_SHOWN],
        **_design(request, access.campaign, design_form),
    }
    return _plan_page(request, access, "plan/plan_forecast.html", context, status=status)


def _plan_page(
    request: HttpRequest, access: CampaignAccess, template: str, context: dict[str, Any], status: int
) -> HttpResponse:
    return page(request, access, template, {"tab": "plan", **context}, status=status)


def _design(request: HttpRequest, campaign: Campaign, asked: DesignForm | None) -> dict[str, Any]:
    """The newest designs, and the form to request them."""
    newest = plan_design.newest_design(campaign)
    form = asked or DesignForm(
        initial=asdict(newest.asked) if newest else None, sentences=campaign.sentences.count()
    )
    return {
        "design": newest,
        "design_form": form,
        "design_shown": design_context(newest) if newest else None,
        "may_change_design": newest is not None and may_change(signed_in(request), newest.job),
        "has_rankings": Ranking.objects.filter(
            judge__campaign=campaign, is_current=True, skipped=False
        ).exists(),
    }


def _known_items(campaign: Campaign) -> list[Item]:
    answered = Count("rankings", filter=Q(rankings__is_current=True, rankings__skipped=False))
    return list(
        campaign.items.filter(purpose__in=(Purpose.CHECK, Purpose.TRAINING), retired_at__isnull=True)
        .select_related("sentence")
        .annotate(answered=answered)
        .order_by("number")[:KNOWN_SHOWN]
    )
