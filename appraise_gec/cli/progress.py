"""A progress bar on standard error, shown when somebody watches and the work takes a while."""

import sys
import time
from types import TracebackType
from typing import Any

import click

SECONDS_BEFORE_SHOWN = 0.5
STEPS = 1000


class Progress:
    """Use as `with Progress("Rank") as progress`, and hand on `progress.share`."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._bar: Any = None
        self._begun = time.monotonic()
        self._position = 0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.render_finish()

    def share(self, done: float) -> None:
        """Show which share of the work, from 0 to 1, is finished."""
        if self._bar is None:
            waited = time.monotonic() - self._begun >= SECONDS_BEFORE_SHOWN
            if done >= 1 or not waited or not sys.stderr.isatty():
                return
            self._bar = click.progressbar(length=STEPS, label=self._label, file=sys.stderr)
            self._bar.render_progress()
        position = round(STEPS * min(1.0, done))
        self._bar.update(position - self._position)
        self._position = position
