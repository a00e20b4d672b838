"""How many requests there were, and how long they took, over all web processes of all machines.

Each process counts in memory and adds what is new to the database every few seconds, in one statement. So a
scrape sees all processes whichever answers it, and a second web machine is counted too; a request costs no
statement, neither Redis nor a folder is needed, and counts outlive a restart. What is lost with a killed
process are its last `SECONDS_BETWEEN_WRITES`.
"""

import atexit
import json
import logging
import threading
from bisect import bisect_left
from collections import Counter
from itertools import islice

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction

from appraise_gec.seeing.models import Count

logger = logging.getLogger(__name__)

BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: upper ends of the histogram of latencies; the last column holds what took longer."""

SECONDS_BETWEEN_WRITES = 5.0
ROWS_AT_ONCE = 400
ADD = (
    "INSERT INTO seeing_count (key, value) VALUES {} "
    "ON CONFLICT (key) DO UPDATE SET value = seeing_count.value + excluded.value"
)

REQUESTS, SECONDS, IN_COLUMN = "requests", "seconds", "column"

_new: Counter[tuple[str, ...]] = Counter()
_lock = threading.Lock()
_writer: threading.Thread | None = None


def count_request(route: str, method: str, status: int, seconds: float) -> None:
    """Count one answered request; nothing where nobody asks for counts."""
    if not settings.PROMETHEUS_TOKEN:
        return
    with _lock:
        _new[REQUESTS, route, method, str(status)] += 1
        _new[IN_COLUMN, route, str(bisect_left(BOUNDS, seconds))] += 1
        _new[SECONDS, route] += seconds  # type: ignore[assignment]
    ensure_writer()


def write() -> int:
    """Add what is new to the database. Returns how many counters grew.

    What cannot be written is kept for the next time.
    """
    with _lock:
        grown = dict(_new)
        _new.clear()
    # In one order everywhere, so that two processes never wait for each other's rows.
    waiting = iter(sorted((json.dumps(key), value) for key, value in grown.items()))
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            while rows := list(islice(waiting, ROWS_AT_ONCE)):
                places = ", ".join(["(%s, %s)"] * len(rows))
                cursor.execute(ADD.format(places), [value for row in rows for value in row])
    except (DatabaseError, InterfaceError):
        logger.warning("could not write %d counts; trying again", len(grown))
        with _lock:
            _new.update(grown)
        return 0
    return len(grown)


def stored() -> dict[tuple[str, ...], float]:
    """Every counter, as the database has it."""
    return {tuple(json.loads(key)): value for key, value in Count.objects.values_list("key", "value")}


def ensure_writer() -> None:
    """Start the thread that writes, once per process."""
    global _writer  # noqa: PLW0603 - one thread per process
    if _writer is not None:
        return
    with _lock:
        if _writer is None:
            _writer = threading.Thread(target=_write_for_ever, name="counts of requests", daemon=True)
            _writer.start()
            atexit.register(_write_and_leave)


def _write_for_ever() -> None:
    pause = threading.Event()
    while not pause.wait(SECONDS_BETWEEN_WRITES):
        _write_and_leave()


def _write_and_leave() -> None:
    if _new:
        try:
            write()
        finally:
            connection.close()
