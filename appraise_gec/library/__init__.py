"""The front door for notebooks and scripts: files or data frames in, results that show themselves out.

`from appraise_gec import rank` and its neighbours lead here (docs/library.md). Names and arguments keep their
meaning from version to version; the change log announces every change. Without Django, settings or database.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def function(name: str) -> Callable[..., Any]:
    """The function of this name, from its module, which is called so too."""
    found: Callable[..., Any] = getattr(import_module(f"{__name__}.{name}"), name)
    return found
