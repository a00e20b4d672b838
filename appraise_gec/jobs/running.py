"""Doing a job under a lease: take it, renew it, write the result only while holding it."""

import logging
import threading
import time
import traceback
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Now
from django.utils import translation

from appraise_gec.jobs import services
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.services import kind_of

logger = logging.getLogger(__name__)
MESSAGE_LENGTH = 200

# Set when this process was asked to stop; running jobs are then given back to the queue.
stopping = threading.Event()
# What this process is doing: a thread keeps these leases (`appraise_gec.jobs.tasks`).
in_hand: set["JobRun"] = set()


class JobError(Exception):
    """The work cannot be done, for a reason that people can understand; its text is shown to them."""


class Interrupted(Exception):  # noqa: N818 - named for what happened
    """The work should end here; let it through."""


class LeaseLost(Interrupted):
    """Another worker holds the job now: write nothing."""


class JobCancelled(Interrupted):
    """The job was cancelled."""


class WorkerStopping(Interrupted):
    """This process was asked to stop; the job goes back to the queue."""


class JobRun:
    """A job in the hands of one worker; `JobKind.run` gets this and nothing else.

    `arguments` is what was enqueued. Call `progress` often in long loops, also within transactions: it only
    takes a note, and it is where a cancel, a stop or a lost lease ends the work. Write the result inside
    `finishing`.
    """

    def __init__(self, job: Job, token: uuid.UUID) -> None:
        self.job = job
        self.token = token
        self.finished = False
        self._told: dict[str, Any] = {}
        self._interrupted: Interrupted | None = None
        self._began = time.monotonic()

    @property
    def arguments(self) -> Mapping[str, Any]:
        arguments: dict[str, Any] = self.job.arguments
        return arguments

    def progress(self, fraction: float, message: str = "") -> None:
        """Say how far the work is (0 to 1).

        Raises JobCancelled, LeaseLost or WorkerStopping when the work should end; let them through.
        """
        self._told = {"progress": min(max(fraction, 0.0), 1.0), "message": message[:MESSAGE_LENGTH]}
        if stopping.is_set():
            raise WorkerStopping
        if self._interrupted is not None:
            raise self._interrupted
        if self._takes_too_long:
            raise JobError(
                f"The computation took longer than the {settings.JOB_MAX_SECONDS} seconds that are allowed."
            )

    def beat(self) -> None:
        """Renew the lease, from another thread, and write the last note; a stuck job must lose it one day."""
        if self._takes_too_long:
            return
        try:
            self.renew(**self._told)
        except (JobCancelled, LeaseLost) as reason:
            self._interrupted = reason

    def renew(self, **changes: Any) -> None:
        """Extend the lease, and write to the job. Raises JobCancelled or LeaseLost when there is none."""
        going_on = self._held().filter(cancel_requested=False)
        if going_on.update(lease_expires_at=Now() + lease_time(), **changes):
            return
        raise JobCancelled if self._held().exists() else LeaseLost

    @contextmanager
    def finishing(self) -> Iterator[dict[str, Any]]:
        """One short transaction in which the result is written and the job becomes done; at most one commits.

        Yields the dictionary that is stored as the job's `result`; put a 'url' in it to lead people there.
        """
        result: dict[str, Any] = {}
        with transaction.atomic():
            self.renew()  # also locks the row, so nobody can take the lease until this ends
            yield result
            if not self.end(State.DONE, progress=1.0, message="", result=result, error="", traceback=""):
                raise LeaseLost
        self.finished = True

    def end(self, state: State, **changes: Any) -> bool:
        """Write how the job ended, if this worker still holds it."""
        return bool(self._held().update(state=state, finished_at=Now(), **changes, **services.NO_LEASE))

    def give_back(self) -> None:
        """Back to the queue without using up an attempt: nothing was wrong with the job."""
        waiting = {"state": State.QUEUED, "attempts": F("attempts") - 1, "message": "Waiting to restart"}
        if self._held().update(**waiting, **services.NO_LEASE):
            services.send(self.job)

    @property
    def _takes_too_long(self) -> bool:
        return time.monotonic() - self._began > settings.JOB_MAX_SECONDS

    def _held(self) -> QuerySet[Job]:
        return Job.objects.filter(pk=self.job.pk, state=State.RUNNING, lease_token=self.token)


def run_job(key: uuid.UUID) -> bool:
    """Take the job's lease and do the work. Returns False when there was nothing to take.

    Never raises for what the work does: a failure is written to the job.
    """
    run = take_lease(key)
    if run is None:
        return False
    logger.info("job %s (%s) begins, attempt %d", key, run.job.kind, run.job.attempts)
    in_hand.add(run)
    try:
        with translation.override("en"):
            result = kind_of(run.job.kind).run(run)
            if not run.finished:
                with run.finishing() as stored:
                    stored.update(result or {})
        logger.info("job %s done", key)
    except JobCancelled:
        run.end(State.CANCELLED, message="")
    except LeaseLost:
        logger.warning("job %s was given to another worker; this one's work is dropped", key)
    except WorkerStopping:
        run.give_back()
    except JobError as error:
        run.end(State.FAILED, traceback=traceback.format_exc(), error=str(error))
    except (OperationalError, InterfaceError):
        # The database is away, so nothing can be written either; the lease runs out and the job is retried.
        logger.exception("job %s lost the database", key)
        connection.close()
    except Exception:
        logger.exception("job %s failed", key)
        told = f"An error occurred in the program. Give the operator this number: {key}"
        run.end(State.FAILED, traceback=traceback.format_exc(), error=told)
    finally:
        in_hand.discard(run)
    return True


def take_lease(key: uuid.UUID) -> JobRun | None:
    """The job in this worker's hands, or None when it is not waiting (any more)."""
    token = uuid.uuid4()
    taken = Job.objects.filter(pk=key, state=State.QUEUED, attempts__lt=settings.JOB_MAX_ATTEMPTS).update(
        state=State.RUNNING,
        lease_token=token,
        lease_expires_at=Now() + lease_time(),
        attempts=F("attempts") + 1,
        progress=0.0,
        message="",
    )
    return JobRun(Job.objects.get(pk=key), token) if taken else None


def lease_time() -> timedelta:
    return timedelta(seconds=settings.JOB_LEASE_SECONDS)
