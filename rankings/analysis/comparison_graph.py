"""Who was compared with whom, and what that means for a ranking."""

import numpy as np
from scipy.sparse.csgraph import connected_components

from rankings.analysis.pair_counts import PairCounts

NAMED_PAIRS = 5


def compared_groups(counts: PairCounts) -> tuple[tuple[str, ...], ...]:
    """The systems in groups within which comparisons lead from each to each, largest group first."""
    number, label = connected_components(counts.comparisons > 0, directed=False)
    groups = [
        tuple(name for name, own in zip(counts.systems, label, strict=True) if own == group)
        for group in range(number)
    ]
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))


def notes_on_counts(counts: PairCounts) -> tuple[str, ...]:
    """What a reader has to know about the comparisons before trusting a ranking, one sentence each."""
    groups = compared_groups(counts)
    idle = sorted(group[0] for group in groups if len(group) == 1)
    parts = [group for group in groups if len(group) > 1]
    notes = []
    if idle:
        notes.append(f"Never compared with any system, so that the place says nothing: {', '.join(idle)}.")
    if len(parts) > 1:
        listed = "; ".join(", ".join(part) for part in parts)
        notes.append(
            "No comparison links these groups of systems, so that places of different groups cannot be "
            f"compared: {listed}."
        )
    undecided = _undecided(counts, set(idle))
    if undecided:
        more = len(undecided) - NAMED_PAIRS
        rest = f" and {more} more pairs" if more > 0 else ""
        notes.append(
            "Never told apart by any judge, which counts as no win for either in Expected Wins: "
            f"{', '.join(undecided[:NAMED_PAIRS])}{rest}."
        )
    return tuple(notes)


def _undecided(counts: PairCounts, idle: set[str]) -> list[str]:
    decided = counts.wins + counts.wins.T
    first, second = np.nonzero(np.triu(decided == 0, 1))
    names = counts.systems
    return [
        f"{names[i]} and {names[j]}"
        for i, j in zip(first.tolist(), second.tolist(), strict=True)
        if names[i] not in idle and names[j] not in idle
    ]
