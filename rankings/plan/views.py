"""The design of a campaign on one page: items, the plan, what to expect, known answers, the next design."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from appraise_gec.accounts.models import User
from appraise_gec.jobs.views import may_change
from rankings.access import CampaignAccess, managed, page, signed_in
from rankings.actions import ACTIONS, Action
from rankings.models import Campaign, Item, Ranking
from rankings.plan import sampling
from rankings.plan.actions import Planning, Sampling, ToppingUp
from rankings.plan.design import AskingForDesign, newest_design
from rankings.plan.forecast import plan_forecast

Purpose = Item.Purpose
KNOWN_SHOWN = 200


@login_required
@require_safe
def design(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that decides which items judges get, with its forms and its forecast."""
    access = managed(request, slug)
    campaign = access.campaign
    known = _known_items(campaign)
    context = {
        "tab": "design",
        "forecast": plan_forecast(campaign),
        "checks": [item for item in known if item.purpose == Purpose.CHECK],
        "training": [item for item in known if item.purpose == Purpose.TRAINING],
        **_forms(request, access),
        **_sample(campaign),
        **_designs(signed_in(request), campaign),
    }
    return page(request, access, "plan/design.html", context)


def _forms(request: HttpRequest, access: CampaignAccess) -> dict[str, Any]:
    """The actions of the page with their forms, by short names."""
    kinds: dict[str, type[Action]] = {
        "sampling": Sampling,
        "planning": Planning,
        "making_checks": ACTIONS["checks.make"],
        "asking": AskingForDesign,
        "topping_up": ToppingUp,
    }
    made = {name: kind(access, signed_in(request)) for name, kind in kinds.items()}
    return {**made, **{f"{name}_form": action.fill() for name, action in made.items()}}


def _sample(campaign: Campaign) -> dict[str, Any]:
    samplers = dict(Campaign.Sampler.choices)
    return {
        "item_count": campaign.items.filter(purpose=Purpose.JUDGING).count(),
        "draws": [
            (draw, samplers.get(draw.detail.get("sampler"), draw.detail.get("sampler")))
            for draw in sampling.earlier_draws(campaign)
        ],
    }


def _designs(person: User, campaign: Campaign) -> dict[str, Any]:
    newest = newest_design(campaign)
    return {
        "design": newest,
        "design_shown": newest.shown() if newest else None,
        "may_change_design": newest is not None and may_change(person, newest.job),
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
