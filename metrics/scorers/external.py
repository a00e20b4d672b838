"""Find and run the external programs of some metrics."""

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
    """A location from an environment variable, set by whoever runs this program.

    Never a setting of the metric: people who choose settings must not choose programs and hosts.
    """
    return os.environ.get(variable) or None


def existing_file(path: Path, metric: str, advice: str) -> Path:
    """The path, if a file is there; otherwise UnavailableError with the advice."""
    if not path.is_file():
        raise UnavailableError(f"{metric} needs {path.name}, which is not at {path}; {advice}")
    return path
