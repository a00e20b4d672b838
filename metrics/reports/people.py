"""Metrics and people in a report: how they are compared, and the section about it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from appraise_gec.present.blocks import Section
from metrics.sections.people import MOST_SCATTERS, describe
from metrics.validation.results import StudyResult
from metrics.validation.score_table import MetricScores
from metrics.validation.study import JudgedSet, StudySettings, score_people, study_metrics
from rankings.analysis.choices import replicates_of
from rankings.analysis.ranking import SystemRanking
from rankings.formats.columns import Judgments

KEY = "correlation"
"""Of the result in a report."""
FIGURES = ("intervals", *(f"metric-ranks-{number}" for number in range(1, MOST_SCATTERS + 1)))
"""Names of the figures that there may be."""


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
    return study_metrics(judged, people, scores, settings, seed=seed)


def study_settings(options: Mapping[str, Any]) -> StudySettings:
    """How metrics are compared with people in a report with these options."""
    return StudySettings(
        method=options["method"],
        unit=options["unit"],
        confidence=options["confidence"],
        replicates=replicates_of(options["method"], options["replicates"]),
    )


def metrics_section(study: StudyResult, scores: Sequence[MetricScores], ranking: SystemRanking) -> Section:
    """The section, with the scores of metrics over the ranks of the report."""
    return describe(study, {one.metric: one.scores for one in scores}, ranked=ranking.systems)
