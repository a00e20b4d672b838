"""What workers do by themselves: delete what has expired, and look whether something is due.

In the workers, because they run anyway; any number of them may do it, and at the same time.
"""

import logging
import math
import time
from collections.abc import Callable

from django.db import Error
from django.utils.module_loading import autodiscover_modules

logger = logging.getLogger(__name__)
DAY_SECONDS = 24 * 3600.0
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


def keep_house(*, everything: bool = True) -> dict[str, int | None]:
    """Do every chore, or those that are due. Returns how many rows of each; None where that failed."""
    autodiscover_modules("tasks")
    counts: dict[str, int | None] = {}
    for what, (every, chore) in sorted(_chores.items()):
        if not everything and time.monotonic() - _done_at.get(what, -math.inf) <= every:
            continue
        _done_at[what] = time.monotonic()
        try:
            counts[what] = chore()
        except Error:
            # The others still get their turn; this one gets another next time.
            logger.exception("could not look after %s", what)
            counts[what] = None
        if counts[what]:
            logger.info("%s: %d", what, counts[what])
    return counts
