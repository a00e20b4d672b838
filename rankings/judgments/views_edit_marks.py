"""Marked edits as files: at once, or from a worker where there are many."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.views import may_change
from appraise_gec.presentation.downloads import download, streamed_download
from appraise_gec.words import in_readers_language
from rankings.access.pages import opened, page, signed_in
from rankings.corpus.parts import parts_of
from rankings.formats.records import FormatError
from rankings.judgments import edit_marks_files as files
from rankings.judgments.edit_marks import CONTENT_TYPES, WRITERS, export_edit_marks


@login_required
@require_GET
def edit_marks(request: HttpRequest, slug: str, extension: str) -> HttpResponse:
    """Every edit that judges could mark, with its marks, as a file; or the way to where a worker makes it."""
    access = opened(request, slug)
    if extension not in WRITERS:
        raise Http404
    if files.needs_worker(access.campaign):
        return redirect("reports:edit-marks-files", slug=slug)
    try:
        exported = export_edit_marks(access.campaign, extension)
    except FormatError as error:
        values = {"format": extension.upper(), "error": in_readers_language(error.in_words())}
        messages.error(request, _("%(format)s cannot hold these edits: %(error)s") % values)
        return redirect("reports:overview", slug)
    record_event(signed_in(request), "edit-marks.export", access.campaign.pk, format=extension)
    return download(exported.content, exported.content_type, exported.name)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_marks_files(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask a worker for a file of marked edits, follow it, download it."""
    user, access = signed_in(request), opened(request, slug)
    if request.method == "POST":
        extension = request.POST.get("extension", "")
        if extension not in WRITERS:
            messages.error(request, _("Choose CSV or JSON."))
        else:
            files.request_file(access.campaign, extension, user)
        return redirect("reports:edit-marks-files", slug=slug)
    known = files.files_of(access.campaign)
    context = {
        "tab": "report",
        "working": [(file, may_change(user, file.job)) for file in known if not file.size],
        "done": [file for file in known if file.size],
        "extensions": [(extension, extension.upper()) for extension in WRITERS],
        "most_outputs": files.MOST_OUTPUTS_AT_ONCE,
    }
    return page(request, access, "judgments/edit_marks_files.html", context)


@login_required
@require_GET
def edit_marks_file(request: HttpRequest, slug: str, key: UUID) -> StreamingHttpResponse:
    """A file that a worker wrote."""
    file = files.file_to_download(opened(request, slug).campaign, key)
    response = streamed_download(parts_of(file), CONTENT_TYPES[file.extension], file.name)
    response["Content-Length"] = str(file.size)
    return response
