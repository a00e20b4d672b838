"""A progress bar on standard error, shown when somebody watches and the work takes a while."""

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

import click

SECONDS_BEFORE_SHOWN = 0.5
STEPS = 1000


class Progress:
    """Use as `with Progress("Ranking") as progress`, and hand on `progress.share` or `progress.steps`.

    Args:
        label: what is done.
        own_time: whether whoever tells how far it is also says how long it takes; else that follows from the
            share that is finished.
    """

    def __init__(self, label: str, *, own_time: bool = False) -> None:
        self._label = label
        self._own_time = own_time
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

    def share(self, done: float, item: str | None = None) -> None:
        """Show which share of the work, from 0 to 1, is finished, and what was finished last."""
        if self._bar is None:
            waited = time.monotonic() - self._begun >= SECONDS_BEFORE_SHOWN
            if done >= 1 or not waited or not sys.stderr.isatty():
                return
            self._bar = click.progressbar(
                length=STEPS,
                label=self._label,
                file=sys.stderr,
                item_show_func=lambda name: name,
                show_eta=not self._own_time,
            )
            self._bar.render_progress()
        position = round(STEPS * min(1.0, done))
        self._bar.update(position - self._position, item)
        self._position = position

    def steps(self, total: int) -> Callable[[str], None]:
        """A function that is called with the name of each of `total` parts when it is finished."""
        finished = 0

        def advance(name: str) -> None:
            nonlocal finished
            finished += 1
            self.share(finished / total, name)

        return advance
