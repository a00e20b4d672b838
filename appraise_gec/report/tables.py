"""The tables of a report: `DESCRIBED` finds the description of each in `rankings.tables`."""

from collections.abc import Callable

from appraise_gec.present import table as presentation
from appraise_gec.report.result import ReportResult
from rankings.reports.sections.head_to_head import system_order
from rankings.tables import (
    agreement,
    cross_validation,
    distinct_outputs,
    head_to_head,
    judge_statistics,
    judges,
    methods,
    ranking,
    rejected_edits,
    scale_use,
    survey,
)


def _by_judge(result: ReportResult, key: str) -> presentation.Table:
    made = result.judge_rankings
    chosen = None if made is None else made.published if key.endswith("published") else made.only
    return judges.by_judge(chosen, [system.system for system in result.ranking.systems], key)


def _without_judges(result: ReportResult) -> presentation.Table:
    made = result.judge_rankings.without if result.judge_rankings else None
    return judges.without_judges(made, result.ranking_by(made.method) if made else None)


def _correlations(result: ReportResult, key: str) -> presentation.Table:
    made = result.judge_correlations
    compared = None if made is None else made.published if key.endswith("published") else made.formula
    return judges.correlations(compared, key)


DESCRIBED: dict[str, Callable[[ReportResult], presentation.Table]] = {
    "judges": lambda result: judge_statistics.per_judge(result.judges, result.total),
    "judges-survey": lambda result: survey.composition_table(result.survey),
    "scale-use": lambda result: scale_use.scale_use_table(result.scale_use),
    "head-to-head": lambda result: head_to_head.matrix(result.head_to_head, system_order(result)),
    "head-to-head-published": lambda result: head_to_head.matrix(
        result.head_to_head, system_order(result), head_to_head.test_of(head_to_head.PUBLISHED)
    ),
    "validation": lambda result: cross_validation.accuracies(result.validation or ()),
    "distinct-outputs": lambda result: distinct_outputs.frequencies(result.distinct_outputs),
    "agreement": lambda result: agreement.overall(result.agreement),
    "agreement-pairs": lambda result: agreement.pairs(result.agreement),
    "agreement-measures": lambda result: agreement.measures(result.agreement),
    "ranking": lambda result: ranking.ranking_table(result.ranking),
    "comparison": lambda result: ranking.ranking_table(result.comparison, "comparison"),
    "methods": lambda result: methods.methods_table(result.ranking, result.methods),
    "judge-rankings": lambda result: _by_judge(result, "judge-rankings"),
    "judge-rankings-published": lambda result: _by_judge(result, "judge-rankings-published"),
    "judges-left-out": _without_judges,
    "judge-correlations": lambda result: _correlations(result, "judge-correlations"),
    "rejected-edits": lambda result: rejected_edits.by_system(result.rejected_edits),
    "rejected-edits-kinds": lambda result: rejected_edits.by_kind(result.rejected_edits),
    "judge-correlations-published": lambda result: _correlations(result, "judge-correlations-published"),
}
