"""The sections on metrics: how they agree with people, and how they order partly corrected sentences."""

from appraise_gec.present.blocks import Prose, Section, Shown
from metrics.charts.correlation import beta_sweep, intervals
from metrics.tables.correlation import heading as people_heading
from metrics.tables.maege import corpora, sentences, types
from metrics.tables.maege import heading as maege_heading
from metrics.tables.study import study_tables
from metrics.validation.maege.results import MaegeResult
from metrics.validation.results import StudyResult


def metrics_and_people(study: StudyResult) -> Section:
    """How metrics order the systems that people ranked."""
    tables = [Shown(table) for table in study_tables(study) if table.rows]
    figures = [figure for figure in (intervals(study), beta_sweep(study)) if not figure.reason]
    lead = Prose(_said(people_heading(study)), "lead")
    return Section("metrics", "Metrics and people", [lead, *figures, *tables])


def metrics_without_people(made: MaegeResult) -> Section:
    """How metrics order sentences that are corrected in part."""
    tables = (sentences(made), corpora(made), types(made, [level.metric for level in made.corpus]))
    shown = [Shown(table) for table in tables if table.rows]
    return Section(
        "maege", "Metrics without human rankings", [Prose(_said(maege_heading(made)), "lead"), *shown]
    )


def _said(lines: list[str]) -> str:
    return " ".join(f"{line}." for line in lines)
