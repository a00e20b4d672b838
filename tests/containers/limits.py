"""Limits of memory, processors and processes, enforced by the kernel's control groups, of either version."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GROUPS = Path("/sys/fs/cgroup")
PERIOD = 100_000  # microseconds


@dataclass(frozen=True, slots=True)
class Limits:
    """The groups of one container; none where this machine does not let us make any.

    Attributes:
        files: into which a process writes its number to be held to the limits.
        memory: limit in bytes; 0 without one.
    """

    files: tuple[Path, ...]
    memory: int

    @classmethod
    def of(cls, name: str, wanted: Mapping[str, Any]) -> "Limits":
        memory, pids = int(wanted.get("memory") or 0), int(wanted.get("pids") or 0)
        quota = int(float(wanted.get("cpus") or 0) * PERIOD)
        if (GROUPS / "cgroup.controllers").exists():
            values = {
                "memory.max": memory,
                "pids.max": pids,
                "cpu.max": f"{quota} {PERIOD}" if quota else 0,
            }
            return cls(make(GROUPS / name, values), memory)
        files = (
            *make(GROUPS / "memory" / name, {"memory.limit_in_bytes": memory}),
            *make(GROUPS / "cpu" / name, {"cpu.cfs_period_us": PERIOD, "cpu.cfs_quota_us": quota}),
            *make(GROUPS / "pids" / name, {"pids.max": pids}),
        )
        return cls(files, memory)

    @property
    def enforced(self) -> bool:
        return bool(self.files)

    def peak(self) -> int:
        """Most bytes of memory in use at once, with what lies in /tmp; 0 where nobody counts."""
        for file in self.files:
            for name in ("memory.peak", "memory.max_usage_in_bytes"):
                if file.with_name(name).exists():
                    return int(file.with_name(name).read_text())
        return 0

    def remove(self) -> None:
        for file in self.files:
            try:
                file.parent.rmdir()
            except OSError:  # a process of it is just ending; the kernel's own folders cannot be deleted
                continue


def make(group: Path, values: Mapping[str, object]) -> tuple[Path, ...]:
    """A group with these limits, those that are not 0. Returns its file for processes; nothing if refused."""
    try:
        group.mkdir()
        for name, value in values.items():
            if value:
                (group / name).write_text(str(value))
    except OSError:
        return ()
    return (group / "cgroup.procs",)
