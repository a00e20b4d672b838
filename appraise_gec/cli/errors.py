"""Wrong calls and wrong inputs: one line each, and exit status 2."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from appraise_gec.library.arguments import ArgumentError
from appraise_gec.library.refusals import one_line, refused_values
from rankings.formats.records import FormatError, Problem


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
