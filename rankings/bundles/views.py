"""Pages of campaign bundles: export one, upload one, look at what is in it, import it."""

from datetime import datetime
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from appraise_gec.jobs.models import WORKING_STATES, State
from appraise_gec.jobs.views import may_change
from appraise_gec.present.downloads import streamed_download
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.bundles import services
from rankings.bundles.forms import ExportForm, ImportForm, UploadForm
from rankings.bundles.storing import Wishes
from rankings.models import Bundle, Campaign
from rankings.uploads.parts import parts_of

UPLOAD_PIECE = 1024 * 1024
# What a preview counts, and in which file.
COUNTED = {
    "Sentences": "sentences.csv",
    "Systems": "systems.csv",
    "Items": "items.csv",
    "Judges": "judges.csv",
    "Rankings": "rankings.csv",
    "Reports": "reports.jsonl",
    "Metric scores": "metric_runs.jsonl",
    "Lines of history": "history.jsonl",
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a bundle of the campaign, follow it, download it."""
    user, access = signed_in(request), managed(request, slug)
    offered = [people for people in Bundle.People.values if services.may_export(access, people)]
    form = ExportForm(request.POST or None, offered=offered, initial={"people": offered[0]})
    if request.method == "POST" and form.is_valid():
        try:
            services.request_export(access, form.cleaned_data["people"], user)
        except Refused as refusal:
            tell_refusal(request, refusal)
        return redirect("bundles:export", slug=slug)
    bundles = [(bundle, may_change(user, bundle.job)) for bundle in services.exports(access)]
    context = {
        "tab": "settings",
        "form": form,
        "offered": offered,
        "working": [entry for entry in bundles if not _is_done(entry[0])],
        "done": [bundle for bundle, _ in bundles if _is_done(bundle)],
    }
    return page(request, access, "bundles/export.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def download(request: HttpRequest, slug: str, key: UUID) -> StreamingHttpResponse:
    """A finished bundle."""
    bundle = services.export_to_download(managed(request, slug), key)
    response = streamed_download(parts_of(bundle), "application/zip", bundle.name)
    response["Content-Length"] = str(bundle.size)
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Choose a bundle. A worker checks it before anything is stored."""
    user = signed_in(request)
    if not user.can_create_campaigns():
        raise PermissionDenied
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if request.method == "POST" and form.is_valid():
        file = cast("UploadedFile[bytes]", form.cleaned_data["file"])
        bundle = services.upload_bundle(user, str(file.name), file.chunks(UPLOAD_PIECE))
        return redirect("bundles:preview", key=bundle.key)
    context = {"form": form, "most_megabytes": settings.MAX_UPLOAD_BYTES // (1024 * 1024)}
    return render(request, "bundles/upload.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, key: UUID) -> HttpResponse:
    """What is in an uploaded bundle, or what is wrong with it; and import it."""
    user = signed_in(request)
    bundle = services.uploaded(user, key)
    if bundle.campaign is not None:
        return redirect(bundle.campaign)
    summary: dict[str, Any] = bundle.summary or {}
    form = None
    if "rows" in summary:
        address = summary["campaign"]["address"]
        offered = services.offered_address(address)
        sent = request.POST if request.method == "POST" else None
        form = ImportForm(sent, initial={"slug": offered})
        if sent is not None and form.is_valid():
            wishes = Wishes(form.cleaned_data["slug"], form.cleaned_data["with_accounts"] == "yes")
            try:
                services.request_import(bundle, wishes, user)
            except Refused as refusal:
                form.add_error(None, refusal)
            else:
                messages.success(request, "The campaign is being imported.")
                return redirect("bundles:preview", key=key)
    job = bundle.job
    context = {
        "bundle": bundle,
        "summary": summary,
        "problems": summary.get("problems", ()),
        "form": form,
        "twin": form and Campaign.objects.filter(slug__iexact=summary["campaign"]["address"]).exists(),
        "counts": [(name, summary["rows"].get(file, 0)) for name, file in COUNTED.items()] if form else [],
        "accounts": services.accounts_here(summary["user_names"]) if form and user.is_superuser else [],
        "made_at": datetime.fromisoformat(summary["made_at"]) if form else None,
        "people_label": Bundle.People(summary["people"]).label if form else "",
        "state_label": Campaign.State(summary["campaign"]["state"]).label if form else "",
        "has_people": bool(form and summary["user_names"]),
        "job": job,
        "is_working": job is not None and job.state in WORKING_STATES,
        "went_wrong": job is not None and job.state in (State.FAILED, State.CANCELLED),
        "may_change_job": may_change(user, job),
    }
    return render(request, "bundles/preview.html", context, status=422 if form and form.errors else 200)


@login_required
@require_POST
def discard(request: HttpRequest, key: UUID) -> HttpResponse:
    """Delete an uploaded bundle."""
    services.uploaded(signed_in(request), key).delete()
    messages.success(request, "The uploaded bundle is deleted. Nothing was imported.")
    return redirect("home")


def _is_done(bundle: Bundle) -> bool:
    return bundle.size > 0
