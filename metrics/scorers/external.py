"""Find and run the external programs of some metrics."""

import os
import shutil
from pathlib import Path

from appraise_gec.words import words
from metrics.scorers.scorer import UnavailableError


def program(name: str, package: str, metric: str) -> str:
    """Path of a program. Raises UnavailableError, naming the metric and what to install."""
    path = shutil.which(name)
    if path is None:
        raise UnavailableError(
            words(
                "%(metric)s needs the program %(name)s, which is not here; install %(package)s.",
                metric=metric,
                name=repr(name),
                package=package,
            )
        )
    return path


def location(variable: str) -> str | None:
    """A location from an environment variable, set by whoever runs this program.

    Never a setting of the metric: people who choose settings must not choose programs and hosts.
    """
    return os.environ.get(variable) or None


def existing_file(path: Path, metric: str, advice: str) -> Path:
    """The path, if a file is there; otherwise UnavailableError with the advice."""
    if not path.is_file():
        raise UnavailableError(
            words(
                "%(metric)s needs %(name)s, which is not at %(path)s; %(advice)s",
                metric=metric,
                name=path.name,
                path=path,
                advice=advice,
            )
        )
    return path
