"""The section of a report on metrics and people: its settings, its tables and its place on the page."""

from collections.abc import Mapping, Sequence
from typing import Any

from appraise_gec.presentation.documents import Block, Part, Prose, Shown
from appraise_gec.presentation.tables import Table
from metrics.tables.correlation import heading
from metrics.tables.study import study_tables
from metrics.validation.results import StudyResult
from metrics.validation.study import StudySettings
from rankings.reports.options import REPLICATES_OF_SIDE_PARTS
from rankings.reports.report_files import addresses


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
    return Part("metrics", "Metrics and people", blocks)
