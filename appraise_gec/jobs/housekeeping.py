"""What workers do by themselves: delete what has expired, when they start and then once a day; and, more
often, look whether something is due.

In the workers, because they run anyway; any number of them may do it, and at the same time.
"""

import logging
from collections.abc import Callable

from django.db import Error
from django.utils.module_loading import autodiscover_modules

logger = logging.getLogger(__name__)
DAY_SECONDS = 24 * 3600.0
Sweep = Callable[[], int]

_sweeps: dict[str, Sweep] = {}
_often: dict[str, Sweep] = {}


def swept_daily(what: str) -> Callable[[Sweep], Sweep]:
    """Register a function that deletes expired rows and returns how many went. `what` names them."""

    def register(sweep: Sweep) -> Sweep:
        _sweeps[what] = sweep
        return sweep

    return register


def done_often(what: str) -> Callable[[Sweep], Sweep]:
    """Register a function that starts what is due, and returns how much. It has to be cheap: workers call it
    several times a minute.
    """

    def register(start: Sweep) -> Sweep:
        _often[what] = start
        return start

    return register


def start_what_is_due() -> dict[str, int | None]:
    """Call what is registered with `done_often`. Returns how much each started; None where that failed."""
    autodiscover_modules("tasks")
    return {what: _started(what, start) for what, start in sorted(_often.items())}


def keep_house() -> dict[str, int | None]:
    """Delete everything that has expired. Returns how many of each went; None where that failed."""
    autodiscover_modules("tasks")
    return {what: _swept(what, sweep) for what, sweep in sorted(_sweeps.items())}


def _started(what: str, start: Sweep) -> int | None:
    try:
        return start()
    except Error:
        # The others still get their turn; this one gets another in a moment.
        logger.exception("could not look for %s", what)
        return None


def _swept(what: str, sweep: Sweep) -> int | None:
    try:
        gone = sweep()
    except Error:
        # The others still get their turn; this one gets another tomorrow.
        logger.exception("could not delete expired %s", what)
        return None
    if gone:
        logger.info("deleted expired %s: %d", what, gone)
    return gone
