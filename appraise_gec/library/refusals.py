"""Wrong calls and wrong inputs as problems, which name a place."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from appraise_gec.words import visible
from rankings.formats.problems import one_of_each_kind, without_folder
from rankings.formats.records import FormatError, Problem

UPLOAD_AGAIN = " and upload it again."


def one_line(problem: Problem) -> str:
    """A problem as one line of text that a terminal shows as it is.

    Messages of readers are written for pages; here there is nothing to upload.
    """
    return visible(" ".join(str(problem).splitlines())).replace(UPLOAD_AGAIN, ".")


def warning_lines(warnings: Iterable[Problem]) -> list[str]:
    """Warnings as a document repeats them, one for each kind: files without folders, as in the recipe, so
    that it does not depend on where they lie.
    """
    return [
        one_line(replace(warning, file=without_folder(warning.file)))
        for warning in one_of_each_kind(warnings, without_folder)
    ]


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
