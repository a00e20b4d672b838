"""The log: each line has the ids of the request or the job that it belongs to, and no secret of a path."""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest
from django.utils.functional import empty

LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR"]
ID = "appraise_gec.request_id"
"""Under this name a request keeps its id, in META: Django logs refusals when the middleware is done."""

# What every record has by itself; the rest was given with `extra`.
USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "request", "ids"}

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


class WithIds(logging.Filter):
    """Gives a record the ids of what its thread is doing, and takes paths out of Django's own messages.

    Links of people and of forgotten passwords hold their secret in the path, and Django logs the path
    of whatever fails. In its place stands the name of the route.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        given = getattr(record, "request", None)
        request = given if isinstance(given, HttpRequest) else None
        record.ids = ids(request)
        if request is not None and isinstance(record.args, tuple):
            route = route_of(request) or "an address without a page"
            record.args = tuple(
                route if value in (request.path, request.get_full_path()) else value for value in record.args
            )
        return True


class JsonLines(logging.Formatter):
    """time (UTC), level, logger, message; request, route, person and job, each by its id; what was added."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "ids", {}),
        }
        line |= {name: value for name, value in vars(record).items() if name not in USUAL}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            line["stack"] = self.formatStack(record.stack_info)
        return json.dumps(line, default=str)


def log_to_stderr(level: str, form: str) -> dict[str, Any]:
    """The configuration of `logging`: from this level on, as `plain` lines or as `json`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
            "json": {"()": "appraise_gec.seeing.logs.JsonLines"},
        },
        "filters": {"ids": {"()": "appraise_gec.seeing.logs.WithIds"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "stream": sys.stderr,
                "formatter": form,
                "filters": ["ids"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            **{
                name: {"handlers": [], "level": level, "propagate": True}
                for name in ("django", "django.server", "gunicorn.error")
            },
            # Otherwise it logs the number of every passkey that is used.
            "fido2": {"level": max(level, "WARNING", key=LEVELS.index)},
        },
    }
