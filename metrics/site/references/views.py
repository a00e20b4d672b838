"""Pages to upload, preview and confirm references (for managers), and to read them (for all)."""

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from appraise_gec.present.downloads import download
from metrics.models import ReferenceSet
from metrics.site.forms import ReferencesForm
from metrics.site.pages import is_allowed, page
from metrics.site.references.services import (
    refuse_name,
    remove_references,
    stage_references,
    staged_references,
    store_references,
    stored_files,
)
from metrics.site.references.uploads import ReadReferences, read_references
from rankings.access.audience import CampaignAccess
from rankings.access.pages import opened, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.access.states import refuse_when_frozen


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose files. What is wrong with them is shown at once; usable ones wait for confirmation."""
    access = opened(request, slug, to_manage=True)
    campaign = access.campaign
    if request.method != "POST":
        initial = {"replaces": request.GET.get("replaces", "")}
        return _upload_page(request, access, ReferencesForm(campaign, initial=initial))
    form = ReferencesForm(campaign, request.POST, request.FILES)
    if not is_allowed(form, partial(refuse_when_frozen, campaign)):
        return _upload_page(request, access, form, status=422)
    files, replaces = form.uploaded(), form.replaced()
    name = form.chosen_name(files)
    if replaces is None and not is_allowed(form, partial(refuse_name, campaign, name)):
        return _upload_page(request, access, form, status=422)
    read = read_references(campaign, files)
    if not read.usable:
        return _upload_page(request, access, ReferencesForm(campaign, initial=_typed(request)), read, 422)
    staged = stage_references(campaign, signed_in(request), files, name, replaces)
    return redirect("metrics:references-preview", slug=slug, token=staged.token)


@login_required
@require_safe
def preview(request: HttpRequest, slug: str, token: UUID) -> HttpResponse:
    """The content of the waiting files, before anything of them is stored."""
    access = opened(request, slug, to_manage=True)
    staged, files = staged_references(access.campaign, signed_in(request), token)
    read = read_references(access.campaign, files)
    if not read.usable:
        return _upload_page(request, access, ReferencesForm(access.campaign), read, 409)
    details = staged.form["details"]
    replaces = _replaced(access, details["replaces"])
    context = {
        "read": read,
        "summary": read.summary,
        "token": token,
        "name": details["name"],
        "old": replaces,
    }
    return page(request, access, "metrics/references/references_preview.html", context)


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str, token: UUID) -> HttpResponse:
    """Store the waiting files."""
    access = opened(request, slug, to_manage=True)
    user = signed_in(request)
    staged, files = staged_references(access.campaign, user, token)
    read = read_references(access.campaign, files)
    if not read.usable:
        return _upload_page(request, access, ReferencesForm(access.campaign), read, 409)
    try:
        stored = store_references(access.campaign, user, staged, read)
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("metrics:references-upload", slug=slug)
    messages.success(request, f"Stored {stored.name}. Scores can now be computed.")
    return redirect("metrics:new", slug=slug)


@login_required
@require_safe
def references(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """The stored references, with the files to download."""
    access = opened(request, slug)
    stored = _open_references(access, key)
    context = {"references": stored, "summary": stored.summary, "run_count": stored.runs.count()}
    return page(request, access, "metrics/references/references.html", context)


@login_required
@require_GET
def file(request: HttpRequest, slug: str, key: UUID, number: int) -> HttpResponse:
    """One file as it was uploaded."""
    access = opened(request, slug)
    files = stored_files(_open_references(access, key))
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


def _typed(request: HttpRequest) -> dict[str, str]:
    return {name: request.POST.get(name, "") for name in ("name", "replaces")}


def _replaced(access: CampaignAccess, key: str) -> ReferenceSet | None:
    return access.campaign.reference_sets.filter(key=key).first() if key else None


def _open_references(access: CampaignAccess, key: UUID) -> ReferenceSet:
    stored = access.campaign.reference_sets.select_related("campaign", "created_by").filter(key=key).first()
    if stored is None:
        raise Http404
    return stored


def _upload_page(
    request: HttpRequest,
    access: CampaignAccess,
    form: ReferencesForm,
    read: ReadReferences | None = None,
    status: int = 200,
) -> HttpResponse:
    return page(
        request, access, "metrics/references/references_upload.html", {"form": form, "read": read}, status
    )
