"""What sections about metrics say of the evaluation of 2015: words, tables and figures."""

from dataclasses import replace

import pytest

from appraise_gec.present import html, terminal
from appraise_gec.present.blocks import Section
from metrics.references.edits import Gold
from metrics.scorers.registry import make_scorer
from metrics.scorers.results import Scores
from metrics.scorers.scorer import Material
from metrics.sections import people, scores
from metrics.validation.human_scores import HumanScores
from metrics.validation.score_table import MetricScores
from metrics.validation.study import StudyResult, study_metrics
from rankings.formats.columns import Judgments


@pytest.fixture(scope="module")
def study(table: Judgments, human: HumanScores, published: dict[str, MetricScores]) -> StudyResult:
    """The metrics of 2015, one of them with a long name and with scores of sentences."""
    first, *others = published.values()
    sentences = {
        system: {str(sentence): score + sentence % 7 for sentence in range(60)}
        for system, score in first.scores.items()
    }
    metrics = [replace(first, metric="bleu: of all the references", sentences=sentences), *others]
    return study_metrics(table, human, metrics, beta_sweep=True)


@pytest.fixture(scope="module")
def section(study: StudyResult, human: HumanScores, published: dict[str, MetricScores]) -> Section:
    by_people = dict(zip(human.systems, human.scores.tolist(), strict=True))
    return people.describe(study, {one.metric: one.scores for one in published.values()}, people=by_people)


def test_the_section_on_people_begins_with_what_was_found(section: Section, study: StudyResult) -> None:
    assert section.finding.startswith("m2 agrees best with people (\u03c1 = 0.69, 95\u00a0% interval ")
    assert section.finding.endswith("; of 15 pairs of metrics none differs by more than chance.")
    assert terminal.write_section(section).count(section.finding.split(" (")[0]) == 1
    assert {table.key for table in section.tables} >= {*people.UNFOLDED, "correlations"}
    assert [figure.key for figure in section.figures][:2] == ["intervals", "scatter-1"]
    page = html.write_section(section)
    assert page.count("<svg") == len(section.figures)
    assert "m2.0" in page and "nan" not in page.lower().split("<svg")[0]


def test_scores_of_a_metric_with_their_types_and_sentences(
    gold: dict[str, Gold], outputs: dict[str, tuple[str, ...]]
) -> None:
    part = gold["official-2014.combined"].part(range(20))
    lines = {system: outputs[system][:20] for system in ("AMU", "CAMB")}
    scorer = make_scorer("m2")
    found = Scores.of("m2", scorer.score_systems(lines, Material(part.sources, part)))
    section = scores.describe(found, title=scorer.title, signature=scorer.signature())
    assert [table.key for table in section.tables] == ["scores", "types", "sentences"]
    best, types, sentences = section.tables
    assert [row.cells[0].value for row in best.rows] == [one.system for one in found.systems]
    assert len(sentences.rows) == 40
    assert [column.key for column in types.columns] == ["type", "AMU", "CAMB"]
    assert any(row.cells[1].value for row in types.rows)
    assert "brevity" not in html.write_section(section) and "m2|beta:0.5" in html.write_section(section)
