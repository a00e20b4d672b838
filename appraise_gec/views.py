"""The start page, the documentation and the site's icon, and the context of every template."""

from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django.views.static import serve

import appraise_gec
from appraise_gec.accounts.services import DEMO_PEOPLE, demo_is_on
from rankings.access import campaigns_of, judgeships_of
from rankings.desk.overview import campaign_row
from rankings.judging.pages import tryout_context
from rankings.judging.standing import task_of
from rankings.uploads.flow import waiting_uploads


def site(request: HttpRequest) -> dict[str, Any]:
    """The program's version, the languages of the site, and the demo's people where the demo is on."""
    return {
        "appraise_version": appraise_gec.__version__,
        "demo_people": DEMO_PEOPLE if demo_is_on() else (),
        "site_languages": settings.LANGUAGES,
    }


def home(request: HttpRequest) -> HttpResponse:
    """For visitors: what this is. For everybody else: their campaigns and their tasks."""
    if not request.user.is_authenticated:
        return _welcome(request)
    user = request.user
    judgeships = [
        (judgeship, task_of(judgeship).left if judgeship.is_active else None)
        for judgeship in judgeships_of(user, awaited=True)
    ]
    rows = [campaign_row(campaign) for campaign in campaigns_of(user)]
    context = {
        "campaigns": [row for row in rows if row.campaign.archived_at is None],
        "archived": [row for row in rows if row.campaign.archived_at is not None],
        "unfinished": waiting_uploads(user).filter(campaign=None).defer("preview")
        if user.can_create_campaigns()
        else [],
        "judgeships": judgeships,
    }
    return render(request, "home.html", context)


def _welcome(request: HttpRequest) -> HttpResponse:
    """What the site does, with an item to rank at once. Touches no database."""
    return render(request, "welcome.html", {"tryout": tryout_context(request.GET)})


@require_safe
@gzip_page  # nothing secret is on these pages, so their size tells nobody anything
def documentation(request: HttpRequest, path: str = "index.html") -> HttpResponseBase:
    """A file of the documentation, as `./run docs` or the image has built it; without one, what builds it."""
    folder = settings.DOCUMENTATION_FOLDER
    if not (folder / "index.html").is_file():
        if not path.endswith(".html"):
            raise Http404
        return render(request, "documentation_not_built.html", status=200 if path == "index.html" else 404)
    response: HttpResponse | FileResponse = serve(request, path, document_root=str(folder))
    # The addresses stay from version to version: browsers ask each time whether theirs is still the newest.
    response.headers["Cache-Control"] = "no-cache"
    return response


def favicon(request: HttpRequest) -> HttpResponse:
    """For browsers that ask for the site's icon before a page has named it."""
    return redirect(static("img/favicon.svg"))
