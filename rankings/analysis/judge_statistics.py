"""How much each judge did: rankings, and the comparisons that follow from them (2015 paper, Table 1)."""

from dataclasses import dataclass

import numpy as np

from rankings.analysis.pairs import TIE, Pairs, expanded_pair_blocks, unexpanded_pairs
from rankings.formats.columns import Judgments


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
    unexpanded, unexpanded_ties = _count(table, unexpanded_pairs(table))
    expanded = np.zeros(n, dtype=np.int64)
    expanded_ties = np.zeros(n, dtype=np.int64)
    for block in expanded_pair_blocks(table):
        pairs, ties = _count(table, block)
        expanded += pairs
        expanded_ties += ties
    rankings = np.bincount(table.judge, minlength=n)
    skipped = np.bincount(table.judge[table.skipped], minlength=n)
    groups = table.groups
    one_output = table.covered.any(axis=1) & (groups.max(axis=1, initial=-1) == _smallest_group(table))
    single = np.bincount(table.judge[one_output], minlength=n)
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


def _count(table: Judgments, pairs: Pairs) -> tuple[np.ndarray, np.ndarray]:
    judge = table.judge[pairs.row]
    n = len(table.judges)
    return np.bincount(judge, minlength=n), np.bincount(judge[pairs.outcome == TIE], minlength=n)


def _smallest_group(table: Judgments) -> np.ndarray:
    beyond = np.iinfo(np.int16).max
    smallest: np.ndarray = np.where(table.covered, table.groups, beyond).min(axis=1, initial=beyond)
    return smallest
