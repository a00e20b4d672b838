"""Files that a command writes: never over an input, and over another file only with `--force`."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from rankings.formats.records import FormatError, Problem

OVERWRITE = "Give --force to write over it."


def force_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--force`."""
    return click.option("--force", is_flag=True, help="Write over a file that is there.")(command)


def write_file(path: Path, content: bytes, *, inputs: Iterable[Path], force: bool) -> None:
    """Write a whole file.

    Args:
        path: where to.
        content: what to write.
        inputs: the files that were read, which are never written over.
        force: whether another file may be written over.

    Raises:
        FormatError: the file is one of the inputs, is there already, or cannot be written.
    """
    if path.resolve() in {other.resolve() for other in inputs}:
        raise FormatError(Problem(str(path), "It is one of the files to read. Choose another to write."))
    # Special files such as /dev/null exist to be written to.
    is_new = not (force or (path.exists() and not path.is_file()))
    try:
        with path.open("xb" if is_new else "wb") as stream:
            stream.write(content)
    except FileExistsError as error:
        raise FormatError(Problem(str(path), f"The file is there already. {OVERWRITE}")) from error
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise FormatError(Problem(str(path), f"Cannot be written: {reason}.")) from error
