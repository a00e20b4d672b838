"""Who was compared with whom, and what that means for a ranking."""

import numpy as np
import scipy

from rankings.analysis import reasons
from rankings.analysis.arrays import BoolArray, IntArray
from rankings.analysis.methods import Method, registration
from rankings.analysis.pair_counts import PairCounts


def linked_groups(counts: PairCounts, method: Method) -> tuple[tuple[int, ...], ...]:
    """Indices of the systems that can be ranked against each other, in groups of two or more, largest first.

    Systems of different groups were never compared, not even through others; a system in no group was
    compared with none. Of comparisons those count that the method counts.
    """
    return _linked(counts, _counted(counts, method))


def with_other_opponents(counts: PairCounts, method: Method) -> BoolArray:
    """(N, N) whether a system was met by only one of the two, where scores are means over opponents.

    Such scores have different yardsticks: A, who met B and C, against B, who met A alone.
    """
    if not registration(method).mean_over_opponents:
        return np.zeros(counts.wins.shape, dtype=np.bool_)
    met = (_counted(counts, method) > 0).astype(np.int64)
    only_one = met @ (1 - met).T
    # Neither meets itself, which says nothing where the two met each other.
    differ: BoolArray = only_one + only_one.T - 2 * met > 0
    return differ


def notes_on_links(counts: PairCounts, method: Method | None = None) -> tuple[str, ...]:
    """Which systems were never compared, and which groups no comparison links.

    Args:
        method: whose comparisons count; all of them if None.
    """
    groups = _linked(counts, counts.comparisons if method is None else _counted(counts, method))
    linked = {index for group in groups for index in group}
    idle = [name for index, name in enumerate(counts.systems) if index not in linked]
    notes = [reasons.never_compared(idle)] if idle else []
    if len(groups) > 1:
        notes.append(reasons.unlinked([[counts.systems[index] for index in group] for group in groups]))
    return tuple(notes)


def notes_on_counts(counts: PairCounts, method: Method) -> tuple[str, ...]:
    """What a reader of a ranking has to know about the comparisons, one sentence each."""
    notes = [*notes_on_links(counts, method)]
    comparisons = _counted(counts, method)
    inside = np.zeros(comparisons.shape, dtype=np.bool_)
    for group in _linked(counts, comparisons):
        inside[np.ix_(group, group)] = True
    first, second = np.nonzero(np.triu((comparisons == 0) & inside, 1))
    if len(first):
        names = counts.systems
        pairs = zip(first.tolist(), second.tolist(), strict=True)
        notes.append(reasons.apart([(names[one], names[other]) for one, other in pairs]))
    if (with_other_opponents(counts, method) & inside).any():
        notes.append(reasons.OTHER_OPPONENTS)
    return tuple(notes)


def _counted(counts: PairCounts, method: Method) -> IntArray:
    """(N, N) the comparisons of two systems from which the method gets scores; all where it gets none."""
    about = registration(method)
    decided: IntArray = counts.wins + counts.wins.T
    if about.mean_over_opponents and about.ties == "left out" and decided.any():
        return decided
    return counts.comparisons


def _linked(counts: PairCounts, comparisons: IntArray) -> tuple[tuple[int, ...], ...]:
    """Groups of two systems or more within which comparisons lead from each to each, largest first."""
    number, label = scipy.sparse.csgraph.connected_components(comparisons > 0, directed=False)
    groups = [tuple(np.flatnonzero(label == group).tolist()) for group in range(number)]

    def by_name(group: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(counts.systems[index] for index in group)

    groups.sort(key=lambda group: (-len(group), by_name(group)))
    return tuple(group for group in groups if len(group) > 1)
