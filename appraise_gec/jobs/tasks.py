"""The task that queue messages start, and what a worker does besides.

It keeps leases, takes up lost work, deletes what has expired, looks whether something is due, and stops
politely: in threads of every worker rather than a process of its own, so that there is nothing more to start,
watch or lose. Any number of workers may do it at the same time. A worker does one job at a time and hears no
message meanwhile, so celery's own clock could not do it.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from uuid import UUID

from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.db.models import Count, Min
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules
from prometheus_client.core import Metric

from appraise_gec.celery import app
from appraise_gec.jobs.models import WORKING_STATES, Job, State
from appraise_gec.jobs.running import in_hand, run_job, stopping
from appraise_gec.jobs.services import RUN_TASK, sweep
from appraise_gec.seeing.logs import in_job
from appraise_gec.seeing.requests import gauge, measured

logger = logging.getLogger(__name__)
DAY_SECONDS = 24 * 3600.0
BEAT_SECONDS = 0.5
CHORE_SECONDS = 10.0
Chore = Callable[[], int]
Register = Callable[[Chore], Chore]

_chores: dict[str, tuple[float, Chore]] = {}
_done_at: dict[str, float] = {}


def swept_daily(what: str, every: float = DAY_SECONDS) -> Register:
    """Register a function that deletes expired rows and returns how many went. `what` names them."""

    def register(chore: Chore) -> Chore:
        _chores[what] = (every, chore)
        return chore

    return register


def done_often(what: str) -> Register:
    """Register a function that starts what is due, and returns how much. It has to be cheap: workers call it
    several times a minute.
    """
    return swept_daily(what, every=0.0)


def keep_house() -> None:
    """Do the chores that are due."""
    autodiscover_modules("tasks")
    for what, (every, chore) in sorted(_chores.items()):
        if time.monotonic() - _done_at.get(what, -math.inf) <= every:
            continue
        _done_at[what] = time.monotonic()
        try:
            number = chore()
        except Error:
            # The others still get their turn; this one gets another next time.
            logger.exception("could not look after %s", what)
        else:
            if number:
                logger.info("%s: %d", what, number)


# Acknowledged late, so that a worker holds no second message while it is at work on the first.
@app.task(name=RUN_TASK, acks_late=True, reject_on_worker_lost=True)
def run(key: str) -> None:
    with in_job(key):
        run_job(UUID(key))


@worker_ready.connect
def begin(**_: Any) -> None:
    stopping.clear()
    for work in (keep_leases, do_chores):
        threading.Thread(target=work, name=work.__name__, daemon=True).start()


@worker_shutting_down.connect
def stop(**_: Any) -> None:
    """Runs inside a signal handler, so it only raises a flag that running jobs look at."""
    stopping.set()


def keep_leases() -> None:
    """Renew leases all the time; look for lost work when the worker starts and then every few seconds.

    One after the other: this worker's own jobs are never taken for lost.
    """
    swept_at = -math.inf
    while True:
        try:
            close_old_connections()
            for job_run in tuple(in_hand):
                job_run.beat()
            if time.monotonic() - swept_at >= settings.JOB_SWEEP_SECONDS and not stopping.is_set():
                sweep(everything=swept_at == -math.inf)
                swept_at = time.monotonic()
                if settings.WORKER_ALIVE_FILE:
                    Path(settings.WORKER_ALIVE_FILE).touch()
        except Exception:
            logger.warning("could not look for lost jobs; trying again", exc_info=True)
            connection.close()
        time.sleep(BEAT_SECONDS)


def do_chores() -> None:
    while not stopping.is_set():
        keep_house()
        connection.close()
        stopping.wait(CHORE_SECONDS)


@measured
def jobs() -> Iterable[Metric]:
    """Jobs by state and age."""
    rows = Job.objects.order_by().values_list("state").annotate(Count("pk"), Min("created_at"))
    found = {state: (count, oldest) for state, count, oldest in rows}
    now = timezone.now()
    counts = {str(state): found[state][0] if state in found else 0 for state in State.values}
    ages = {
        str(state): (now - found[state][1]).total_seconds() if state in found else 0.0
        for state in WORKING_STATES
    }
    yield gauge("jobs", "Jobs by state.", counts, "state")
    yield gauge("job_oldest_seconds", "Time since the oldest job was asked for.", ages, "state")
