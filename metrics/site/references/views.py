"""Pages of the stored references: for everybody on the team to read, for managers to remove."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_GET, require_POST, require_safe

from appraise_gec.present.downloads import download
from metrics.site.pages import page
from metrics.site.references.services import remove_references, stored_files
from rankings.access.pages import opened, signed_in, tell_refusal
from rankings.access.refusals import Refused


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


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Delete references."""
    access = opened(request, slug, to_manage=True)
    try:
        name = remove_references(access.campaign, signed_in(request), key)
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("metrics:references", slug=slug, key=key)
    messages.success(request, f"Removed {name}.")
    return redirect("metrics:overview", slug=slug)
