"""The statistics of a report, computed once for the many tests that only need a report to be there.

The same judgments and options give the same statistics (tests/reports/test_recomputing.py). A test gets what
an earlier one computed, once; what it asks for a second time is computed. A test that replaces a function of
the computation gets nothing from others, and leaves nothing to them.

`./run test` names a folder in `VARIABLE`, through which its workers share statistics, those on Postgres with
those on SQLite before them.
"""

import hashlib
import os
import pickle
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

VARIABLE = "APPRAISE_GEC_TEST_STATISTICS"
COMPUTATION = "appraise_gec.report.computation"
PARTS = ("rankings.analysis", COMPUTATION)


class Kept(NamedTuple):
    statistics: bytes
    progress: list[tuple[float, str]]
    made_by: list[object]


class Shared(NamedTuple):
    """Where statistics are kept for other processes.

    Attributes:
        folder: of one run of all tests.
        code: digest of the files that compute.
        as_loaded: what they define. Where a test has replaced some of it, nothing is taken or left.
    """

    folder: Path
    code: bytes
    as_loaded: list[object]

    def file_of(self, key: bytes) -> Path:
        return self.folder / hashlib.sha256(self.code + key).hexdigest()

    def take(self, key: bytes) -> Kept | None:
        try:
            statistics, progress = pickle.loads(self.file_of(key).read_bytes())  # noqa: S301 - of this run
        except FileNotFoundError:
            return None
        return Kept(statistics, progress, self.as_loaded)

    def leave(self, key: bytes, kept: Kept) -> None:
        unfinished = self.file_of(key).with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(pickle.dumps((kept.statistics, kept.progress)))
        unfinished.replace(self.file_of(key))


_KEPT: dict[bytes, Kept] = {}
_SHARED: list[Shared] = []


def share_statistics() -> None:
    """Share from now on with the other processes of this run. Called before the first test."""
    folder = os.environ.get(VARIABLE)
    if not folder:
        return
    modules = [import_module(name) for name in PARTS]
    for package in tuple(modules):
        paths = getattr(package, "__path__", ())
        parts = pkgutil.walk_packages(paths, f"{package.__name__}.")
        modules.extend(import_module(part.name) for part in parts)
    code = hashlib.sha256(b"".join(Path(str(module.__file__)).read_bytes() for module in modules)).digest()
    _SHARED[:] = [Shared(Path(folder), code, functions_of_the_computation())]


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
        shared = next((one for one in _SHARED if same_objects(one.as_loaded, made_by)), None)
        kept = _KEPT.get(key)
        if kept is None and shared:
            kept = shared.take(key)
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
        computed = _KEPT.setdefault(key, Kept(pickle.dumps(statistics), told, made_by))
        if shared and computed.made_by is made_by:
            shared.leave(key, computed)
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
