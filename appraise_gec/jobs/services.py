"""Kinds of work, and jobs of them: ask for one, cancel it, try it again, and take up what was lost.

A kind is a class, in an application's `tasks` module or in one that it imports; `enqueue(its name, arguments,
user)` asks for the work.
"""

import logging
from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.module_loading import autodiscover_modules

from appraise_gec.jobs.models import FINAL_STATES, Job, State
from appraise_gec.processes import LONG_JOBS, SHORT_JOBS

if TYPE_CHECKING:
    from appraise_gec.accounts.models import User
    from appraise_gec.jobs.running import JobRun

logger = logging.getLogger(__name__)

# By name, because the task stands on these services (appraise_gec/jobs/tasks.py).
RUN_TASK = "appraise_gec.jobs.run"
NO_LEASE: dict[str, None] = {"lease_token": None, "lease_expires_at": None}
_kinds: "dict[str, JobKind]" = {}


class JobKind:
    """One kind of work; a subclass with a name is registered.

    Those that are `long` may take minutes, and have a queue of their own, so that short ones never wait for
    them.
    """

    name: ClassVar[str]
    long: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        if "name" in cls.__dict__ and type(_kinds.setdefault(cls.name, cls())) is not cls:
            raise ValueError(f"two kinds of jobs are called {cls.name!r}")

    def may_see(self, user: "User", job: Job) -> bool:
        """Whether more people than the one who asked and superusers may follow the job."""
        return False

    def run(self, run: "JobRun") -> Mapping[str, Any] | None:
        """Do the work, and store it in `run.finishing()`, or return what is to be the job's result."""
        raise NotImplementedError

    @property
    def queue(self) -> str:
        return LONG_JOBS if self.long else SHORT_JOBS


def kind_of(name: str) -> JobKind:
    """The kind of this name. Raises LookupError when no application has it."""
    if name not in _kinds:
        autodiscover_modules("tasks")
    try:
        return _kinds[name]
    except KeyError:
        raise LookupError(f"no application does jobs of kind {name!r}") from None


def enqueue(kind: str, arguments: Mapping[str, Any], requested_by: "User | None") -> Job:
    """Store a job and tell the workers once the surrounding transaction has committed.

    `arguments` must be JSON. Raises LookupError for a kind that no application has.
    """
    kind_of(kind)
    job = Job.objects.create(kind=kind, arguments=dict(arguments), requested_by=requested_by)
    _tell_workers(job)
    return job


def cancel(job: Job) -> bool:
    """Cancel a job. A waiting job is cancelled at once, a running one at its next progress report.

    Returns False when it had ended already.
    """
    waiting = Job.objects.filter(pk=job.pk, state=State.QUEUED)
    running = Job.objects.filter(pk=job.pk, state=State.RUNNING)
    called_off = {"state": State.CANCELLED, "finished_at": Now(), "message": "before it started"}
    # Asked again at the end: a stopping worker may give the job back between the first two questions.
    changed = (
        waiting.update(**called_off) or running.update(cancel_requested=True) or waiting.update(**called_off)
    )
    job.refresh_from_db()
    return bool(changed)


def retry(job: Job) -> bool:
    """Queue a failed or cancelled job again, with all its attempts. Returns False when it is neither."""
    ended = Job.objects.filter(pk=job.pk, state__in=FINAL_STATES - {State.DONE})
    changed = ended.update(
        state=State.QUEUED,
        attempts=0,
        progress=0.0,
        message="",
        error="",
        traceback="",
        cancel_requested=False,
        finished_at=None,
        sent_at=None,
    )
    job.refresh_from_db()
    if changed:
        _tell_workers(job)
    return bool(changed)


def sweep(*, everything: bool = False) -> int:
    """Take up jobs whose worker vanished or whose message got lost. Returns how many were sent.

    Safe to call from any number of processes at any time: every move is guarded by the state it starts from.
    `everything` sends whatever waits: a worker that begins knows nothing of messages sent before.
    """
    expired = Job.objects.filter(state=State.RUNNING, lease_expires_at__lt=Now())
    expired.filter(cancel_requested=True).update(
        state=State.CANCELLED, finished_at=Now(), message="", **NO_LEASE
    )
    failed = expired.filter(attempts__gte=settings.JOB_MAX_ATTEMPTS).update(
        state=State.FAILED,
        finished_at=Now(),
        error="The work was interrupted every time it was tried. Try again, or tell the operator.",
        traceback="the lease of the last allowed attempt ran out: worker killed, out of memory or stuck",
        **NO_LEASE,
    )
    restarted = expired.update(
        state=State.QUEUED, sent_at=None, message="Interrupted, waiting to restart", **NO_LEASE
    )
    if failed or restarted:
        logger.warning("%d interrupted job(s) failed for good, %d queued again", failed, restarted)
    waiting = Job.objects.filter(state=State.QUEUED).order_by("created_at")
    lost_after = timedelta(seconds=2 * settings.JOB_LEASE_SECONDS)
    if not everything:
        waiting = waiting.filter(Q(sent_at=None) | Q(sent_at__lt=Now() - lost_after))
    return sum(send(job) for job in waiting)


def send(job: Job) -> bool:
    """Tell the workers of its queue to look at a job. Never fails: `sweep` sends what was not sent."""
    from appraise_gec.celery import app  # noqa: PLC0415 - pages that enqueue nothing need no queue

    try:
        queue = kind_of(job.kind).queue
    except LookupError:
        queue = app.conf.task_default_queue  # whoever takes it says so
    try:
        app.send_task(RUN_TASK, args=(str(job.pk),), queue=queue)
    except Exception:
        logger.warning("could not send a message for job %s; a worker will find it", job.pk, exc_info=True)
        return False
    return bool(Job.objects.filter(pk=job.pk).update(sent_at=Now()))


def _tell_workers(job: Job) -> None:
    # Without Redis, messages stay within the worker's process: it finds the row within a second.
    if settings.REDIS_URL:
        transaction.on_commit(partial(send, job))
