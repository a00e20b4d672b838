"""Appraise GEC: which grammatical error correction system do people prefer?

For notebooks and scripts (docs/library.md):

    from appraise_gec import agreement, head_to_head, rank, read_judgments, score
"""

import os
from importlib import import_module
from typing import Any

__version__ = "0.3.0"

# The matrices of this program are small: threads of the linear algebra library wait for each other longer
# than they compute, ten times as long on a busy machine. It reads this once, when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__all__ = [
    "Evaluation",
    "Finding",
    "agreement",
    "convert",
    "correlate",
    "head_to_head",
    "judges",
    "maege",
    "plan",
    "rank",
    "read_judgments",
    "reproduce",
    "sample",
    "score",
    "stats",
    "validate",
]


def __getattr__(name: str) -> Any:
    """A name of the front door, loaded when it is first used: the site and `./run` need none of them.

    Type checkers know the names from `__init__.pyi`.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("appraise_gec.library").named(name)
