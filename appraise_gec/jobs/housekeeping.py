"""What workers do by themselves: delete what has expired, and look whether something is due.

In the workers, because they run anyway; any number of them may do it, and at the same time.
"""

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.db import Error
from django.utils.module_loading import autodiscover_modules

logger = logging.getLogger(__name__)
DAY_SECONDS = 24 * 3600.0
Chore = Callable[[], int]


@dataclass
class _Entry:
    what: str
    every: float
    chore: Chore
    done_at: float = -math.inf


_entries: list[_Entry] = []


def swept_daily(what: str) -> Callable[[Chore], Chore]:
    """Register a function that deletes expired rows and returns how many went. `what` names them."""
    return _registered(what, DAY_SECONDS)


def done_often(what: str) -> Callable[[Chore], Chore]:
    """Register a function that starts what is due, and returns how much. It has to be cheap: workers call it
    several times a minute.
    """
    return _registered(what, 0.0)


def do_what_is_due() -> None:
    """Call what was not called for as long as it may rest."""
    autodiscover_modules("tasks")
    for entry in _entries:
        if time.monotonic() - entry.done_at > entry.every:
            entry.done_at = time.monotonic()
            _done(entry)


def keep_house() -> dict[str, int | None]:
    """Delete everything that has expired. Returns how many of each went; None where that failed."""
    autodiscover_modules("tasks")
    return {entry.what: _done(entry) for entry in _entries if entry.every == DAY_SECONDS}


def _registered(what: str, every: float) -> Callable[[Chore], Chore]:
    def register(chore: Chore) -> Chore:
        _entries.append(_Entry(what, every, chore))
        return chore

    return register


def _done(entry: _Entry) -> int | None:
    try:
        count = entry.chore()
    except Error:
        # The others still get their turn; this one gets another next time.
        logger.exception("could not look after %s", entry.what)
        return None
    if count:
        logger.info("%s: %d", entry.what, count)
    return count
