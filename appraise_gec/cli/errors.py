"""Wrong calls and wrong inputs: one line each, and exit status 2."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from rankings.formats.problems import visible
from rankings.formats.records import FormatError, Problem

UPLOAD_AGAIN = " and upload it again."


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


def one_line(problem: Problem) -> str:
    """A problem as one line of text that a terminal shows as it is.

    Messages of readers are written for pages; on a terminal there is nothing to upload.
    """
    return visible(" ".join(str(problem).splitlines())).replace(UPLOAD_AGAIN, ".")


@contextmanager
def refused_values(place: str) -> Iterator[None]:
    """Turn what a library refuses with a ValueError into a problem at `place`."""
    try:
        yield
    except FormatError:
        raise
    except ValueError as error:
        message = str(error)
        raise FormatError(Problem(place, f"{message[:1].upper()}{message[1:].rstrip('.')}.")) from error
