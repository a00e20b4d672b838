"""Wrong calls and wrong inputs: one line each, and exit status 2."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from appraise_gec.library.refusals import one_line
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
def refused_metrics(call: str) -> Iterator[None]:
    """Report wrong metric settings like other wrong calls, and missing programs as a failure."""
    from metrics.scorers.scorer import SettingError, UnavailableError

    try:
        yield
    except SettingError as error:
        raise FormatError(Problem(call, str(error))) from error
    except UnavailableError as error:
        raise click.ClickException(str(error)) from error
