"""Tables and figures of metrics and people fit into a paper: Table 5 of 2015, and those beside it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from appraise_gec.present import latex
from metrics.tables.correlation import LatestCorrelation, correlations, latest
from metrics.tables.study import study_tables
from metrics.validation.human_scores import HumanScores
from metrics.validation.results import StudyResult
from metrics.validation.score_table import MetricScores
from metrics.validation.study import JudgedSet, StudySettings, study_metrics
from rankings.formats.columns import Judgments
from tests.paper import inputs, need_tex, wrong_in_paper

LONG = "m2:beta=0.18, annotator 1 of the gold"


@pytest.fixture(scope="module")
def study(table: Judgments, human: HumanScores, published: dict[str, MetricScores]) -> StudyResult:
    """The metrics of 2015, one of them with a long name and with scores of sentences."""
    first, *others = published.values()
    sentences = {
        system: {str(sentence): score + sentence % 7 for sentence in range(60)}
        for system, score in first.scores.items()
    }
    metrics = [replace(first, metric=LONG, sentences=sentences), *others]
    settings = StudySettings(replicates=200, beta_sweep=True)
    return study_metrics([JudgedSet("2015", table)], [human], metrics, settings).result


def files_of(study: StudyResult) -> dict[str, bytes]:
    of_latest = latest([LatestCorrelation("imported, 2015", one) for one in study.metrics], 0.95)
    return {f"{table.key}.tex": latex.write(table) for table in (*study_tables(study), of_latest)}


def test_every_table_compiles(study: StudyResult, tmp_path: Path) -> None:
    need_tex()
    files = files_of(study)
    assert len(files) == 7
    assert wrong_in_paper(inputs(files), tmp_path, files, fits=False) == []


def test_table_5_is_as_printed(study: StudyResult) -> None:
    named = [replace(one, metric="bleu") if one.metric == LONG else one for one in study.metrics]
    content = latex.write(correlations(replace(study, metrics=tuple(named)))).decode()
    assert r"\label{tab:correlations}" in content
    assert r"\caption{Correlation of metric scores of 13 systems with the human ranking." in content
    # As printed in 2015, with an interval beside each.
    rows = re.findall(r"^(\S+) & (\S+) \{\[\}.* & (\S+) \{\[\}", content, flags=re.MULTILINE)
    printed = {name: (rho, r) for name, rho, r in rows}
    assert printed["m2"] == ("0.692", "0.625")
    assert len(printed) == 6
