"""Marked edits as files."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_GET

from appraise_gec.accounts.services import record_event
from appraise_gec.present.downloads import streamed_download
from rankings.access.pages import opened, signed_in
from rankings.formats.records import FormatError
from rankings.judgments.edit_marks import WRITERS, export_edit_marks


@login_required
@require_GET
def edit_marks(request: HttpRequest, slug: str, extension: str) -> HttpResponseBase:
    """Every edit that judges could mark, with its marks, as a file."""
    access = opened(request, slug)
    if extension not in WRITERS:
        raise Http404
    try:
        exported = export_edit_marks(access.campaign, extension)
    except FormatError as error:
        messages.error(request, f"{extension.upper()} cannot hold these edits: {error}")
        return redirect("reports:overview", slug)
    record_event(signed_in(request), "edit-marks.export", access.campaign.pk, format=extension)
    return streamed_download(exported.pieces, exported.content_type, exported.name)
