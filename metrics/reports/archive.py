"""Metrics in the archive of a report: scores as data, and how they agree with people, computed from these.

Metrics need the texts of outputs, which no archive holds. So their scores are given and not computed again.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite

from appraise_gec.report.paper.companion import Companion
from appraise_gec.report.paper.paper import Paper
from appraise_gec.report.paper.verification import PaperFile
from appraise_gec.report.result import report_result
from appraise_gec.words import as_sentence
from metrics.reports.maege import maege_companion
from metrics.reports.people import KEY, metrics_section, people_and_metrics
from metrics.validation.score_table import MetricScores
from rankings.formats.records import FormatError, Problem
from rankings.formats.results import from_json, to_json

SCORES = "data/metric-scores.json"


@dataclass(frozen=True, slots=True)
class ScoresFile:
    """What `data/metric-scores.json` holds."""

    metrics: tuple[MetricScores, ...]


def companions(paper: Paper, scores: Sequence[MetricScores]) -> list[Companion]:
    """What stands beside a report in its archive."""
    both = (metrics_beside(paper, scores), maege_companion(paper))
    return [companion for companion in both if companion is not None]


def metrics_beside(paper: Paper, scores: Sequence[MetricScores]) -> Companion | None:
    """The metrics of a report, for its archive; None without any."""
    return _companion(paper, tuple(_shown(metric, paper) for metric in scores)) if scores else None


def companions_again(bundle: PaperFile, paper: Paper) -> list[Companion]:
    """What stands beside the report in an archive, computed anew. Raises FormatError."""
    if SCORES not in bundle.paths:
        return companions(paper, ())
    document = bundle.document(SCORES)
    try:
        read = from_json(ScoresFile, document)
        if not read.metrics:
            raise ValueError("there is no metric in it")
        if not all(isfinite(score) for metric in read.metrics for score in _numbers(metric)):
            raise ValueError("a score is not a finite number")
    except ValueError as error:
        raise FormatError(Problem(SCORES, f"It cannot be read: {error}.")) from None
    try:
        return companions(paper, read.metrics)
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(Problem(SCORES, as_sentence(str(error).rstrip(".")))) from error


def _companion(paper: Paper, scores: tuple[MetricScores, ...]) -> Companion:
    study = people_and_metrics(paper.judgments, scores, paper.recipe)
    part = metrics_section(study, scores, report_result(paper.result).ranking)
    document = json.dumps(to_json(ScoresFile(scores)), ensure_ascii=False, indent=1, sort_keys=True)
    return Companion(KEY, to_json(study), part.tables, part, {SCORES: f"{document}\n".encode()})


def _shown(metric: MetricScores, paper: Paper) -> MetricScores:
    """Scores of judged systems, and of judged sentences: no others count."""
    systems = {name for one in paper.judgments for output in one.outputs for name in output.systems}
    sentences = {one.sentence for one in paper.judgments}

    def of_systems(values: Mapping[str, float]) -> dict[str, float]:
        return {name: values[name] for name in sorted(values) if name in systems}

    # In the order in which they come back from the file.
    return replace(
        metric,
        scores=of_systems(metric.scores),
        precision=of_systems(metric.precision),
        recall=of_systems(metric.recall),
        sentences={
            name: {sentence: own[sentence] for sentence in sorted(own) if sentence in sentences}
            for name, own in sorted(metric.sentences.items())
            if name in systems
        },
    )


def _numbers(metric: MetricScores) -> list[float]:
    of_systems = (metric.scores, metric.precision, metric.recall, *metric.sentences.values())
    return [value for values in of_systems for value in values.values()]
