"""Pages of managers who bring files: choose them, see what they hold, confirm."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from metrics.site.pages import page
from metrics.site.uploads import UploadKind
from rankings.access.audience import CampaignAccess
from rankings.access.pages import opened, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.uploads.flow import own_upload


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, slug: str, kind: UploadKind) -> HttpResponse:
    """Choose files. What is wrong with them is shown at once; usable ones wait for confirmation."""
    access = opened(request, slug, to_manage=True)
    if request.method != "POST":
        return _upload_page(request, access, kind, kind.form())
    form = kind.form(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, access, kind, form, status=422)
    try:
        files, details = kind.take(access.campaign, form)
    except Refused as refusal:
        form.add_error(None, refusal.reasons)
        return _upload_page(request, access, kind, form, status=422)
    read = kind.read(access.campaign, files)
    if not read.usable:
        again = kind.form(initial={"name": request.POST.get("name", "")})
        return _upload_page(request, access, kind, again, read=read, status=422)
    staged = kind.stage(access.campaign, signed_in(request), files, details)
    return redirect(f"{kind.address}-preview", slug=slug, token=staged.key)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, slug: str, token: UUID, kind: UploadKind) -> HttpResponse:
    """What waiting files hold; POST stores them."""
    access = opened(request, slug, to_manage=True)
    campaign, user = access.campaign, signed_in(request)
    staged = own_upload(user, token)
    if (staged.campaign, staged.kind) != (campaign, kind.staged_as):
        raise Http404
    read = kind.staged(campaign, staged)
    if not read.usable:
        return _upload_page(request, access, kind, kind.form(), read=read, status=409)
    if request.method != "POST":
        context = {"read": read, "name": staged.form.get("name", ""), **kind.preview(read)}
        return page(request, access, f"{kind.template}_preview.html", context)
    try:
        stored = kind.store(campaign, user, staged, read)
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect(f"{kind.address}-upload", slug=slug)
    messages.success(request, kind.told(stored))
    return redirect(kind.leads_to, slug=slug)


def _upload_page(
    request: HttpRequest,
    access: CampaignAccess,
    kind: UploadKind,
    form: forms.Form,
    *,
    read: Any = None,
    status: int = 200,
) -> HttpResponse:
    context = {"form": form, "read": read}
    return page(request, access, f"{kind.template}_upload.html", context, status)
