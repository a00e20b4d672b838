"""Files that a command writes: never over an input, and over another file only with `--force`."""

import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from rankings.formats.records import FormatError, Problem

OVERWRITE = "Give --force to write over it."


def check_file(path: Path, *, inputs: Iterable[Path], force: bool) -> None:
    """Refuse a file that a command must not write.

    Args:
        path: where to.
        inputs: the files that were read, which are never written over.
        force: whether another file may be written over.

    Raises:
        FormatError: the file is one of the inputs, or there already.
    """
    wrong = ""
    if path.resolve() in {other.resolve() for other in inputs}:
        wrong = "It is one of the files to read. Choose another to write."
    elif path.is_dir():
        wrong = "It is no file. Choose another name."
    elif path.is_file() and not force:
        wrong = f"The file is there already. {OVERWRITE}"
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
    """Refuse a folder that a command must not write to.

    Args:
        folder: where to.
        inputs: the files that were read, which are never written over.
        names: of the files to write, below the folder.
        force: whether files of these names may be written over. Others are kept in any case.

    Raises:
        FormatError: it is no folder, holds something, or one of the inputs would be written over.
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
    """Write files into a folder, all of them or none: each has its whole content before it has its name.

    Args:
        folder: where to; it is made where it is not there.
        files: contents by their names below the folder.
        stale: names of files that an earlier call may have left, which are removed.

    Raises:
        FormatError: it cannot be written.
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
