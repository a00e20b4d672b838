"""Who was compared with whom, and what that means for a ranking."""

import numpy as np
from scipy.sparse.csgraph import connected_components

from rankings.analysis.arrays import BoolArray
from rankings.analysis.methods import Method, registration
from rankings.analysis.pair_counts import PairCounts

NAMED_PAIRS = 5
OTHER_OPPONENTS = (
    "Scores are means over opponents, and not all systems met the same ones: a line between clusters parts "
    "two systems with different opponents only where their own comparisons do."
)


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


def with_other_opponents(counts: PairCounts, method: Method) -> BoolArray:
    """(N, N) whether a system was met by only one of the two, where scores are means over opponents.

    Such scores have different yardsticks: A, who met B and C, against B, who met A alone.
    """
    about = registration(method)
    if not about.mean_over_opponents:
        return np.zeros(counts.wins.shape, dtype=np.bool_)
    counted = counts.wins + counts.wins.T if about.ties == "left out" else counts.comparisons
    met = (counted > 0).astype(np.int64)
    only_one = met @ (1 - met).T
    # Neither meets itself, which says nothing where the two met each other.
    differ: BoolArray = only_one + only_one.T - 2 * met > 0
    return differ


def notes_on_links(counts: PairCounts, idle: str = "", groups: str = "") -> tuple[str, ...]:
    """Which systems were never compared, and which groups of systems no comparison links.

    Args:
        counts: of the comparisons.
        idle: what follows for systems that were never compared; the names come after it.
        groups: what follows for groups without a link; the names come after it.
    """
    linked = compared_groups(counts)
    alone = sorted(group[0] for group in linked if len(group) == 1)
    parts = [group for group in linked if len(group) > 1]
    notes = []
    if alone:
        notes.append(f"Never compared with any system{idle}: {', '.join(alone)}.")
    if len(parts) > 1:
        listed = "; ".join(", ".join(part) for part in parts)
        notes.append(f"No comparison links these groups of systems{groups}: {listed}.")
    return tuple(notes)


def notes_on_counts(counts: PairCounts, method: Method = "expected-wins") -> tuple[str, ...]:
    """Warnings about the comparisons that a reader of the ranking needs, one sentence each."""
    about = registration(method)
    groups = compared_groups(counts)
    notes = [
        *notes_on_links(
            counts,
            idle=", and so without score, rank, range and cluster",
            groups=", so that each is ranked by itself, and ranks of different groups cannot be compared",
        )
    ]
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
    if (with_other_opponents(counts, method) & linked).any():
        notes.append(OTHER_OPPONENTS)
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
