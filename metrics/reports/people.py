"""The section of a report on metrics and people: how it is computed, its tables and its place on the page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from appraise_gec.presentation.documents import Block, Part, Prose, Shown
from appraise_gec.presentation.tables import Table
from metrics.tables.correlation import heading
from metrics.tables.study import study_tables
from metrics.validation.results import StudyResult
from metrics.validation.score_table import MetricScores
from metrics.validation.study import JudgedSet, StudySettings, score_people, study_metrics
from rankings.analysis.judgments import JudgmentTable
from rankings.formats.records import Judgment
from rankings.reports.options import REPLICATES_OF_SIDE_PARTS
from rankings.reports.report_files import addresses

KEY = "correlation"
"""Of the result in a report."""
TITLE = "Metrics and people"


def people_and_metrics(
    judgments: Sequence[Judgment],
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
    judged = [JudgedSet("judgments", JudgmentTable.from_judgments(judgments))]
    people = score_people(judged, settings, seed, progress)
    return study_metrics(judged, people, scores, settings, seed=seed).result


def study_settings(options: Mapping[str, Any]) -> StudySettings:
    """How metrics are compared with people in a report with these options."""
    return StudySettings(
        method=options["method"],
        unit=options["unit"],
        confidence=options["confidence"],
        replicates=min(options["replicates"], REPLICATES_OF_SIDE_PARTS),
    )


def correlation_tables(study: StudyResult) -> list[Table]:
    """Those that have something to show."""
    return [table for table in study_tables(study) if table.rows]


def metrics_part(study: StudyResult, tables: Sequence[Table]) -> Part:
    """The section."""
    blocks: list[Block] = [Prose(" ".join(f"{line}." for line in heading(study)))]
    blocks += [Shown(table, addresses("tables", table.key)) for table in tables]
    return Part("metrics", TITLE, blocks)
