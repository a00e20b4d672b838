"""All tables of a study of metrics and people."""

from appraise_gec.present.table import Table
from metrics.tables.beta_sweep import best_betas, sweep
from metrics.tables.correlation import TESTED, correlations, differences, wider_intervals
from metrics.tables.sentence_agreement import sentences
from metrics.validation.results import StudyResult


def study_tables(result: StudyResult) -> list[Table]:
    """All of them, for a terminal."""
    tables = [correlations(result), wider_intervals(result)]
    if result.differences:
        tables.append(differences(result, TESTED))
    if result.beta_sweep:
        tables += [sweep(result), best_betas(result)]
    return [*tables, sentences(result)] if result.sentence_level else tables
