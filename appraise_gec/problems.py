"""What went wrong: a page for browsers, and below /api/ problem details (RFC 9457) for programs.

`type` names the kind of problem and never changes; `title` is that kind in words, `detail` this occurrence.
`errors` holds reasons by field where a request could not be read, `reasons` the single sentences of `detail`.
"""

import errno
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

CONTENT_TYPE = "application/problem+json"
TYPES = "urn:appraise-gec:problem:"
KINDS = {
    "bad-request": (400, "The request cannot be read"),
    "invalid": (400, "Fields of the request are wrong"),
    "unauthenticated": (401, "Sign in with a token"),
    "forbidden": (403, "This is not yours to do"),
    "not-found": (404, "There is nothing at this address"),
    "method-not-allowed": (405, "The address does not take this method"),
    "not-acceptable": (406, "There is no answer in this format"),
    "conflict": (409, "The rules do not allow this now"),
    "too-large": (413, "The request is too large"),
    "unsupported-media-type": (415, "The content type is not taken here"),
    "unusable-file": (422, "A file cannot be used"),
    "too-many-requests": (429, "Too many requests"),
    "failed": (500, "The site has failed"),
    "away": (503, "A part of the site is away"),
    "disk-full": (507, "The disk of the site is full"),
}
"""Every kind of problem, with its status and title."""

DATABASE_AWAY = gettext_lazy(
    "The database of this site cannot be reached. Nothing you saved is lost. Try again in a minute."
)
DISK_FULL = gettext_lazy(
    "The disk of this site is full, so nothing was stored. Tell the operator; nothing saved before is lost."
)
# Errors of Postgres that mean that it is away: 08 connection, 57P shutdown and start, 53300 no place left.
AWAY_CODES = ("08", "57P", "53300")
DISK_FULL_CODE = "53100"
# What SQLite says where it cannot open its files, as on a disk without any room.
SQLITE_AWAY = {"disk I/O error", "unable to open database file"}
RETRY_SECONDS = 10

_BY_STATUS = {status: kind for kind, (status, _title) in reversed(KINDS.items())} | {400: "bad-request"}


def problem(
    kind: str,
    detail: str,
    *,
    reasons: Sequence[str] = (),
    errors: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """The document of a problem of one of `KINDS`."""
    status, title = KINDS[kind]
    document = {"type": TYPES + kind, "title": title, "status": status, "detail": detail}
    if reasons:
        document["reasons"] = list(reasons)
    if errors is not None:
        document["errors"] = errors
    return document | more


def kind_of(status: int) -> str:
    """The usual kind of a problem with this status."""
    return _BY_STATUS.get(status, "failed" if status >= 500 else "bad-request")


def problem_answer(status: int, detail: str) -> HttpResponse:
    """An answer that needs neither the database nor the REST framework."""
    document = problem(kind_of(status), detail) | {"status": status}
    answer = HttpResponse(json.dumps(document, ensure_ascii=False), status=status, content_type=CONTENT_TYPE)
    answer["Cache-Control"] = "no-store"
    return answer


def is_for_programs(request: HttpRequest) -> bool:
    """Whether the address is one of the API's."""
    return request.path_info.startswith("/api/")


def refusal(request: HttpRequest, status: int, detail: str, **context: Any) -> HttpResponse:
    """A problem for programs, and for browsers the page of this status."""
    if is_for_programs(request):
        return problem_answer(status, detail)
    page = f"{400 if status == 415 else status}.html"
    return render(request, page, {"detail": detail, **context}, status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler404`."""
    return refusal(request, 404, _("Not found."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler403`."""
    return refusal(request, 403, str(exception) or "Forbidden")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler400`."""
    if is_for_programs(request):
        return problem_answer(400, str(exception) or "Bad Request")
    return refusal(request, 400, "")


def failed(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`, which is called while the error is being handled.

    It needs neither database nor session, which may be what is away.
    """
    error = sys.exc_info()[1]
    if is_disk_full(error):
        return _answer(request, 507, _("The disk is full"), DISK_FULL)
    if is_database_away(error):
        answer = _answer(request, 503, _("The database is away"), DATABASE_AWAY)
        answer["Retry-After"] = str(RETRY_SECONDS)
        return answer
    if request.path.startswith("/api/"):
        detail = _("An error occurred and has been logged. Nothing you saved is lost.")
        return problem_answer(500, detail)
    return HttpResponse(render_to_string("500.html"), status=500)


def is_database_away(error: BaseException | None) -> bool:
    """Whether an error says that the database cannot be reached."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    # psycopg2 gives the code of what Postgres reported, and None where nobody answered.
    if not hasattr(error.__cause__, "pgcode"):
        return str(error) in SQLITE_AWAY
    code = _postgres_code(error)
    return not code or code.startswith(AWAY_CODES)


def is_disk_full(error: BaseException | None) -> bool:
    """Whether an error, of a file or of a database, says that there is no place left."""
    if isinstance(error, OSError):
        return error.errno in {errno.ENOSPC, errno.EDQUOT}
    if not isinstance(error, OperationalError):
        return False
    return _postgres_code(error) == DISK_FULL_CODE or "disk is full" in str(error)


def _postgres_code(error: OperationalError) -> str:
    return getattr(error.__cause__, "pgcode", None) or ""


def _answer(request: HttpRequest, status: int, title: str, text: str | Promise) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem_answer(status, str(text))
    if not request.accepts("text/html"):
        return JsonResponse({"detail": str(text)}, status=status)
    return HttpResponse(render_to_string("away.html", {"title": title, "text": text}), status=status)


class WrongMethodMiddleware:
    """Gives browsers a page instead of an empty 405, which links onward. Status and `Allow` are kept.

    Signing in leads back to the address that was asked for, and so does reloading, also where that address
    only takes what a form sends.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_empty = response.status_code == 405 and not response.content
        if not is_empty or is_for_programs(request) or not request.accepts("text/html"):
            return response
        context = {"takes_forms_only": "GET" not in response["Allow"], "above": page_above(request.path)}
        page = render(request, "405.html", context, status=405)
        page["Allow"] = response["Allow"]
        return page


def page_above(path: str) -> str:
    """The nearest address above `path` that is a page: it holds the form, or leads there."""
    while path := path.rstrip("/").rpartition("/")[0]:
        with suppress(Resolver404):
            if "jobs" not in resolve(f"{path}/").namespaces:  # those answer with JSON alone
                return f"{path}/"
    return "/"
