"""Headers that narrow what a page may do and who may keep it, and a bound on the size of a request."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render

from appraise_gec.problems import problem_answer

NextStep = Callable[[HttpRequest], HttpResponse]


class SecurityHeadersMiddleware:
    """Content security policy without inline code, no access to devices, and no private page kept."""

    def __init__(self, get_response: NextStep) -> None:
        self.get_response = get_response
        self.policy = settings.CONTENT_SECURITY_POLICY
        self.permissions = settings.PERMISSIONS_POLICY

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", self.policy)
        response.headers.setdefault("Permissions-Policy", self.permissions)
        if getattr(getattr(request, "session", None), "accessed", False):
            # Made for one person: after signing out, going back in the browser must not show it.
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class RequestSizeMiddleware:
    """Answers 413 to a request above the upload limit before anything of it is parsed or stored.

    A request without a declared length reads as empty under WSGI, so the declared length is the bound.
    """

    def __init__(self, get_response: NextStep) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        limit = settings.MAX_UPLOAD_BYTES
        length = declared_length(request)
        if length is None:
            return HttpResponseBadRequest("Content-Length has to be a number.\n", content_type="text/plain")
        if length <= limit:
            return self.get_response(request)
        if length <= 4 * limit:
            # A browser shows the answer only when it could send everything.
            while request.read(1 << 20):
                pass
        response = _too_big(request, length, limit)
        response["Connection"] = "close"
        return response


def _too_big(request: HttpRequest, length: int, limit: int) -> HttpResponse:
    if request.path.startswith("/api/"):
        detail = f"The upload is too big: {length} bytes, and this site accepts {limit} bytes at once."
        return problem_answer(413, detail)
    return render(request, "413.html", {"length": length, "limit": limit}, status=413)


def declared_length(request: HttpRequest) -> int | None:
    """The length that the request declares; None where it is not a length, which not every server refuses."""
    declared = request.META.get("CONTENT_LENGTH") or "0"
    return int(declared) if re.fullmatch(r"[0-9]{1,18}", declared) else None
