"""Compilation of the inner loops that numpy cannot express, kept on disk between runs."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function as machine code that runs without the interpreter's lock.

    The code is cached next to the module or in the user's cache folder. Where neither can be written, it is
    compiled anew in every process.
    """
    try:
        return cast("Function", numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:
        return cast("Function", numba.njit(nogil=True)(function))


def inlined(function: Function) -> Function:
    """A part of a compiled function, merged into its callers."""
    return cast("Function", numba.njit(inline="always")(function))
