"""Pages of managers who import judgments: upload, preview, confirm."""

from typing import IO, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in
from rankings.corpus.staging import staged_upload
from rankings.formats.columns import Judgments
from rankings.formats.records import FormatError
from rankings.judgments import uploads
from rankings.judgments.confirming import confirm as import_file
from rankings.judgments.confirming import standing_of
from rankings.judgments.forms import JudgmentFileForm
from rankings.judgments.import_jobs import IMPORT_KIND
from rankings.judgments.uploads import (
    ImportPreview,
    JudgmentFile,
    read_judgment_file,
    stage_judgments,
    staged_judgments,
)
from rankings.models import StagedUpload


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a file. What is wrong with it is shown at once; a usable one waits for confirmation."""
    user, access = signed_in(request), managed(request, slug)
    if request.method != "POST":
        return _upload_page(request, access, JudgmentFileForm())
    form = JudgmentFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, access, form, status=422)
    file = cast("UploadedFile[bytes]", form.cleaned_data["file"])
    name, content = str(file.name), cast("IO[bytes]", file)
    first_sentence = form.cleaned_data["first_sentence"]
    if (file.size or 0) <= uploads.MOST_IN_A_REQUEST:
        read = read_judgment_file(access.campaign, name, content, first_sentence)
        if not read.usable:
            return _upload_page(request, access, JudgmentFileForm(request.POST), read, status=422)
    staged = stage_judgments(access.campaign, user, name, content, first_sentence)
    return redirect("reports:import-preview", slug=slug, token=staged.token)


@login_required
@require_safe
def preview(request: HttpRequest, slug: str, token: UUID) -> HttpResponse:
    """The content of the waiting file, before anything of it is stored, or how far the work on it is."""
    user, access = signed_in(request), managed(request, slug)
    upload = staged_upload(user, token, access.campaign)
    standing = standing_of(access.campaign, upload, user)
    if standing.state == "imported":
        return _imported_already(request, slug)
    shown = standing.preview
    if shown is None:
        return _waiting_page(request, access, upload, is_being_imported=standing.state == "importing")
    if not shown.usable:
        return _upload_page(request, access, JudgmentFileForm(), shown, status=409)
    # One that was cancelled has no error.
    not_imported = upload.job if upload.job and upload.job.kind == IMPORT_KIND else None
    context = {"tab": "report", "file": shown, "token": token, "not_imported": not_imported}
    return page(request, access, "judgments/import_preview.html", context)


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str, token: UUID) -> HttpResponse:
    """Store the waiting file's judgments."""
    user, access = signed_in(request), managed(request, slug)
    file = staged_judgments(access.campaign, user, token)
    if file is None:
        return _imported_already(request, slug)
    upload = staged_upload(user, token, access.campaign)
    try:
        summary = import_file(access.campaign, upload, user)
    except FormatError as error:
        refused = JudgmentFile(file.name, file.sha256, file.size, Judgments.of(()), tuple(error.problems))
        return _upload_page(request, access, JudgmentFileForm(), refused, status=409)
    if summary is None and uploads.is_large(upload):
        return redirect("reports:import-preview", slug=slug, token=token)
    if summary is None:
        return _imported_already(request, slug)
    messages.success(request, summary.in_words())
    return redirect("reports:overview", slug=slug)


def _waiting_page(
    request: HttpRequest, access: CampaignAccess, upload: StagedUpload, *, is_being_imported: bool
) -> HttpResponse:
    context = {
        "tab": "report",
        "name": upload.form["files"][0]["name"],
        "is_being_imported": is_being_imported,
        "job": upload.job,
        "may_change_job": True,
    }
    return page(request, access, "judgments/import_waiting.html", context)


def _imported_already(request: HttpRequest, slug: str) -> HttpResponse:
    """Where a second click, or the back button, leads."""
    messages.info(request, "This file is imported. Its rankings count once.")
    return redirect("reports:overview", slug=slug)


def _upload_page(
    request: HttpRequest,
    access: CampaignAccess,
    form: JudgmentFileForm,
    read: JudgmentFile | ImportPreview | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"tab": "report", "form": form, "file": read}
    return page(request, access, "judgments/import.html", context, status)
