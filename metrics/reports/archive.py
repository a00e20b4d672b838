"""Metrics in the archive of a report: scores as data, and how they agree with people, computed from these.

Metrics need the texts of outputs, which no archive holds. So their scores are given and not computed again.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import isfinite

from appraise_gec.words import as_sentence
from metrics.reports.maege import maege_companion
from metrics.reports.people import KEY, correlation_tables, metrics_part, people_and_metrics, rank_charts
from metrics.validation.score_table import MetricScores
from rankings.formats.json_form import from_json, result, to_json
from rankings.formats.records import FormatError, Problem
from rankings.formats.safe_cells import write_csv
from rankings.reports.paper.companion import Companion
from rankings.reports.paper.data_files import FOLDER, Column, DataFile
from rankings.reports.paper.paper import Paper, Source, Wishes, masks_of
from rankings.reports.paper.pseudonyms import named_in
from rankings.reports.paper.reading import PaperFile
from rankings.reports.result import report_result

SCORES = f"{FOLDER}/metric-scores.json"
OF_SYSTEMS = f"{FOLDER}/metric-scores.csv"
ABOUT = "Scores are given, not computed again: that takes texts, which this archive does not hold."
_COLUMNS = (
    Column("metric", "name of the metric; higher scores are better"),
    Column("system", "a system"),
    Column("score", "of all its outputs", "number"),
)
_KEYS = (
    Column("metric", _COLUMNS[0].meaning),
    Column("scores", "by system, of all its outputs", "number"),
    Column("precision", "by system, where the metric has it", "number"),
    Column("recall", "by system, where the metric has it", "number"),
    Column("sentences", "by system and judged sentence, where the metric scores sentences", "number"),
)


@result("metric-scores", version=1)
@dataclass(frozen=True, slots=True)
class ScoresFile:
    """What `data/metric-scores.json` holds."""

    metrics: tuple[MetricScores, ...]


def metrics_beside(
    paper: Paper, source: Source, wishes: Wishes, scores: Sequence[MetricScores]
) -> Companion | None:
    """The metrics of a report, for its archive; None without any.

    Raises:
        ValueError: the name of a metric names a system that is to be masked.
    """
    if not scores:
        return None
    masks = masks_of(source, wishes)
    for metric in scores:
        if named := named_in(metric.metric, masks):
            raise ValueError(
                f"The metric {metric.metric} names the system {named}, which is to be masked. Rename the "
                "metric or its file."
            )
    return _companion(paper, tuple(_shown(metric, masks, paper) for metric in scores))


def companions_again(bundle: PaperFile, paper: Paper) -> list[Companion]:
    """What stands beside the report in an archive, computed anew. Raises FormatError."""
    both = (metrics_again(bundle, paper), maege_companion(paper))
    return [companion for companion in both if companion is not None]


def metrics_again(bundle: PaperFile, paper: Paper) -> Companion | None:
    """The same from the scores in an archive; None where it has none. Raises FormatError."""
    if SCORES not in bundle.paths:
        return None
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
        return _companion(paper, read.metrics)
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(Problem(SCORES, as_sentence(str(error).rstrip(".")))) from error


def _companion(paper: Paper, scores: tuple[MetricScores, ...]) -> Companion:
    study = people_and_metrics(paper.judgments, scores, paper.recipe)
    tables = correlation_tables(study)
    charts = rank_charts(study, scores, report_result(paper.result).ranking)
    part = metrics_part(study, tables, charts)
    return Companion(KEY, to_json(study), tables, part, [_csv(scores), _json(scores)], charts)


def _shown(metric: MetricScores, masks: Mapping[str, str], paper: Paper) -> MetricScores:
    """Scores of judged systems, and of judged sentences: no others count."""
    systems = {name for one in paper.judgments for output in one.outputs for name in output.systems}
    sentences = {one.sentence for one in paper.judgments}

    def of_systems(values: Mapping[str, float]) -> dict[str, float]:
        named = {masks.get(name, name): value for name, value in values.items()}
        return {name: named[name] for name in sorted(named) if name in systems}

    # In the order in which they come back from the file.
    by_name = {masks.get(name, name): own for name, own in metric.sentences.items()}
    return replace(
        metric,
        scores=of_systems(metric.scores),
        precision=of_systems(metric.precision),
        recall=of_systems(metric.recall),
        sentences={
            name: {sentence: own[sentence] for sentence in sorted(own) if sentence in sentences}
            for name, own in sorted(by_name.items())
            if name in systems
        },
    )


def _numbers(metric: MetricScores) -> list[float]:
    of_systems = (metric.scores, metric.precision, metric.recall, *metric.sentences.values())
    return [value for values in of_systems for value in values.values()]


def _csv(scores: Sequence[MetricScores]) -> DataFile:
    # Without an exponent: a negative number with one would be protected like a formula, and read as text.
    rows = [
        (one.metric, name, f"{Decimal(repr(score)):f}")
        for one in scores
        for name, score in one.scores.items()
    ]
    return DataFile(
        OF_SYSTEMS,
        "Scores of metrics, CSV",
        "text/csv",
        f"A row is one system by one metric. {ABOUT}",
        _COLUMNS,
        True,
        lambda: write_csv([tuple(column.name for column in _COLUMNS), *rows]),
    )


def _json(scores: tuple[MetricScores, ...]) -> DataFile:
    document = json.dumps(to_json(ScoresFile(scores)), ensure_ascii=False, indent=1, sort_keys=True)
    content = f"{document}\n".encode()
    return DataFile(
        SCORES,
        "Scores of metrics, JSON",
        "application/json",
        f"An element of `metrics` is one metric. `--verify` reads this file. {ABOUT}",
        _KEYS,
        False,
        lambda: content,
    )
