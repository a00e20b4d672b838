"""What a page may do and who may keep it, requests that reach no page, and where forms lead."""

import codecs
import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from appraise_gec.problems import refusal

NextStep = Callable[[HttpRequest], HttpResponse]
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
ENCODINGS = {"utf-8", "ascii"}
MOST_CHARACTERS = 2000


class SecurityHeadersMiddleware:
    """Content security policy without inline code, no access to devices, and no private page kept."""

    def __init__(self, get_response: NextStep) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        if getattr(getattr(request, "session", None), "accessed", False):
            # Made for one person: after signing out, going back in the browser must not show it.
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class ReadableMiddleware:
    """Refuses what no page can read: NUL characters, texts that are not in UTF-8, and what is too large.

    Postgres holds no NUL in a text, so a value with one may not reach a query; forms refuse it by field.
    Python has codecs that are not text encodings ("hex"), and a request may name any of them. A request
    without a declared length reads as empty under WSGI, so the declared length is the bound; what is above
    it is refused before anything is parsed or stored.
    """

    def __init__(self, get_response: NextStep) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if unreadable := _unreadable(request):
            return unreadable
        for name in [name for name, value in request.COOKIES.items() if "\0" in value]:
            del request.COOKIES[name]  # none of ours has one
        length, limit = int(request.META.get("CONTENT_LENGTH") or 0), settings.MAX_UPLOAD_BYTES
        if length <= limit:
            return self.get_response(request)
        if length <= 4 * limit:
            # A browser shows the answer only when it could send everything.
            while request.read(1 << 20):
                pass
        detail = f"The upload is too big: {length} bytes, and this site accepts {limit} bytes at once."
        response = refusal(request, 413, detail, length=length, limit=limit)
        response["Connection"] = "close"
        return response


def _unreadable(request: HttpRequest) -> HttpResponse | None:
    if "\0" in request.path_info:
        return refusal(request, 404, _("Not found."))
    query = request.META.get("QUERY_STRING", "")
    if "%00" in query or "\0" in query:
        return refusal(request, 400, _("The address holds a NUL character."))
    if any("\0" in text for name, text in request.headers.items() if name != "Cookie"):
        return refusal(request, 400, _("A header holds a NUL character."))
    if not _is_utf8((request.content_params or {}).get("charset", "")):
        return refusal(request, 415, _("Send texts in UTF-8."))
    # Not every server refuses what is no length.
    if not re.fullmatch(r"[0-9]{0,18}", request.META.get("CONTENT_LENGTH") or ""):
        return refusal(request, 400, "Content-Length has to be a number.")
    return None


def _is_utf8(charset: str) -> bool:
    try:
        return not charset or codecs.lookup(charset).name in ENCODINGS
    except (LookupError, ValueError):
        return False


def safe_next(request: HttpRequest, name: str = "next") -> str | None:
    """The address in the form field or else query parameter `name`; None if it is not one of this site.

    Only whole paths ("/judge/") and addresses count: Django's shortcuts take anything else for the name of a
    route, and relative paths depend on the page they are followed from.
    """
    target = request.POST.get(name, request.GET.get(name, ""))
    return target if is_own(request, target) else None


def safe_referrer(request: HttpRequest) -> str | None:
    """The page of this site that sent a form; None where the browser does not say which it was."""
    target = request.headers.get("Referer", "")
    return target if is_own(request, target) else None


def is_own(request: HttpRequest, target: str) -> bool:
    """Whether this is a whole path or an address of this site."""
    return (
        len(target) <= MOST_CHARACTERS
        and target.startswith(("/", "http://", "https://"))
        and url_has_allowed_host_and_scheme(
            target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
    )
