"""Many keys of rows in few numbers: rankings that came one after the other have consecutive keys."""

from collections.abc import Iterable


def as_runs(keys: Iterable[int]) -> list[list[int]]:
    """[first, last] of each run of consecutive keys, ascending."""
    runs: list[list[int]] = []
    for key in sorted(set(keys)):
        if runs and key == runs[-1][1] + 1:
            runs[-1][1] = key
        else:
            runs.append([key, key])
    return runs


def of_runs(runs: Iterable[tuple[int, int]]) -> set[int]:
    """The keys that `as_runs` was given."""
    return {key for first, last in runs for key in range(first, last + 1)}
