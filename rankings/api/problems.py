"""Errors of views as problem details. The only place that turns what services raise into an answer."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import Http404
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import exception_handler

from appraise_gec.problems import CONTENT_TYPE, kind_of, problem
from rankings.access.audience import JudgeOnHoldError
from rankings.access.refusals import Refused, RefusedToRole
from rankings.formats.records import FormatError, Problem
from rankings.people.links import Standing


class Conflict(exceptions.APIException):
    """The request cannot be fulfilled now, for a reason that people can understand."""

    status_code = 409
    default_code = "conflict"


class ProblemRenderer(JSONRenderer):
    """JSON that says by its type that it is a problem."""

    media_type = CONTENT_TYPE
    charset = None


def explain(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error of a view; None for those that are the site's own fault."""
    for known, describe in _DESCRIBED:
        if isinstance(error, known):
            return _answer(describe(error))
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(str(error) or None)
    usual = exception_handler(error, context)
    if usual is None or not isinstance(error, exceptions.APIException):
        return None
    usual.data = problem(kind_of(usual.status_code), str(error.detail))
    return usual


def problem_of_file(found: Problem) -> dict[str, Any]:
    """Where something is wrong with a file, and what."""
    return {"file": found.file, "line": found.line, "message": found.message, "fatal": found.fatal}


def _answer(document: dict[str, Any]) -> Response:
    answer = Response(document, status=document["status"])
    answer.exception = True
    return answer


_TOO_LARGE = "The request has too many files or fields, or its fields are too large."
_WRONG = "Fields of the request are wrong: see errors."
_DESCRIBED: tuple[tuple[Any, Callable[[Any], dict[str, Any]]], ...] = (
    (RefusedToRole, lambda error: problem("forbidden", str(error), reasons=error.reasons)),
    (Refused, lambda error: problem("conflict", str(error), reasons=error.reasons)),
    (
        FormatError,
        lambda error: problem(
            "unusable-file", str(error), problems=[problem_of_file(one) for one in error.problems]
        ),
    ),
    (JudgeOnHoldError, lambda error: problem("forbidden", Standing.ON_HOLD.words)),
    (
        (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent),
        lambda error: problem("too-large", _TOO_LARGE),
    ),
    (SuspiciousOperation, lambda error: problem("bad-request", str(error))),
    (exceptions.ValidationError, lambda error: problem("invalid", _WRONG, errors=error.detail)),
)
