"""What went wrong, for programs: problem details (RFC 9457) of every error below /api/.

`type` names the kind of problem and never changes; `title` is that kind in words, `detail` this occurrence.
`errors` holds reasons by field where a request could not be read, `reasons` the single sentences of `detail`.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

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
