"""How much each judge did: rankings, and the comparisons that follow from them (2015 paper, Table 1)."""

from dataclasses import dataclass

import numpy as np

from rankings.formats.columns import Judgments

ROWS_AT_ONCE = 1 << 14
RANK_BITS = 16


@dataclass(frozen=True, slots=True)
class JudgeStatistics:
    """Counts for one judge, or for all together.

    Attributes:
        judge: name, or "Total".
        rankings: items seen, including skipped ones and ones with a single distinct output.
        unexpanded, unexpanded_ties: comparisons between distinct outputs, and how many were ties.
        expanded, expanded_ties: comparisons between systems, and how many were ties; systems that share an
            output are tied.
        skipped: how many of the rankings were skipped.
        single_output: how many had one distinct output, and so no comparison between outputs.
    """

    judge: str
    rankings: int
    unexpanded: int
    unexpanded_ties: int
    expanded: int
    expanded_ties: int
    skipped: int
    single_output: int

    @property
    def nothing_decided(self) -> bool:
        """Whether systems were compared and none was ever preferred."""
        return 0 < self.expanded == self.expanded_ties


@dataclass(frozen=True, slots=True)
class EvaluationStatistics:
    """What was judged, per judge and by all together.

    Attributes:
        judges: by name.
        total: their sum.
        systems: names of those that were judged.
        sentences: how many were judged.
    """

    judges: tuple[JudgeStatistics, ...]
    total: JudgeStatistics
    systems: tuple[str, ...]
    sentences: int


def evaluation_statistics(table: Judgments) -> EvaluationStatistics:
    """What was judged, per judge and in all."""
    judges = judge_statistics(table)
    return EvaluationStatistics(judges, total_statistics(judges), table.systems, len(table.sentences))


def judge_statistics(table: Judgments) -> tuple[JudgeStatistics, ...]:
    """One record per judge, in the order of `table.judges`."""
    n = len(table.judges)
    counts = np.zeros((4, n), dtype=np.int64)
    for first in range(0, len(table), ROWS_AT_ONCE):
        counts += _compared(table, first, min(first + ROWS_AT_ONCE, len(table)))
    unexpanded, unexpanded_ties, expanded, expanded_ties = counts
    rankings = np.bincount(table.judge, minlength=n)
    skipped = np.bincount(table.judge[table.skipped], minlength=n)
    single = np.bincount(table.judge[~table.skipped & (table.number_of_outputs == 1)], minlength=n)
    return tuple(
        JudgeStatistics(
            judge=name,
            rankings=int(rankings[j]),
            unexpanded=int(unexpanded[j]),
            unexpanded_ties=int(unexpanded_ties[j]),
            expanded=int(expanded[j]),
            expanded_ties=int(expanded_ties[j]),
            skipped=int(skipped[j]),
            single_output=int(single[j]),
        )
        for j, name in enumerate(table.judges)
    )


def total_statistics(judges: tuple[JudgeStatistics, ...]) -> JudgeStatistics:
    """The sum over judges."""
    return JudgeStatistics(
        judge="Total",
        rankings=sum(judge.rankings for judge in judges),
        unexpanded=sum(judge.unexpanded for judge in judges),
        unexpanded_ties=sum(judge.unexpanded_ties for judge in judges),
        expanded=sum(judge.expanded for judge in judges),
        expanded_ties=sum(judge.expanded_ties for judge in judges),
        skipped=sum(judge.skipped for judge in judges),
        single_output=sum(judge.single_output for judge in judges),
    )


def _compared(table: Judgments, first: int, end: int) -> np.ndarray:
    """(4, J) pairs of outputs of some rows and those of them with one rank, and the same of systems."""
    cells = slice(table.start[first], table.start[end])
    row = np.repeat(np.arange(first, end), table.number_of_outputs[first:end])
    ranked = ~table.skipped[row]
    rank = table.rank[cells].astype(np.int64)
    systems = np.array([len(group) for group in table.groups_of_systems] or [0])[table.output[cells]]
    alike, place = np.unique((row << RANK_BITS | rank)[ranked], return_inverse=True)
    judge, n = table.judge[first:end], len(table.judges)
    counts = []
    for size in (np.ones(len(place)), systems[ranked]):
        of_row = np.bincount(row[ranked] - first, size, end - first)
        of_rank = np.bincount(place, size, len(alike))
        counts.append(np.bincount(judge, of_row * (of_row - 1) / 2, n))
        counts.append(np.bincount(table.judge[alike >> RANK_BITS], of_rank * (of_rank - 1) / 2, n))
    return np.array(counts).astype(np.int64)
