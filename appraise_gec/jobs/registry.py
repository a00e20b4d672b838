"""Which function does which kind of work. Handlers live in an application's `tasks` module."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.module_loading import autodiscover_modules

from appraise_gec.processes import LONG_JOBS, SHORT_JOBS

if TYPE_CHECKING:
    from appraise_gec.accounts.models import User
    from appraise_gec.jobs.models import Job
    from appraise_gec.jobs.running import JobRun

Work = Callable[["JobRun"], Mapping[str, Any] | None]
Audience = Callable[["User", "Job"], bool]
Long = bool | Callable[[Mapping[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Handler:
    """One kind of work: what does it, who besides the requester may watch it, whether it may take minutes.

    Where that differs from job to job, `long` is asked with a job's arguments.
    """

    kind: str
    work: Work
    may_see: Audience | None
    long: Long


_handlers: dict[str, Handler] = {}


def job_handler(kind: str, *, may_see: Audience | None = None, long: Long = False) -> Callable[[Work], Work]:
    """Register a function as the one that does jobs of this kind.

    `may_see(user, job)` opens the job's progress to more people than its requester and superusers.
    `long` jobs may take minutes. They have a queue of their own, so that short ones never wait for them. A
    function of a job's arguments says it for each job.
    """

    def register(work: Work) -> Work:
        known = _handlers.get(kind)
        if known is not None and known.work is not work:
            raise ValueError(f"two handlers for jobs of kind {kind!r}")
        _handlers[kind] = Handler(kind, work, may_see, long)
        return work

    return register


def handler_of(kind: str) -> Handler:
    """The handler of this kind. Raises LookupError when no application has one."""
    if kind not in _handlers:
        autodiscover_modules("tasks")
    try:
        return _handlers[kind]
    except KeyError:
        raise LookupError(f"no handler for jobs of kind {kind!r}") from None


def queue_of(kind: str, arguments: Mapping[str, Any]) -> str:
    """The queue of such a job. One that nobody handles goes to a worker that says so."""
    try:
        handler = handler_of(kind)
    except LookupError:
        return SHORT_JOBS
    long = handler.long
    return LONG_JOBS if (long(arguments) if callable(long) else long) else SHORT_JOBS
