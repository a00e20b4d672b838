"""What a worker does besides its jobs: take up stalled work, start what is due, keep house, stop politely."""

import logging
import math
import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings
from django.db import connection

from appraise_gec.jobs import running
from appraise_gec.jobs.housekeeping import DAY_SECONDS, keep_house, start_what_is_due
from appraise_gec.jobs.services import CLOCK_TOLERANCE, requeue_stalled

logger = logging.getLogger(__name__)


@worker_ready.connect
def begin_watching(**_: Any) -> None:
    running.stopping.clear()
    threading.Thread(target=watch, name="watch for stalled jobs", daemon=True).start()


@worker_shutting_down.connect
def give_jobs_back(**_: Any) -> None:
    """Runs inside a signal handler, so it only raises a flag that running jobs look at."""
    running.stopping.set()


def watch() -> None:
    """Look for stalled and due work at once and then three times per lease, until the worker stops.

    Once a day it keeps house, and when the clock was put back.

    A thread in every worker rather than a clock process of its own: there is nothing more to start, to
    watch or to lose, and any number of them may look at the same time.
    """
    lost_after: timedelta | None = timedelta(seconds=1)
    kept_house_at = -math.inf
    clock = time.time() - time.monotonic()
    while True:
        try:
            ahead, clock = clock, time.time() - time.monotonic()
            if clock < ahead - CLOCK_TOLERANCE.total_seconds():
                logger.warning("the clock was put back by %.0f seconds", ahead - clock)
                kept_house_at = -math.inf
            requeue_stalled(lost_after=lost_after)
            lost_after = None
            start_what_is_due()
            if settings.WORKER_ALIVE_FILE:
                Path(settings.WORKER_ALIVE_FILE).touch()
            if time.monotonic() - kept_house_at > DAY_SECONDS:
                kept_house_at = time.monotonic()
                keep_house()
        except Exception:
            logger.warning("could not look for stalled jobs; trying again", exc_info=True)
        finally:
            connection.close()
        if running.stopping.wait(settings.JOB_LEASE_SECONDS / 3):
            return
