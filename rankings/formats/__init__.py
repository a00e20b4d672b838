"""Read and write the files of an evaluation: bounded in size, clear in error, without Django."""

from importlib import import_module
from typing import Any


def loaded(name: str) -> Any:
    """A function of a module of this package, such as `result_xml:read_result_xml`, which is loaded now."""
    module, _, function = name.partition(":")
    return getattr(import_module(f"{__name__}.{module}"), function)
