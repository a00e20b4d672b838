"""Request long work, cancel it, and resume abandoned work."""

import logging
from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from appraise_gec.jobs.models import FINAL_STATES, Job, State
from appraise_gec.jobs.registry import handler_of, queue_of

if TYPE_CHECKING:
    from appraise_gec.accounts.models import User

logger = logging.getLogger(__name__)

# By name, because the task stands on these services (appraise_gec/jobs/tasks.py).
RUN_TASK = "appraise_gec.jobs.run"
CLOCK_TOLERANCE = timedelta(seconds=5)
QUEUE_AWAY = "will start when the queue is back"
NO_LEASE: dict[str, None] = {"lease_token": None, "lease_expires_at": None}


def enqueue(kind: str, arguments: Mapping[str, Any], requested_by: "User | None") -> Job:
    """Store a job and tell the workers once the surrounding transaction has committed.

    `arguments` must be JSON. Raises LookupError for a kind that nobody handles.
    """
    handler_of(kind)
    job = Job.objects.create(
        kind=kind,
        arguments=dict(arguments),
        requested_by=requested_by,
        max_attempts=settings.JOB_MAX_ATTEMPTS,
        nudged_at=Now(),
    )
    job.refresh_from_db(fields=["nudged_at"])
    transaction.on_commit(partial(nudge, job.id, kind, arguments))
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
        started_at=None,
        heartbeat_at=None,
        finished_at=None,
        nudged_at=Now(),
    )
    if changed:
        transaction.on_commit(partial(nudge, job.id, job.kind, job.arguments))
    job.refresh_from_db()
    return bool(changed)


def nudge(job_id: UUID, kind: str, arguments: Mapping[str, Any]) -> None:
    """Tell the workers of its queue to look at a job. Never fails: `requeue_stalled` sends what was lost."""
    from appraise_gec.celery import app  # noqa: PLC0415 - pages that enqueue nothing need no queue

    try:
        app.send_task(RUN_TASK, args=(str(job_id),), queue=queue_of(kind, arguments))
    except Exception:
        logger.warning("could not send a message for job %s; a worker will find it", job_id, exc_info=True)
        Job.objects.filter(pk=job_id, state=State.QUEUED).update(message=QUEUE_AWAY)


def requeue_stalled(*, lost_after: timedelta | None = None) -> int:
    """Take up jobs whose worker vanished or whose message got lost. Returns how many were sent again.

    Safe to call from any number of processes at any time: every move is guarded by the state it starts from.

    Parameters
    ----------
    lost_after : how long a waiting job's message may take before it is sent again; by default two leases.
    """
    _notice_a_clock_put_back()
    expired = Job.objects.filter(state=State.RUNNING, lease_expires_at__lt=Now())
    expired.filter(cancel_requested=True).update(
        state=State.CANCELLED, finished_at=Now(), message="", **NO_LEASE
    )
    used_up = expired.filter(attempts__gte=F("max_attempts"))
    for job_id in list(used_up.values_list("pk", flat=True)):
        if used_up.filter(pk=job_id).update(
            state=State.FAILED,
            finished_at=Now(),
            error="The work was interrupted every time it was tried. Try again, or tell the operator.",
            traceback="the lease of the last allowed attempt ran out: worker killed, out of memory or stuck",
            **NO_LEASE,
        ):
            logger.error("job %s failed: interrupted on its last allowed attempt", job_id)
    restarted = expired.filter(attempts__lt=F("max_attempts")).update(
        state=State.QUEUED, nudged_at=None, message="Interrupted, waiting to restart", **NO_LEASE
    )
    if restarted:
        logger.warning("%d interrupted job(s) queued again", restarted)

    wait = lost_after if lost_after is not None else timedelta(seconds=2 * settings.JOB_LEASE_SECONDS)
    forgotten = Job.objects.filter(
        Q(nudged_at__isnull=True) | Q(nudged_at__lt=Now() - wait) | Q(nudged_at__gt=Now()),
        state=State.QUEUED,
    )
    sent = 0
    waiting = forgotten.order_by("created_at").values_list("pk", "kind", "arguments")
    for job_id, kind, arguments in list(waiting):
        if forgotten.filter(pk=job_id).update(nudged_at=Now()):
            Job.objects.filter(pk=job_id, state=State.QUEUED, message=QUEUE_AWAY).update(message="")
            nudge(job_id, kind, arguments)
            sent += 1
    return sent


def _notice_a_clock_put_back() -> None:
    """Shorten leases that end later than any that begins now.

    They are older than a clock that was put back, and would keep the job of a dead worker until the clock is
    there again. A worker that lives renews its lease before the shortened one ends.
    """
    longest = Now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)
    late = Job.objects.filter(state=State.RUNNING, lease_expires_at__gt=longest + CLOCK_TOLERANCE)
    if shortened := late.update(lease_expires_at=longest):
        logger.warning("the clock was put back: shortened the leases of %d job(s)", shortened)
