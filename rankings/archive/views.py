"""The archive of a campaign as a download."""

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest
from django.views.decorators.http import require_GET

from rankings.access import managed, signed_in
from rankings.archive.services import archive_response


@login_required
@require_GET
def download(request: HttpRequest, slug: str) -> FileResponse:
    """The whole campaign as one file; names stand in it where `?names=true` says so."""
    campaign = managed(request, slug).campaign
    return archive_response(campaign, signed_in(request), names=request.GET.get("names") == "true")
