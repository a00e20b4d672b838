"""Values that were computed before, by key, up to a number of bytes. Loads no numerical library by itself."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

Value = TypeVar("Value")

BYTES_OF_OTHERS = 1 << 16
"""What a value counts for that is no array."""

SECONDS_BETWEEN_LOOKS = 60.0
"""Between looks for what is too old."""


class Memory:
    """Values by key, up to a number of bytes; what was not asked for longest goes first.

    Values older than `most_seconds` go when something is asked for.
    """

    def __init__(self, most_bytes: int, most_seconds: float = float("inf")) -> None:
        self._most_bytes = most_bytes
        self._most_seconds = most_seconds
        self._values: OrderedDict[Hashable, tuple[Any, int, float]] = OrderedDict()
        self._next_look = 0.0
        self._lock = Lock()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._values)

    def keys(self) -> list[Hashable]:
        """Of all values."""
        with self._lock:
            return list(self._values)

    def recall(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of the key, made if it is not there. Nobody may change it."""
        with self._lock:
            self._drop_old()
            if key in self._values:
                self._values.move_to_end(key)
                known: Value = self._values[key][0]
                return known
        made = make()
        size = _frozen(made)
        with self._lock:
            if key not in self._values and size <= self._most_bytes:
                self._values[key] = (made, size, time.monotonic())
                self.bytes += size
                while self.bytes > self._most_bytes:
                    self._drop(next(iter(self._values)))
        return made

    def _drop_old(self) -> None:
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + SECONDS_BETWEEN_LOOKS
        latest = now - self._most_seconds
        for key in [key for key, (_, _, made_at) in self._values.items() if made_at < latest]:
            self._drop(key)

    def _drop(self, key: Hashable) -> None:
        _, size, _ = self._values.pop(key)
        self.bytes -= size

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self.bytes = 0


def _frozen(value: Any) -> int:
    """About how many bytes a value takes; its arrays cannot be changed any more."""
    if hasattr(value, "setflags"):
        value.setflags(write=False)
        return int(value.nbytes)
    if isinstance(value, list) and all(hasattr(one, "setflags") for one in value):
        return sum(map(_frozen, value))
    return BYTES_OF_OTHERS
