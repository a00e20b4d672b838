"""What a command prints: a result for people or for programs, warnings, errors, and how far it is."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import IO, Any

import click

from appraise_gec.library.arguments import ArgumentError
from appraise_gec.library.files import one_line, refused_values
from appraise_gec.library.finding import Finding, document_bytes
from rankings.formats.records import FormatError, Problem

SECONDS_BEFORE_SHOWN = 0.5
STEPS = 1000


def print_finding(found: Finding[Any], *, as_json: bool) -> None:
    """Print what was found, and warnings on standard error."""
    if as_json and found.content is not None:
        message = "With --json standard output holds the document: give -o FILE as well."
        raise click.UsageError(message, click.get_current_context())
    for warning in found.warnings:
        click.echo(f"Warning: {one_line(warning)}", err=True)
    if as_json:
        # In UTF-8, whatever the encoding of the terminal.
        click.echo(document_bytes({"recipe": found.recipe, "result": found.to_json()}), nl=False)
    elif found.content is not None:
        for piece in found.content:
            click.echo(piece, nl=False)
    else:
        # Characters that the terminal cannot show become escapes.
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        click.echo(repr(found).encode(encoding, "backslashreplace").decode(encoding))


class InputError(click.ClickException):
    """The call or an input is wrong. Every line of the message names the place and what was expected."""

    exit_code = 2

    @classmethod
    def of(cls, error: FormatError) -> "InputError":
        """The fatal problems of an error, or all of them if none is fatal, one line each."""
        fatal = [problem for problem in error.problems if problem.fatal] or error.problems
        return cls("\n".join(one_line(problem) for problem in fatal))

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the lines as they are, so that they begin with the file, as compilers write them."""
        click.echo(self.message, file=file, err=file is None)


@contextmanager
def refused(call: str, place: str = "") -> Iterator[None]:
    """Give what a function of the library refuses a place: the call for its settings, else the files.

    A program that is missing here is no wrong call: status 1.
    """
    try:
        yield
    except FormatError:
        raise
    except (ValueError, RuntimeError) as error:
        from metrics.scorers.scorer import SettingError, UnavailableError

        if isinstance(error, UnavailableError):
            raise click.ClickException(str(error)) from error
        if not isinstance(error, ValueError):
            raise
        if isinstance(error, SettingError):
            raise FormatError(Problem(call, str(error))) from error
        with refused_values(call if isinstance(error, ArgumentError) else place or call):
            raise


class Progress:
    """A progress bar on standard error, shown when somebody watches and the work takes a while.

    Use as `with Progress("Rank") as progress`, and hand on `progress.share`.
    """

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
