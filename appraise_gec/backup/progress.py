"""How far a backup is: a line every few seconds."""

import time
from collections.abc import Callable

SECONDS_BETWEEN_LINES = 5.0


class Progress:
    """Counts rows, and says a line now and then when the work takes a while."""

    def __init__(self, what: str, total: int, say: Callable[[str], object]) -> None:
        self._what = what
        self._total = total
        self._say = say
        self._rows = 0
        self._said_at = time.monotonic()

    def add(self, rows: int, table: str) -> None:
        self._rows += rows
        if time.monotonic() - self._said_at >= SECONDS_BETWEEN_LINES:
            self._said_at = time.monotonic()
            percent = 100 * self._rows // max(self._total, 1)
            self._say(f"{self._what}: {self._rows:,} of {self._total:,} rows ({percent} %), {table}")
