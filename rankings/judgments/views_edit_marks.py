"""Marked edits as a file."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_GET

from appraise_gec.accounts.services import record_event
from appraise_gec.present.downloads import streamed_download
from rankings.access.pages import opened, signed_in
from rankings.formats.records import FormatError
from rankings.judgments.edit_marks import export_edit_marks


@login_required
@require_GET
def edit_marks(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Every edit that judges could mark, with its marks, as a file."""
    access = opened(request, slug)
    try:
        exported = export_edit_marks(access.campaign)
    except FormatError as error:
        messages.error(request, f"CSV cannot hold these edits: {error}")
        return redirect("reports:overview", slug)
    record_event(signed_in(request), "edit-marks.export", access.campaign.pk)
    return streamed_download(exported.pieces, exported.content_type, exported.name)
