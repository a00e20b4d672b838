"""What this thread is doing: the request that it answers, or the job that it works on."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest
from django.utils.functional import empty

ID = "appraise_gec.request_id"
"""Under this name a request keeps its id, in META: Django logs refusals when the middleware is done."""

_answering: ContextVar[HttpRequest | None] = ContextVar("answering", default=None)
_job: ContextVar[str | None] = ContextVar("job", default=None)


@contextmanager
def answering(request_id: str, request: HttpRequest) -> Iterator[None]:
    """All that is logged inside belongs to this request."""
    request.META[ID] = request_id
    token = _answering.set(request)
    try:
        yield
    finally:
        _answering.reset(token)


@contextmanager
def in_job(job_id: str) -> Iterator[None]:
    """All that is logged inside belongs to this job."""
    token = _job.set(job_id)
    try:
        yield
    finally:
        _job.reset(token)


def ids(request: HttpRequest | None = None) -> dict[str, Any]:
    """The ids of request, route, person and job, as far as there are any. Never a name, never an address."""
    known: dict[str, Any] = {}
    if current := request or _answering.get():
        known["request"] = current.META.get(ID)
        known["route"] = route_of(current)
        known["person"] = person_of(current)
    if job := _job.get():
        known["job"] = job
    return {name: value for name, value in known.items() if value is not None}


def route_of(request: HttpRequest) -> str | None:
    """The name of the request's route, once it is known. A path may hold a secret, so it is never shown."""
    match = request.resolver_match
    return match.view_name if match else None


def person_of(request: HttpRequest) -> int | None:
    """The account's number, if the request has been asked for its person; this asks no database."""
    user = request.__dict__.get("user")
    if user is None or getattr(user, "_wrapped", None) is empty:
        return None
    return user.pk  # type: ignore[no-any-return]
