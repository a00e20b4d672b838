"""Pages of the team: archives of a report for a paper, and public links to it."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.views import may_change
from appraise_gec.present.downloads import streamed_download
from appraise_gec.report.site import sharing
from appraise_gec.report.site.forms_sharing import TitleForm
from rankings.access.audience import CampaignAccess
from rankings.access.pages import opened, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.corpus.parts import parts_of
from rankings.models import PublicReport, Report


@login_required
@require_safe
def share(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Archives and public links of a finished report, and the forms that make them."""
    access, report = _finished(request, slug, key)
    return _page(request, access, report)


@login_required
@require_POST
def make_paper(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Ask for an archive."""
    access, report = _finished(request, slug, key)
    form = TitleForm(access, request.POST, prefix="paper")
    if form.is_valid():
        try:
            sharing.request_paper(access, report, signed_in(request), form.cleaned_data["title"])
        except Refused as refusal:
            form.add_error(None, refusal.reasons)
        else:
            return redirect("reports:share", slug=slug, key=key)
    return _page(request, access, report, paper_form=form, status=422)


@login_required
@require_safe
def paper(request: HttpRequest, slug: str, key: UUID, paper: UUID) -> StreamingHttpResponse:
    """A finished archive."""
    access, report = _finished(request, slug, key)
    found = sharing.paper_to_download(report, paper)
    if found is None:
        raise Http404
    if request.method == "GET":
        record_event(signed_in(request), "paper.download", access.campaign.pk, report=str(key))
    response = streamed_download(parts_of(found), "application/zip", "paper.zip")
    response["Content-Length"] = str(found.size)
    return response


@login_required
@require_POST
def publish(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Make a public link."""
    access, report = _finished(request, slug, key, to_manage=True)
    form = TitleForm(access, request.POST, prefix="link")
    if form.is_valid():
        try:
            sharing.publish(access, report, signed_in(request), form.cleaned_data["title"])
        except Refused as refusal:
            form.add_error(None, refusal.reasons)
        else:
            messages.success(request, "The public page is being made. Its address stands below.")
            return redirect("reports:share", slug=slug, key=key)
    return _page(request, access, report, link_form=form, status=422)


@login_required
@require_POST
def revoke(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Close the public link for good."""
    access, report = _finished(request, slug, key, to_manage=True)
    link = sharing.link_of(report)
    if link is None:
        raise Http404
    try:
        sharing.revoke(access, link, signed_in(request))
        messages.success(request, "The link is revoked: its page is gone.")
    except Refused as refusal:
        tell_refusal(request, refusal)
    return redirect("reports:share", slug=slug, key=key)


def _finished(
    request: HttpRequest, slug: str, key: UUID, *, to_manage: bool = False
) -> tuple[CampaignAccess, Report]:
    access = opened(request, slug, to_manage=to_manage)
    report = get_object_or_404(access.campaign.reports, key=key)
    if report.result is None:
        raise Http404
    return access, report


def _page(
    request: HttpRequest,
    access: CampaignAccess,
    report: Report,
    *,
    paper_form: TitleForm | None = None,
    link_form: TitleForm | None = None,
    status: int = 200,
) -> HttpResponse:
    user = signed_in(request)
    papers = sharing.papers_of(report)
    link = sharing.link_of(report)
    context = {
        "tab": "report",
        "report": report,
        "working": [(one, may_change(user, one.job)) for one in papers if not one.size],
        "papers": [one for one in papers if one.size],
        "link": link,
        "link_address": "" if link is None else _address(request, link),
        "may_change_link_job": link is not None and may_change(user, link.paper.job),
        "paper_form": paper_form or TitleForm(access, prefix="paper"),
        "link_form": link_form or TitleForm(access, prefix="link"),
    }
    return page(request, access, "reports/share.html", context, status)


def _address(request: HttpRequest, link: PublicReport) -> str:
    """The address to pass on; empty where nothing stands there."""
    if link.revoked_at is not None or not link.paper.size:
        return ""
    return request.build_absolute_uri(reverse("public-report", args=[link.token]))
