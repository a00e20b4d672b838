"""The page of managers about the texts of a campaign: its systems, and files that wait."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from rankings.access import managed, page, signed_in
from rankings.corpus.overview import system_rows
from rankings.uploads.flow import waiting_uploads


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
        "waiting": waiting_uploads(signed_in(request)).filter(campaign=campaign).defer("preview"),
    }
    return page(request, access, "corpus/texts.html", context)
