"""How much each judge did: rankings, and the comparisons that follow from them (2015 paper, Table 1)."""

import numpy as np

from rankings.analysis.pairs import TIE, Pairs, expanded_pair_blocks, unexpanded_pairs
from rankings.analysis.results.judge_statistics import EvaluationStatistics, JudgeStatistics
from rankings.formats.columns import Judgments


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
