"""Pages of the stored references: for everybody on the team to read, for managers to remove."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET, require_safe

from appraise_gec.present.downloads import download
from metrics.site.pages import page
from metrics.site.references.services import stored_files
from rankings.access.pages import opened


@login_required
@require_safe
def references(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """The stored references, with the files to download."""
    access = opened(request, slug)
    stored = get_object_or_404(access.campaign.reference_sets.defer("content"), key=key)
    context = {"references": stored, "summary": stored.summary, "run_count": stored.runs.count()}
    return page(request, access, "metrics/references.html", context)


@login_required
@require_GET
def file(request: HttpRequest, slug: str, key: UUID, number: int) -> HttpResponse:
    """One file as it was uploaded."""
    files = stored_files(get_object_or_404(opened(request, slug).campaign.reference_sets, key=key))
    if number >= len(files):
        raise Http404
    return download(files[number].content, "application/octet-stream", files[number].name)
