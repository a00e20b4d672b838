"""Libraries of data frames, which a notebook has and this program does not need."""

from importlib import import_module
from typing import Any

FRAMES = ("pandas", "polars")


def frame_library(name: str) -> Any:
    """The module of a library of data frames.

    Raises:
        ValueError: none of `FRAMES`.
        ImportError: it is not installed.
    """
    if name not in FRAMES:
        raise ValueError(f"library {name!r} is not one of {', '.join(FRAMES)}")
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"A data frame needs the package {name}: pip install {name}") from error
