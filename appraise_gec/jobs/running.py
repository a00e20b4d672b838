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
from django.db.models.functions import Coalesce, Now
from django.utils import translation

from appraise_gec.jobs import services
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.registry import handler_of

logger = logging.getLogger(__name__)
MESSAGE_LENGTH = 200

# Set when this process was asked to stop; running jobs are then given back to the queue.
stopping = threading.Event()


class JobError(Exception):
    """The work cannot be done, for a reason that people can understand; its text is shown to them."""


class LeaseLost(Exception):  # noqa: N818 - named for what happened
    """Another worker holds the job now: stop, and write nothing."""


class JobCancelled(Exception):  # noqa: N818
    """The job was cancelled."""


class WorkerStopping(Exception):  # noqa: N818
    """This process was asked to stop; the job goes back to the queue."""


class JobRun:
    """A job in the hands of one worker. Handlers get this and nothing else.

    `arguments` is what was enqueued. Call `progress` often in long loops: it is cheap, and it is where a
    cancel, a stop or a lost lease ends the work. Write the result inside `finishing`.
    """

    MIN_SECONDS_BETWEEN_WRITES = 0.3

    def __init__(self, job: Job, token: uuid.UUID) -> None:
        self.job = job
        self.token = token
        self.finished = False
        self._finishing = False
        self._last_write = 0.0
        self._began = time.monotonic()

    @property
    def arguments(self) -> Mapping[str, Any]:
        arguments: dict[str, Any] = self.job.arguments
        return arguments

    def progress(self, fraction: float, message: str = "") -> None:
        """Say how far the work is (0 to 1), and renew the lease.

        Raises JobCancelled, LeaseLost or WorkerStopping when the work should end; let them through.
        """
        if self._finishing:
            return
        self._stop_when_asked()
        if time.monotonic() - self._last_write < self.MIN_SECONDS_BETWEEN_WRITES:
            return
        self._last_write = time.monotonic()
        self.renew(progress=min(max(fraction, 0.0), 1.0), message=message[:MESSAGE_LENGTH])

    @contextmanager
    def keeping(self, fraction: float, message: str = "") -> Iterator[None]:
        """One transaction whose changes stay when the job is interrupted later; work can go on from there.

        Only the holder of the lease commits, and whoever takes the lease next sees the changes.

        Raises what `progress` raises, and then keeps nothing.
        """
        self._stop_when_asked()
        with transaction.atomic():
            self.renew(progress=min(max(fraction, 0.0), 1.0), message=message[:MESSAGE_LENGTH])
            yield

    def look(self) -> None:
        """Raise what `progress` raises, and write nothing: for use inside a transaction that takes long."""
        self._stop_when_asked()
        cancelled = self._held().values_list("cancel_requested", flat=True).first()
        if cancelled is None:
            raise LeaseLost
        if cancelled:
            raise JobCancelled

    def renew(self, **changes: Any) -> None:
        """Extend the lease. Raises JobCancelled or LeaseLost when there is none to extend."""
        going_on = self._held().filter(cancel_requested=False)
        if going_on.update(heartbeat_at=Now(), lease_expires_at=Now() + lease_time(), **changes):
            return
        if self._held().filter(cancel_requested=True).exists():
            raise JobCancelled
        raise LeaseLost

    @contextmanager
    def finishing(self) -> Iterator[dict[str, Any]]:
        """One transaction in which the result is written and the job becomes done; at most one ever commits.

        Yields the dictionary that is stored as the job's `result`; put a 'url' in it to lead people there.
        """
        result: dict[str, Any] = {}
        self._finishing = True
        try:
            with transaction.atomic():
                self.renew()  # also locks the row, so nobody can take the lease until this ends
                yield result
                changed = self._held().update(
                    state=State.DONE,
                    finished_at=Now(),
                    progress=1.0,
                    message="",
                    result=result,
                    error="",
                    traceback="",
                    **services.NO_LEASE,
                )
                if not changed:
                    raise LeaseLost
            self.finished = True
        finally:
            self._finishing = False

    def _stop_when_asked(self) -> None:
        if stopping.is_set():
            raise WorkerStopping
        if time.monotonic() - self._began > settings.JOB_MAX_SECONDS:
            raise JobError(
                f"The computation took longer than the {settings.JOB_MAX_SECONDS} seconds that are allowed."
            )

    def _held(self) -> QuerySet[Job]:
        return Job.objects.filter(pk=self.job.pk, state=State.RUNNING, lease_token=self.token)


