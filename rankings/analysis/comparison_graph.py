"""Who was compared with whom, and what that means for a ranking."""

import numpy as np
import scipy

from rankings.analysis.arrays import BoolArray, IntArray
from rankings.analysis.methods import Method, registration
from rankings.analysis.pair_counts import PairCounts

NAMED_PAIRS = 5
OTHER_OPPONENTS = (
    "Scores are means over opponents, and not all systems met the same ones: Bradley-Terry is the method for "
    "that; here a line between clusters parts two systems with different opponents only where their own "
    "comparisons do."
)


def counted_comparisons(counts: PairCounts, method: Method) -> IntArray:
    """(N, N) the comparisons of two systems from which the method gets scores; all where it gets none."""
    about = registration(method)
    decided: IntArray = counts.wins + counts.wins.T
    if about.mean_over_opponents and about.ties == "left out" and decided.any():
        return decided
    return counts.comparisons


def _groups(counts: PairCounts, comparisons: IntArray) -> tuple[tuple[str, ...], ...]:
    """The systems in groups within which comparisons lead from each to each, largest group first."""
    number, label = scipy.sparse.csgraph.connected_components(comparisons > 0, directed=False)
    groups = [
        tuple(name for name, own in zip(counts.systems, label, strict=True) if own == group)
        for group in range(number)
    ]
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))


def linked_groups(counts: PairCounts, method: Method) -> tuple[tuple[int, ...], ...]:
    """Indices of the systems that can be ranked against each other, in groups of two or more, largest first.

    Systems of different groups were never compared, not even through others; a system in no group was
    compared with none. Of comparisons those count that the method counts.
    """
    place = {name: index for index, name in enumerate(counts.systems)}
    groups = _groups(counts, counted_comparisons(counts, method))
    return tuple(tuple(sorted(place[name] for name in group)) for group in groups if len(group) > 1)


def with_other_opponents(counts: PairCounts, method: Method) -> BoolArray:
    """(N, N) whether a system was met by only one of the two, where scores are means over opponents.

    Such scores have different yardsticks: A, who met B and C, against B, who met A alone.
    """
    if not registration(method).mean_over_opponents:
        return np.zeros(counts.wins.shape, dtype=np.bool_)
    met = (counted_comparisons(counts, method) > 0).astype(np.int64)
    only_one = met @ (1 - met).T
    # Neither meets itself, which says nothing where the two met each other.
    differ: BoolArray = only_one + only_one.T - 2 * met > 0
    return differ


def notes_on_links(
    counts: PairCounts, idle: str = "", groups: str = "", comparisons: IntArray | None = None
) -> tuple[str, ...]:
    """Which systems were never compared, and which groups of systems no comparison links.

    Args:
        counts: of the comparisons.
        idle: what follows for systems that were never compared; the names come after it.
        groups: what follows for groups without a link; the names come after it.
        comparisons: (N, N) those that link systems; all of them if None.
    """
    linked = _groups(counts, counts.comparisons if comparisons is None else comparisons)
    involved = dict(zip(counts.systems, counts.comparisons.sum(axis=1).tolist(), strict=True))
    alone = sorted(group[0] for group in linked if len(group) == 1)
    never, tied = ([name for name in alone if bool(involved[name]) is some] for some in (False, True))
    parts = [group for group in linked if len(group) > 1]
    notes = []
    if never:
        notes.append(f"Never compared with any system{idle}: {', '.join(never)}.")
    if tied:
        notes.append(f"Tied in all comparisons{idle}: {', '.join(tied)}.")
    if len(parts) > 1:
        listed = "; ".join(", ".join(part) for part in parts)
        ties_link = len(_groups(counts, counts.comparisons)) < len(linked)
        link = "decided comparison" if ties_link else "comparison"
        notes.append(f"No {link} links these groups of systems{groups}: {listed}.")
    return tuple(notes)


def notes_on_counts(counts: PairCounts, method: Method = "expected-wins") -> tuple[str, ...]:
    """Warnings about the comparisons that a reader of the ranking needs, one sentence each."""
    about = registration(method)
    comparisons = counted_comparisons(counts, method)
    groups = _groups(counts, comparisons)
    notes = [
        *notes_on_links(
            counts,
            idle=", and so without score, rank, range and cluster",
            groups=", so that each is ranked by itself, and ranks of different groups cannot be compared",
            comparisons=comparisons,
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
