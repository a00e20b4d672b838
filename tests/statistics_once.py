"""The statistics of a report, computed once for the many tests that only need a report to be there.

The same judgments and options give the same statistics (tests/reports/test_recomputing.py). A test gets what
an earlier one computed, once; what it asks for a second time is computed. A test that replaces a function of
the computation gets nothing from others, and leaves nothing to them.
"""

import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

COMPUTATION = "rankings.reports.computation"
PARTS = ("rankings.analysis", "rankings.reports.parts", COMPUTATION)


class Kept(NamedTuple):
    statistics: bytes
    progress: list[tuple[float, str]]
    made_by: list[object]


_KEPT: dict[bytes, Kept] = {}


@contextmanager
def statistics_computed_once(used: set[bytes]) -> Iterator[None]:
    """Take what earlier tests computed. `used` are the keys that this test has met; they are added to."""
    module = sys.modules.get(COMPUTATION)
    if module is None:  # the first report of the process loads it
        yield
        return
    compute: Callable[..., dict[str, Any]] = vars(module)["_statistics"]
    made_by = functions_of_the_computation()

    def once(table: Any, options: Any, progress: Callable[[float, str], None]) -> dict[str, Any]:
        key = pickle.dumps((table, options))
        kept = _KEPT.get(key)
        known = kept is not None and same_objects(kept.made_by, made_by) and key not in used
        used.add(key)
        if kept is not None and known:
            for share, message in kept.progress:
                progress(share, message)
            found: dict[str, Any] = pickle.loads(kept.statistics)  # noqa: S301 - made in this process
            return found
        told: list[tuple[float, str]] = []

        def listen(share: float, message: str) -> None:
            told.append((share, message))
            progress(share, message)

        statistics = compute(table, options, listen)
        _KEPT.setdefault(key, Kept(pickle.dumps(statistics), told, made_by))
        return statistics

    vars(module)["_statistics"] = once
    try:
        yield
    finally:
        vars(module)["_statistics"] = compute


def functions_of_the_computation() -> list[object]:
    """Functions, classes and constants as they are now: others where a test has replaced one."""
    return [
        value
        for name in sorted(sys.modules)
        if name.startswith(PARTS)
        for key, value in sorted(vars(sys.modules[name]).items())
        if not key.startswith("__")
    ]


def same_objects(ones: list[object], others: list[object]) -> bool:
    return len(ones) == len(others) and all(one is other for one, other in zip(ones, others, strict=True))
