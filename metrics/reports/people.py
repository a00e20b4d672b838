"""The section of a report on metrics and people: how it is computed, its tables and its place on the page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from appraise_gec.present.blocks import Block, Drawing, Folded, Prose, Section, Shown
from appraise_gec.present.charts import Chart
from appraise_gec.present.table import Table
from metrics.charts.correlation import scores_by_rank
from metrics.tables.correlation import by_strength, heading
from metrics.tables.study import study_tables
from metrics.validation.results import StudyResult
from metrics.validation.score_table import MetricScores
from metrics.validation.study import JudgedSet, StudySettings, score_people, study_metrics
from rankings.analysis.choices import replicates_of
from rankings.analysis.results.ranking import SystemRanking
from rankings.formats.columns import Judgments

KEY = "correlation"
"""Of the result in a report."""
TITLE = "Metrics and people"
MOST_FIGURES = 12
FIGURES = tuple(f"metric-ranks-{number}" for number in range(1, MOST_FIGURES + 1))
"""Names of the figures of single metrics, in the order of the table of correlations."""


def people_and_metrics(
    judgments: Judgments,
    scores: Sequence[MetricScores],
    options: Mapping[str, Any],
    progress: Callable[[float], None] | None = None,
) -> StudyResult:
    """Metrics compared with the judgments of a report.

    Args:
        judgments: those that the report counts.
        scores: of the metrics.
        options: of the report, as its recipe has them.
        progress: called with the finished share of the work.

    Raises:
        ValueError: what cannot be compared.
    """
    settings, seed = study_settings(options), options["seed"]
    judged = [JudgedSet("judgments", judgments)]
    people = score_people(judged, settings, seed, progress)
    return study_metrics(judged, people, scores, settings, seed=seed).result


def study_settings(options: Mapping[str, Any]) -> StudySettings:
    """How metrics are compared with people in a report with these options."""
    return StudySettings(
        method=options["method"],
        unit=options["unit"],
        confidence=options["confidence"],
        replicates=replicates_of(options["method"], options["replicates"]),
    )


def correlation_tables(study: StudyResult) -> list[Table]:
    """Those that have something to show."""
    return [table for table in study_tables(study) if table.rows]


def rank_charts(
    study: StudyResult, scores: Sequence[MetricScores], ranking: SystemRanking
) -> dict[str, Chart]:
    """Every metric's scores over the ranks by people, by the names of the figures.

    The metrics that agree best come first, and no more than `MOST_FIGURES` are drawn. Empty where people's
    comparisons do not link all systems: ranks of separate groups have nothing in common.
    """
    ranked = [system for system in ranking.systems if system.rank is not None]
    if not ranked or len({system.group for system in ranked}) > 1:
        return {}
    by_name = {one.metric: one.scores for one in scores}
    by_people = f"{'Rank by people'}: {ranking.title}"
    drawn = [one.metric for one in by_strength(study.metrics) if one.metric in by_name]
    return {
        figure: scores_by_rank(by_name[metric], ranked, (metric, by_people))
        for figure, metric in zip(FIGURES, drawn, strict=False)
    }


def metrics_part(study: StudyResult, tables: Sequence[Table], charts: Mapping[str, Chart]) -> Section:
    """The section."""
    blocks: list[Block] = [Prose(" ".join(f"{line}." for line in heading(study)))]
    blocks += [Shown(table) for table in tables]
    if charts:
        caption = "The best rank stands at the right; bars are ranges of ranks."
        drawings = [Drawing(name, chart, caption) for name, chart in charts.items()]
        blocks.append(Folded("Scores of each metric over ranks by people", drawings))
    return Section("metrics", TITLE, blocks)
