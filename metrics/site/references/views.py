"""Pages of the stored references, for everybody on the team to read."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET, require_safe

from metrics.site.pages import page
from metrics.site.references.services import reference_file, reference_sets
from rankings.access.pages import opened


@login_required
@require_safe
def references(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """The stored references, with the files to download."""
    access = opened(request, slug)
    stored = get_object_or_404(reference_sets(access.campaign), key=key)
    return page(request, access, "metrics/references.html", {"references": stored})


@login_required
@require_GET
def file(request: HttpRequest, slug: str, key: UUID, number: int) -> HttpResponse:
    """One file as it was uploaded."""
    return reference_file(opened(request, slug).campaign, key, number)
