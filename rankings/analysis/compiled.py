"""Compilation of the inner loops that numpy cannot express, kept on disk between runs."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function as machine code that runs without the interpreter's lock.

    The code is cached next to the module or in the user's cache folder. Where neither can be written, it is
    compiled anew in every process.

    Two habits keep compilation short. A number or a truth value written into a call is a type of its own, for
    which the called function is compiled once more; `np.int32(1)` and `int(counted)` are not. And a loop puts
    an array into a slice of another: an assignment would compile the formatting of its error message, too.
    """
    try:
        return cast("Function", numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:
        return cast("Function", numba.njit(nogil=True)(function))


def inlined(function: Function) -> Function:
    """A part of a compiled function, merged into its callers."""
    return cast("Function", numba.njit(inline="always")(function))
