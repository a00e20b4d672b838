"""The task that queue messages start, and what a worker does besides: it keeps leases, takes up lost work,
keeps house, and stops politely.

In threads of every worker rather than a process of its own: there is nothing more to start, to watch or to
lose, and any number of workers may do it at the same time. A worker does one job at a time and hears no
message meanwhile, so celery's own clock could not do it.
"""

import logging
import math
import threading
import time
from pathlib import Path
from typing import Any
from uuid import UUID

from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings
from django.db import close_old_connections, connection

from appraise_gec.celery import app
from appraise_gec.jobs.housekeeping import keep_house
from appraise_gec.jobs.running import in_hand, run_job, stopping
from appraise_gec.jobs.services import RUN_TASK, sweep
from appraise_gec.seeing.logs import in_job

logger = logging.getLogger(__name__)
BEAT_SECONDS = 0.5
CHORE_SECONDS = 10.0


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
        keep_house(everything=False)
        connection.close()
        stopping.wait(CHORE_SECONDS)
