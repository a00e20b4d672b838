"""Seconds of the processor that groups of processes have used, from /proc.

Unlike the clock, they hardly depend on what else a machine is doing.
"""

import os
from collections.abc import Iterable
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def seconds_of(*pids: int) -> float:
    """Seconds used by the processes and all their descendants, those that have ended included."""
    children: dict[int, list[int]] = {}
    used: dict[int, float] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended; its parent counts it
            continue
        pid = int(entry.name)
        children.setdefault(int(fields[1]), []).append(pid)
        # utime, stime, and those of children that have ended and been waited for
        used[pid] = sum(map(int, fields[11:15])) / TICKS
    return sum(used[pid] for pid in _with_descendants(pids, children) if pid in used)


def _with_descendants(pids: Iterable[int], children: dict[int, list[int]]) -> set[int]:
    known: set[int] = set()
    waiting = list(pids)
    while waiting:
        pid = waiting.pop()
        if pid not in known:
            known.add(pid)
            waiting += children.get(pid, [])
    return known


def child_named(name: str, parent: int | None = None) -> int:
    """The child of this process (or of `parent`) whose program is `name`. Raises LookupError."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            program, _, rest = (entry / "stat").read_text().partition("(")[2].rpartition(")")
        except OSError:
            continue
        if program == name and int(rest.split()[1]) == (parent or os.getpid()):
            return int(entry.name)
    raise LookupError(name)
