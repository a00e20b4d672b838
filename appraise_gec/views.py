"""The start page and the site's icon."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static

from rankings.access.audience import campaigns_of, judgeships_of
from rankings.judging.pages import tryout_context
from rankings.judging.standing import items_to_do
from rankings.uploads.flow import waiting_uploads


def home(request: HttpRequest) -> HttpResponse:
    """For visitors: what this is. For everybody else: their campaigns and their tasks."""
    if not request.user.is_authenticated:
        return _welcome(request)
    user = request.user
    judgeships = [
        (judgeship, items_to_do(judgeship) if judgeship.is_active else None)
        for judgeship in judgeships_of(user, awaited=True)
    ]
    campaigns = list(campaigns_of(user))
    context = {
        "campaigns": [campaign for campaign in campaigns if campaign.archived_at is None],
        "archived": [campaign for campaign in campaigns if campaign.archived_at is not None],
        "unfinished": waiting_uploads(user).filter(campaign=None).defer("preview")
        if user.can_create_campaigns()
        else [],
        "judgeships": judgeships,
    }
    return render(request, "home.html", context)


def _welcome(request: HttpRequest) -> HttpResponse:
    """What the site does, with an item to rank at once. Touches no database."""
    return render(request, "welcome.html", {"tryout": tryout_context(request.GET)})


def favicon(request: HttpRequest) -> HttpResponse:
    """For browsers that ask for the site's icon before a page has named it."""
    return redirect(static("img/favicon.svg"))
