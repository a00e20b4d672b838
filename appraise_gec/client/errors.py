"""Refusals of the site as exceptions, with the problem details (RFC 9457) that it sent."""

from collections.abc import Mapping
from typing import Any


class UnreachableError(Exception):
    """The site did not answer, or not as an API does."""


class ApiError(Exception):
    """The site refused a request.

    Attributes:
        status: of the answer.
        type: the kind of problem, such as `urn:appraise-gec:problem:conflict`; it never changes.
        title: that kind in words.
        detail: what was wrong this time.
        reasons: whole sentences for people, where a rule does not allow what was asked.
        errors: reasons by field, where fields were wrong.
        problems: of files: file, line, message and whether it is fatal.
        retry_after: seconds until another try makes sense; None where the site does not say.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.type = str(problem.get("type", "about:blank"))
        self.title = str(problem.get("title", ""))
        self.detail = str(problem.get("detail", ""))
        self.reasons: list[str] = list(problem.get("reasons", ()))
        self.errors: dict[str, Any] = dict(problem.get("errors", {}))
        self.problems: list[dict[str, Any]] = list(problem.get("problems", ()))
        self.retry_after = retry_after
        super().__init__(self._in_words())

    def _in_words(self) -> str:
        fields = "; ".join(f"{name}: {reasons}" for name, reasons in self.errors.items())
        return f"{self.status} {self.title}: {fields or self.detail}"


class InvalidError(ApiError):
    """Fields of the request are wrong, or it could not be read."""


class NotSignedInError(ApiError):
    """The token or link is missing, wrong, revoked or over."""


class ForbiddenError(ApiError):
    """The token's scope is too narrow, or the person's role is."""


class NotFoundError(ApiError):
    """There is nothing there, or nothing that this person may see."""


class ConflictError(ApiError):
    """The rules do not allow it now, or it has changed meanwhile."""


class UnusableFileError(ApiError):
    """A file cannot be used; `problems` says where and why."""


class TooManyRequestsError(ApiError):
    """More requests than the site takes; wait for `retry_after` seconds."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: InvalidError,
    401: NotSignedInError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    412: ConflictError,
    413: InvalidError,
    415: InvalidError,
    422: UnusableFileError,
    429: TooManyRequestsError,
}


def error_of(status: int, problem: Mapping[str, Any], retry_after: float | None) -> ApiError:
    """The exception for an answer with this status."""
    is_about_key = str(problem.get("type", "")).endswith(":key-used-otherwise")
    kind = ConflictError if is_about_key else _BY_STATUS.get(status)
    return (kind or ApiError)(status, problem, retry_after)
