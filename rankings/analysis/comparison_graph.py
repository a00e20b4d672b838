"""Who was compared with whom, and what that means for a ranking."""

import numpy as np
from scipy.sparse.csgraph import connected_components

from rankings.analysis.arrays import BoolArray
from rankings.analysis.methods import Method, registration
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


def linked_groups(counts: PairCounts) -> tuple[tuple[int, ...], ...]:
    """Indices of the systems that can be ranked against each other, in groups of two or more, largest first.

    Systems of different groups were never compared, not even through others; a system in no group was
    compared with none.
    """
    place = {name: index for index, name in enumerate(counts.systems)}
    return tuple(
        tuple(sorted(place[name] for name in group)) for group in compared_groups(counts) if len(group) > 1
    )


def notes_on_counts(counts: PairCounts, method: Method = "expected-wins") -> tuple[str, ...]:
    """Warnings about the comparisons that a reader of the ranking needs, one sentence each."""
    about = registration(method)
    groups = compared_groups(counts)
    idle = sorted(group[0] for group in groups if len(group) == 1)
    parts = [group for group in groups if len(group) > 1]
    notes = []
    if idle:
        notes.append(
            "Never compared with any system, and so without score, rank, range and cluster: "
            f"{', '.join(idle)}."
        )
    if len(parts) > 1:
        listed = "; ".join(", ".join(part) for part in parts)
        notes.append(
            "No comparison links these groups of systems, so that each is ranked by itself, and ranks of "
            f"different groups cannot be compared: {listed}."
        )
    part_of = {name: number for number, group in enumerate(groups) for name in group}
    decided = counts.wins + counts.wins.T
    only_tied = _named(counts, (decided == 0) & (counts.ties > 0))
    # Pairs from different groups are already noted.
    linked = np.array([[part_of[a] == part_of[b] for b in counts.systems] for a in counts.systems])
    apart = _named(counts, (counts.comparisons == 0) & linked)
    if only_tied:
        notes.append(f"Tied in every comparison{about.only_tied}: {only_tied}.")
    if apart:
        notes.append(f"Never compared with each other{about.undecided}: {apart}.")
    return tuple(notes)


def _named(counts: PairCounts, pairs: BoolArray) -> str:
    """The first of the pairs that an (N, N) symmetric mask marks, and how many more there are."""
    first, second = np.nonzero(np.triu(pairs, 1))
    names = [
        f"{counts.systems[i]} and {counts.systems[j]}"
        for i, j in zip(first.tolist(), second.tolist(), strict=True)
    ]
    more = len(names) - NAMED_PAIRS
    rest = f" and {more} more pair{'s' if more > 1 else ''}" if more > 0 else ""
    return ", ".join(names[:NAMED_PAIRS]) + rest
