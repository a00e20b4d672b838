"""The public page of a frozen report, for whoever has its link. Nothing here knows who asks."""

import mimetypes
import zipfile

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.throttle import WRONG_LINKS
from appraise_gec.present import html
from appraise_gec.present.downloads import FIGURE_POLICY, download, streamed_download
from appraise_gec.report.site import sharing
from rankings.corpus.parts import open_parts, parts_of
from rankings.models import Paper, PublicReport

FOLDERS = ("tables/", "figures/")
# Shown in the browser; everything else is kept as a file.
_SHOWN = {"image/svg+xml", "image/png", "application/pdf"}


@require_safe
def report(request: HttpRequest, token: str) -> HttpResponseBase:
    """The report as one page."""
    link = _link(request, token)
    if isinstance(link, HttpResponse):
        return link
    page = Paper.objects.values_list("page", flat=True).get(pk=link.paper_id)
    response = HttpResponse(page, content_type="text/html; charset=utf-8")
    response["Content-Security-Policy"] = f"{html.content_policy()}; frame-ancestors 'none'"
    return _unlisted(response)


@require_safe
def file(request: HttpRequest, token: str, path: str) -> HttpResponseBase:
    """The archive, or one of its tables and figures."""
    link = _link(request, token)
    if isinstance(link, HttpResponse):
        return link
    if path == "paper.zip":
        response = streamed_download(parts_of(link.paper), "application/zip", path)
        response["Content-Length"] = str(link.paper.size)
        return _unlisted(response)
    if not path.startswith(FOLDERS):
        raise Http404
    with zipfile.ZipFile(open_parts(link.paper)) as archive:
        try:
            content = archive.read(path)
        except KeyError:
            raise Http404 from None
    kind = mimetypes.guess_type(path)[0] or "text/plain"
    shown = kind in _SHOWN and "download" not in request.GET
    answer = download(content, kind, path.rpartition("/")[2], attached=not shown)
    if kind == "image/svg+xml":
        answer["Content-Security-Policy"] = FIGURE_POLICY
    return _unlisted(answer)


def _link(request: HttpRequest, token: str) -> PublicReport | HttpResponse:
    """The link where it works, else the page that says why it does not."""
    where = neighbourhood(request)
    if WRONG_LINKS.is_over(where):
        reason = "Too many wrong links were opened from here. Wait %(minutes)d minutes."
        return _closed(request, reason % {"minutes": WRONG_LINKS.minutes}, 429)
    link = sharing.link_with_token(token)
    if link is None:
        WRONG_LINKS.count(where)
        return _closed(request, "This link is not in use. It may be incomplete or mistyped.", 404)
    if link.revoked_at is not None:
        return _closed(request, "This link was revoked. The report is no longer public.", 410)
    if not link.paper.size:
        return _closed(request, "This report is being made. Try again in some minutes.", 404)
    return link


def _closed(request: HttpRequest, reason: str, status: int) -> HttpResponse:
    return _unlisted(render(request, "reports/public_closed.html", {"reason": reason}, status=status))


def _unlisted(response: HttpResponseBase) -> "HttpResponse":
    """Search engines leave it out, nobody in between keeps it, and links do not tell its address."""
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response  # type: ignore[return-value]
