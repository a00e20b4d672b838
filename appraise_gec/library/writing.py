"""Files and folders that a command writes: whole or not at all, and never over an input."""

import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from rankings.formats.records import FormatError, Problem


def check_file(path: Path, *, inputs: Iterable[Path], force: bool) -> None:
    """Raise FormatError for a file that is one of the inputs, or there already without `force`."""
    wrong = ""
    if path.resolve() in {other.resolve() for other in inputs}:
        wrong = "It is one of the files to read. Choose another to write."
    elif path.is_dir():
        wrong = "It is no file. Choose another name."
    elif path.is_file() and not force:
        wrong = "The file is there already. Give --force to write over it."
    if wrong:
        raise FormatError(Problem(str(path), wrong))


def write_file(path: Path, content: Iterable[bytes]) -> None:
    """Write a file, which is there when it is whole. Raises FormatError where it cannot be written."""
    # Special files such as /dev/null exist to be written to.
    is_special = path.exists() and not path.is_file()
    target = path if is_special else path.absolute().parent / f".{path.name}.{os.getpid()}.part"
    try:
        with target.open("wb") as stream:
            stream.writelines(content)
        if not is_special:
            target.replace(path)
    except OSError as error:
        raise FormatError(_unwritable(path, error)) from error
    finally:
        if not is_special:
            target.unlink(missing_ok=True)


def check_folder(folder: Path, *, inputs: Iterable[Path], names: Iterable[str], force: bool) -> None:
    """Raise FormatError for a folder that is none, that holds something without `force`, or where a file of
    these names is one of the inputs.
    """
    read = {path.resolve() for path in inputs}
    if taken := sorted(name for name in names if (folder / name).resolve() in read):
        message = "It is one of the files to read. Choose another folder to write."
        raise FormatError(Problem(str(folder / taken[0]), message))
    try:
        if not force and any(folder.iterdir()):
            message = (
                "The folder is not empty. Give --force to write over the files of an earlier call in it; "
                "others are kept."
            )
            raise FormatError(Problem(str(folder), message))
    except FileNotFoundError:
        return
    except OSError as error:
        raise FormatError(_unwritable(folder, error)) from error


def write_folder(folder: Path, files: Mapping[str, bytes], *, stale: Iterable[str] = ()) -> None:
    """Write files by their names below a folder: each has its whole content before it has its name.

    Files that are `stale`, left by an earlier call, are removed. Raises FormatError where it cannot be done.
    """
    # Beside the folder, so that it is on the same device, and moving is one step.
    beside = folder.absolute().parent / f".{folder.absolute().name}.{os.getpid()}.part"
    try:
        beside.mkdir(parents=True)
        for name, content in files.items():
            place = beside / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        if not folder.exists():
            beside.rename(folder)
            return
        for name in files:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (beside / name).replace(folder / name)
        for name in set(stale) - set(files):
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise FormatError(_unwritable(folder, error)) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _unwritable(path: Path, error: OSError) -> Problem:
    return Problem(str(path), f"Cannot be written: {error.strerror or 'it cannot be opened'}.")
