"""The public page of a frozen report, for whoever has its link. Nothing here knows who asks."""

import hashlib
import mimetypes
import zipfile

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.throttle import (
    WRONG_LINKS,
    WRONG_PAGE_PASSWORDS,
    WRONG_PAGE_PASSWORDS_OF_ALL,
)
from appraise_gec.presentation.downloads import FIGURE_POLICY, download, streamed_download
from appraise_gec.presentation.writers import html
from rankings.corpus.parts import open_parts, parts_of
from rankings.models import Paper, PublicReport
from rankings.reports import sharing

COOKIE = "appraise_gec_page"
SECONDS_OPEN = 12 * 3600
FOLDERS = ("tables/", "figures/")
# Shown in the browser; everything else is kept as a file.
_SHOWN = {"image/svg+xml", "image/png", "application/pdf"}


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, token: str) -> HttpResponseBase:
    """The report as one page; before it the password, where the link has one."""
    link = _link(request, token)
    if isinstance(link, HttpResponse):
        return link
    if link.password and not _has_opened(request, link):
        return _ask(request, link)
    if request.method == "POST":
        return redirect("public-report", token=token)
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
    if link.password and not _has_opened(request, link):
        return _unlisted(redirect("public-report", token=token))
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
        reason = _("Too many wrong links were opened from here. Wait %(minutes)d minutes.")
        return _closed(request, reason % {"minutes": WRONG_LINKS.minutes}, 429)
    link = sharing.link_with_token(token)
    if link is None:
        WRONG_LINKS.count(where)
        return _closed(request, _("This link is not in use. It may be incomplete or mistyped."), 404)
    if link.revoked_at is not None:
        return _closed(request, _("This link was revoked. The report is no longer public."), 410)
    if link.has_ended:
        return _closed(request, _("This link has ended. The report is no longer public."), 410)
    if not link.paper.size:
        return _closed(request, _("This report is being made. Try again in some minutes."), 404)
    return link


def _ask(request: HttpRequest, link: PublicReport) -> HttpResponse:
    """The form for the password, or what a right one opens."""
    if request.method != "POST":
        return _form(request, link, "", 200)
    where = f"{link.pk} {neighbourhood(request)}"
    limits = ((WRONG_PAGE_PASSWORDS, where), (WRONG_PAGE_PASSWORDS_OF_ALL, str(link.pk)))
    for limit, who in limits:
        if not limit.take(who):
            reason = _("Too many wrong passwords. Wait %(minutes)d minutes.")
            return _form(request, link, reason % {"minutes": limit.minutes}, 429)
    if not sharing.opens(link, request.POST.get("password", "")):
        return _form(request, link, _("The password is wrong."), 422)
    for limit, who in limits:
        limit.give_back(who)
    response = redirect("public-report", token=link.token)
    response.set_signed_cookie(
        COOKIE,
        _proof(link),
        salt=f"public report {link.pk}",
        max_age=SECONDS_OPEN,
        path=reverse("public-report", args=[link.token]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return _unlisted(response)


def _has_opened(request: HttpRequest, link: PublicReport) -> bool:
    """Whether this browser has given the password."""
    salt = f"public report {link.pk}"
    proof = request.get_signed_cookie(COOKIE, default="", salt=salt, max_age=SECONDS_OPEN)
    return proof == _proof(link)


def _proof(link: PublicReport) -> str:
    """Changes with the password."""
    return hashlib.sha256(link.password.encode()).hexdigest()


def _form(request: HttpRequest, link: PublicReport, error: str, status: int) -> HttpResponse:
    context = {"token": link.token, "error": error}
    answer = _unlisted(render(request, "reports/public_password.html", context, status=status))
    # Without one, a browser does not say where the form comes from, and the check against forgery refuses it.
    answer["Referrer-Policy"] = "same-origin"
    return answer


def _closed(request: HttpRequest, reason: str, status: int) -> HttpResponse:
    return _unlisted(render(request, "reports/public_closed.html", {"reason": reason}, status=status))


def _unlisted(response: HttpResponseBase) -> "HttpResponse":
    """Search engines leave it out, nobody in between keeps it, and links do not tell its address."""
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response  # type: ignore[return-value]
