"""How long a report still takes: from how long its parts took so far, and from earlier reports of its size.

Weights of parts say how long they take in relation to each other; where an earlier report tells a part's
seconds, these count. What is measured while the report is computed corrects both, since a machine may be
busier than at other times. Nothing is said before enough is known.
"""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

# Before so much of the work is measured, or so many seconds, weights alone tell nothing about this machine.
LEAST_SHARE = 0.05
LEAST_SECONDS = 1.0
# What is left of a part whose draws are remembered.
OF_HELPED = 0.1
# A part that says how far it is tells its own time from here on.
LEAST_OF_PART = 0.1


@dataclass
class RemainingTime:
    """The time of one report's parts.

    Attributes:
        earlier: seconds of parts in an earlier report of this size, by name.
        further: weights of work that comes after the parts, by name.
        clock: gives seconds.
        seconds: how long the parts took that are done, by name; those that were remembered are not in it.
    """

    earlier: Mapping[str, float] = field(default_factory=dict)
    further: Mapping[str, float] = field(default_factory=dict)
    clock: Callable[[], float] = time.monotonic
    seconds: dict[str, float] = field(default_factory=dict)
    _helped: frozenset[str] = frozenset()
    _expected: dict[str, float] = field(default_factory=dict)
    _waiting: list[str] = field(default_factory=list)
    _known: bool = False
    _present: str = ""
    _began: float = 0.0
    _share: float = 0.0

    def plan(self, weights: Mapping[str, float], helped: Collection[str] = ()) -> None:
        """Tell what will be computed.

        Args:
            weights: of the parts, in their order; those that are remembered have none.
            helped: parts that are remembered but for their last step.
        """
        self._helped = frozenset(helped)
        whole = {name: weight for name, weight in {**weights, **self.further}.items() if weight > 0}
        timed = [name for name in whole if name in self.earlier]
        self._known = bool(whole) and len(timed) == len(whole)
        # Seconds where an earlier report tells how many a weight stands for.
        unit = sum(self.earlier[name] for name in timed) / sum(whole[name] for name in timed) if timed else 1
        self._expected = {
            name: self.earlier.get(name, weight * unit) * (OF_HELPED if name in helped else 1)
            for name, weight in whole.items()
        }
        self._waiting = list(self._expected)

    def begin(self, name: str) -> None:
        """A part, or further work, begins; what came before it is done."""
        self.end()
        self._present, self._began, self._share = name, self.clock(), 0.0
        if name in self._waiting:
            self._waiting.remove(name)

    def end(self) -> None:
        """The present part is done."""
        if self._present in self._expected:
            self.seconds[self._present] = self.clock() - self._began
        self._present = ""

    def share(self, done: float) -> None:
        """How far the present part is, from 0 to 1."""
        self._share = done

    def left(self) -> float | None:
        """Seconds until all is done, or None where nobody can know."""
        pace = self._pace()
        if pace is None:
            return None
        left = pace * sum(self._expected[name] for name in self._waiting)
        if self._present not in self._expected:
            return left
        elapsed = self.clock() - self._began
        if self._share >= LEAST_OF_PART and elapsed >= LEAST_SECONDS:
            return left + elapsed * (1 - self._share) / self._share
        of_present = pace * self._expected[self._present] - elapsed
        # A part that takes longer than expected, and does not say how far it is.
        return left + of_present if of_present > 0 else None

    def done(self) -> float:
        """The share of the work that is done, by the expected time of its parts."""
        whole = sum(self._expected.values())
        if not whole:
            return 0.0
        of_present = self._share * self._expected.get(self._present, 0.0)
        return (sum(self._expected[name] for name in self.seconds) + of_present) / whole

    @property
    def in_full(self) -> dict[str, float]:
        """Seconds of the parts that were computed from the beginning: what they will take another time."""
        return {name: taken for name, taken in self.seconds.items() if name not in self._helped}

    def _pace(self) -> float | None:
        """Seconds for each expected one, or None before that is known."""
        measured = sum(self.seconds.values())
        expected = sum(self._expected[name] for name in self.seconds)
        if self._share >= LEAST_OF_PART and self._present in self._expected:
            measured += self.clock() - self._began
            expected += self._share * self._expected[self._present]
        enough = expected >= LEAST_SHARE * sum(self._expected.values()) and measured >= LEAST_SECONDS
        if enough:
            return measured / expected
        return 1.0 if self._known else None