def run_job(job_id: uuid.UUID, *, heartbeat: bool = True) -> bool:
    """Take the job's lease and do the work. Returns False when there was nothing to take.

    Never raises for what the handler does: a failure is written to the job. `heartbeat=False` leaves out
    the thread that renews the lease, for tests inside one transaction.
    """
    run = take_lease(job_id)
    if run is None:
        return False
    logger.info("job %s (%s) begins, attempt %d", run.job.pk, run.job.kind, run.job.attempts)
    try:
        with translation.override("en"), keep_alive(run) if heartbeat else no_heartbeat():
            result = handler_of(run.job.kind).work(run)
            if not run.finished:
                with run.finishing() as stored:
                    stored.update(result or {})
    except JobCancelled:
        end(run, State.CANCELLED, message="")
    except LeaseLost:
        logger.warning("job %s was given to another worker; this one's work is dropped", job_id)
    except WorkerStopping:
        give_back(run)
    except JobError as error:
        end(run, State.FAILED, traceback=traceback.format_exc(), error=str(error))
    except (OperationalError, InterfaceError):
        # The database is away, so nothing can be written either; the lease runs out and the job is retried.
        logger.exception("job %s lost the database", job_id)
        connection.close()
    except Exception:
        logger.exception("job %s failed", job_id)
        told = f"An error occurred in the program. Give the operator this number: {run.job.pk}"
        end(run, State.FAILED, traceback=traceback.format_exc(), error=told)
    else:
        logger.info("job %s done", job_id)
    return True


def take_lease(job_id: uuid.UUID) -> JobRun | None:
    """The job in this worker's hands, or None when it is not waiting (any more)."""
    token = uuid.uuid4()
    taken = Job.objects.filter(pk=job_id, state=State.QUEUED, attempts__lt=F("max_attempts")).update(
        state=State.RUNNING,
        lease_token=token,
        lease_expires_at=Now() + lease_time(),
        attempts=F("attempts") + 1,
        started_at=Coalesce(F("started_at"), Now()),
        heartbeat_at=Now(),
        progress=0.0,
        message="",
    )
    return JobRun(Job.objects.get(pk=job_id), token) if taken else None


def end(run: JobRun, state: State, **changes: Any) -> None:
    """Write how the job ended, if this worker still holds it."""
    run._held().update(state=state, finished_at=Now(), **changes, **services.NO_LEASE)


def give_back(run: JobRun) -> None:
    """Back to the queue without using up an attempt: nothing was wrong with the job."""
    changed = run._held().update(
        state=State.QUEUED,
        attempts=F("attempts") - 1,
        nudged_at=Now(),
        message="Waiting to restart",
        **services.NO_LEASE,
    )
    if changed:
        services.nudge(run.job.pk, run.job.kind, run.job.arguments)


@contextmanager
def keep_alive(run: JobRun) -> Iterator[None]:
    """Renew the lease from a thread, so that one long computation between two progress calls keeps it.

    It ends at the longest allowed time: a stuck job must lose its lease one day.
    """
    over = threading.Event()

    def renew_until_over() -> None:
        deadline = time.monotonic() + settings.JOB_MAX_SECONDS
        try:
            while not over.wait(settings.JOB_LEASE_SECONDS / 3) and time.monotonic() < deadline:
                try:
                    run.renew()
                except (OperationalError, InterfaceError):
                    # The handler may be holding the database's only write lock; the next beat may succeed.
                    connection.close()
        except (JobCancelled, LeaseLost):
            pass  # the handler's next progress() says so to the handler
        finally:
            connection.close()

    thread = threading.Thread(target=renew_until_over, name=f"lease of job {run.job.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(timeout=settings.JOB_LEASE_SECONDS)


@contextmanager
def no_heartbeat() -> Iterator[None]:
    yield


def lease_time() -> timedelta:
    return timedelta(seconds=settings.JOB_LEASE_SECONDS)
