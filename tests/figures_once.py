"""The figures of reports, drawn once for the many tests that only need files of a report to be there.

The same chart gives the same files. A test gets what an earlier one drew, once; what it asks for a second
time is drawn.
"""

import pickle
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

MODULE = "appraise_gec.report.report_files"
_DRAWN: dict[bytes, dict[str, bytes]] = {}


@contextmanager
def figures_drawn_once() -> Iterator[None]:
    """Take what earlier tests drew, during one test."""
    module = sys.modules.get(MODULE)
    if module is None:  # the first report of the process loads it
        yield
        return
    draw: Callable[..., dict[str, bytes]] = vars(module)["write_figure"]
    used: set[bytes] = set()

    def once(chart: Any, extensions: Collection[str], width: str = "") -> dict[str, bytes]:
        key = pickle.dumps((chart, tuple(extensions), width))
        if key in used or key not in _DRAWN:
            _DRAWN[key] = draw(chart, extensions, width)
        used.add(key)
        return _DRAWN[key]

    vars(module)["write_figure"] = once
    try:
        yield
    finally:
        vars(module)["write_figure"] = draw
