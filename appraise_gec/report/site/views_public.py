"""The public page of a frozen report, for whoever has its link. Nothing here knows who asks."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from appraise_gec.accounts.throttle import WRONG_LINKS, neighbourhood
from appraise_gec.present import html
from appraise_gec.report.site import folders
from rankings.models import PublicReport, ReportFolder


@require_safe
def report(request: HttpRequest, token: str) -> HttpResponseBase:
    """The report as one page."""
    folder = _folder(request, token)
    if isinstance(folder, HttpResponse):
        return folder
    response = HttpResponse(folder.page, content_type="text/html; charset=utf-8")
    response["Content-Security-Policy"] = f"{html.content_policy()}; frame-ancestors 'none'"
    return _unlisted(response)


@require_safe
def file(request: HttpRequest, token: str, path: str) -> HttpResponseBase:
    """One file of the archive, or all of it."""
    folder = _folder(request, token)
    if isinstance(folder, HttpResponse):
        return folder
    return _unlisted(folders.member(request, folder, path, "report"))


def _folder(request: HttpRequest, token: str) -> ReportFolder | HttpResponse:
    """The files behind the link where it works, else the page that says why it does not."""
    where = neighbourhood(request)
    if WRONG_LINKS.is_over(where):
        reason = "Too many wrong links were opened from here. Wait %(minutes)d minutes."
        return _closed(request, reason % {"minutes": WRONG_LINKS.minutes}, 429)
    links = PublicReport.objects.filter(token=token)
    link = links.select_related("report").defer("report__result").first()
    if link is None:
        WRONG_LINKS.take(where)
        return _closed(request, "This link is not in use. It may be incomplete or mistyped.", 404)
    if link.revoked_at is not None:
        return _closed(request, "This link was revoked. The report is no longer public.", 410)
    folder = folders.folder_of(link.report, is_public=True)
    if folder is None or not folder.page:
        return _closed(request, "Try again in some minutes.", 404, title="This report is being made")
    return folder


def _closed(
    request: HttpRequest, reason: str, status: int, title: str = "There is no report here"
) -> HttpResponse:
    told = {"title": title, "reason": reason}
    return _unlisted(render(request, "reports/public_closed.html", told, status=status))


def _unlisted(response: HttpResponseBase) -> "HttpResponse":
    """Search engines leave it out, nobody in between keeps it, and links do not tell its address."""
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response  # type: ignore[return-value]
