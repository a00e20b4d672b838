"""What functions of the library are given: checked where it comes in, so that messages name it."""

import operator
from os import PathLike
from typing import Any


def several(given: Any) -> tuple[Any, ...]:
    """One text or path stands for itself, and not for its letters."""
    return (given,) if isinstance(given, str | PathLike) else tuple(given)


def check_whole(least: int = 1, **numbers: Any) -> None:
    """Raise ValueError for what is no whole number, or less than `least`, by its name."""
    for name, number in numbers.items():
        try:
            is_right = operator.index(number) >= least
        except TypeError:
            is_right = False
        if not is_right:
            raise ValueError(f"{name} has to be a whole number from {least} up; it is {number!r}")
