"""What was drawn or computed before is given again, instead of anew.

Resampling takes most of the time of a report, and does not depend on the confidence of its intervals. Whoever
computes several times about the same judgments keeps a `Memory`, and computes `with remembering(memory)`.
Without one, nothing is kept. The results are the same to the last bit, because a key names everything that
its value depends on; `tests/analysis/test_remembering.py` compares them.
"""

import hashlib
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

import numpy as np

from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.memory import Memory

Value = TypeVar("Value")

_memory: ContextVar[Memory | None] = ContextVar("memory", default=None)


@contextmanager
def remembering(memory: Memory | None) -> Iterator[None]:
    """Within it, `recalled` uses this memory."""
    token = _memory.set(memory)
    try:
        yield
    finally:
        _memory.reset(token)


def recalled(about: Callable[[], Hashable], make: Callable[[], Value]) -> Value:
    """What `make` gave when it was called about the same before, as far as that is remembered.

    Args:
        about: gives the key. It has to name everything that `make` depends on; asked for only if there is a
            memory.
        make: gives an array, a list of arrays, or a value that nobody can change.
    """
    memory = _memory.get()
    return make() if memory is None else memory.recall(about(), make)


def remembered_keys() -> list[Hashable]:
    """The keys of all values that `recalled` would give without making them."""
    memory = _memory.get()
    return [] if memory is None else memory.keys()


def digest_of_arrays(*arrays: Any) -> bytes:
    """The same for equal arrays: their shapes, types and values."""
    digest = hashlib.sha256()
    for array in arrays:
        whole = np.ascontiguousarray(array)
        digest.update(f"{whole.dtype.str}{whole.shape}".encode())
        digest.update(whole.data if whole.size else b"")
    return digest.digest()


def digest_of_table(table: JudgmentTable) -> bytes:
    """The same for equal tables, with the names of systems and judges and the sentences."""
    digest = hashlib.sha256(repr((table.systems, table.judges, table.sentences)).encode())
    digest.update(digest_of_arrays(table.judge, table.sentence, table.ranks, table.groups, table.skipped))
    return digest.digest()
