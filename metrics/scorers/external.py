"""Finding and running the programs that some metrics are computed by."""

import os
import shutil
from pathlib import Path

from metrics.scorers.scorer import UnavailableError


def program(name: str, package: str, metric: str) -> str:
    """Path of a program. Raises UnavailableError, naming the metric and what to install."""
    path = shutil.which(name)
    if path is None:
        raise UnavailableError(f"{metric} needs the program {name!r}, which is not here; install {package}.")
    return path


def location(variable: str) -> str | None:
    """Where the person who runs this program says that something is: an environment variable.

    Never a setting of the metric: who may choose settings need not be allowed to choose programs and hosts.
    """
    return os.environ.get(variable) or None


def existing_file(path: Path, metric: str, advice: str) -> Path:
    """The path, if a file is there; otherwise UnavailableError with the advice."""
    if not path.is_file():
        raise UnavailableError(f"{metric} needs {path.name}, which is not at {path}; {advice}")
    return path
