"""Scores of metrics that are compared with judgments: read, or computed."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from appraise_gec.library.arguments import ArgumentError, path_of
from appraise_gec.library.evaluation import Evaluation
from appraise_gec.library.finding import Finding
from appraise_gec.library.inputs import STANDARD_INPUT, InputFiles, shown_path
from appraise_gec.library.judgments import text_of_frame
from appraise_gec.library.metric_inputs import MaterialFiles, Outputs, read_material, read_outputs
from appraise_gec.library.refusals import refused_values
from appraise_gec.library.sentence_numbers import check_scores, check_texts
from metrics.scorers.parsing import parse_metrics
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Scorer, SweptScorer
from metrics.validation.human_scores import HumanScores
from metrics.validation.judged_sentences import judged_indices, judged_mean, judged_part
from metrics.validation.results import StudyResult
from metrics.validation.score_table import MetricScores, distinct_names, read_metric_scores
from metrics.validation.study import (
    StudySettings,
    SweptScores,
    score_people,
    study_metrics,
    sweep_annotators,
)
from rankings.formats.judgments import detect_format
from rankings.formats.records import FormatError, Problem

BYTES_TO_TELL = 65536
# The document of `appraise-gec score` begins with its recipe; no form of judgments has one.
SCORE_DOCUMENT = re.compile(rb'^\s*(\xef\xbb\xbf)?\s*\{\s*"(recipe|result)"\s*:')


@dataclass(frozen=True, slots=True)
class MetricSources:
    """Where metric scores come from.

    Attributes:
        scores: files with scores from any program, data frames, scores by system, or what `score` found.
        metrics: metrics to compute here, as METRIC or METRIC:SETTING=VALUE,SETTING=VALUE.
        outputs: to compute them of.
        material: to compare those with.
    """

    scores: tuple[Any, ...] = ()
    metrics: tuple[str, ...] = ()
    outputs: Outputs = ()
    material: MaterialFiles = field(default_factory=MaterialFiles)


@dataclass(frozen=True, slots=True)
class Studied:
    """The comparison of metrics with people, their scores, and what a reader should look at."""

    result: StudyResult
    metrics: tuple[MetricScores, ...]
    warnings: tuple[Problem, ...]


def split_files(files: Sequence[Path]) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Which of several files hold judgments, and which hold scores, recognised by content.

    Unreadable files count as scores, so that reading them reports the reason.
    """
    judgments = tuple(path for path in files if path != STANDARD_INPUT and _holds_judgments(path))
    return judgments, tuple(path for path in files if path not in judgments)


def _holds_judgments(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            start = stream.read(BYTES_TO_TELL)
    except (OSError, ValueError):
        return False
    kind = detect_format(start)
    return kind is not None and not (kind == "json" and SCORE_DOCUMENT.search(start))


def study_scores(
    judged: Evaluation,
    sources: MetricSources,
    settings: StudySettings,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> Studied:
    """Read or compute scores, and compare them with people.

    Raises:
        FormatError: wrong inputs, by file and line.
        ArgumentError: settings that do not fit together.
        SettingError, UnavailableError: of the metrics to compute.
    """
    metrics, swept = read_scores(judged, sources, settings)
    with refused_values(judged.place):
        human = score_people(judged.table, settings, seed, progress)
    try:
        result = study_metrics(judged.table, human, metrics, settings, seed=seed, swept=swept)
    except FormatError:
        raise
    except ValueError as error:
        raise ArgumentError(str(error)) from error
    return Studied(result, metrics, tuple(_warnings(judged, human, result)))


def read_scores(
    judged: Evaluation, sources: MetricSources, settings: StudySettings
) -> tuple[tuple[MetricScores, ...], SweptScores]:
    """All scores, read or computed. Raises as `study_scores`."""
    _check(sources)
    read = list(_read(judged, sources.scores, settings))
    computed, swept = _computed(judged, sources, settings)
    return distinct_names([*read, *(("computed", [metric]) for metric in computed)]), swept


def _check(sources: MetricSources) -> None:
    wrong = ""
    if not sources.scores and not sources.metrics:
        wrong = "no scores: expected scores of at least one metric, or --metric NAME with --outputs"
    elif sources.metrics and not sources.outputs:
        wrong = "--metric computes scores of outputs; give their files or folder with --outputs"
    elif sources.outputs and not sources.metrics:
        wrong = "--outputs are there to be scored; name a metric with --metric"
    elif sources.material.annotator is not None and not (sources.metrics and sources.material.gold):
        wrong = "--annotator chooses from the gold of --metric; give both with --gold"
    if wrong:
        raise ArgumentError(wrong)


def _read(
    judged: Evaluation, scores: Sequence[Any], settings: StudySettings
) -> Iterator[tuple[str, Sequence[MetricScores]]]:
    """The name of each source, and its metrics. Raises FormatError with the problems of all."""
    problems: list[Problem] = []
    for number, given in enumerate(scores, start=1):
        path = path_of(given)
        name = shown_path(path) if path else f"scores {number}"
        try:
            metrics = _metrics(judged.inputs, given, name, number)
        except FormatError as error:
            problems += error.problems
            continue
        judged.inputs.warnings += check_scores(judged, metrics)
        if settings.judged_only and not problems:
            with refused_values(name):
                metrics = [judged_mean(judged.table, metric) for metric in metrics]
        yield name, metrics
    if problems:
        raise FormatError(problems)


def _metrics(inputs: InputFiles, given: Any, name: str, number: int) -> Sequence[MetricScores]:
    path, text = path_of(given), text_of_frame(given)
    if path or text is not None:
        content = inputs.read(path, "scores") if path else str(text).encode()
        metrics, warnings = read_metric_scores(content, name)
        inputs.warnings += warnings
        return metrics
    if isinstance(given, Mapping):
        return (MetricScores(f"metric {number}", dict(given)),)
    if not isinstance(given, Finding):
        raise TypeError(
            f"{name}: expected what score() found, scores by system, a path or a data frame, "
            f"not {type(given).__name__}"
        )
    systems = given.result.systems
    lines = {one.system: [line.score for line in one.sentences] for one in systems if one.sentences}
    return (_scores(given.result.metric, {one.system: one.score for one in systems}, lines),)


def _scores(
    name: str,
    systems: Mapping[str, float],
    lines: Mapping[str, Sequence[float]],
    indices: Sequence[int] | None = None,
) -> MetricScores:
    return MetricScores(
        name,
        systems,
        sentences={
            system: {
                str(index): score
                for index, score in zip(
                    range(len(scores)) if indices is None else indices, scores, strict=True
                )
            }
            for system, scores in lines.items()
        },
    )


def _computed(
    judged: Evaluation, sources: MetricSources, settings: StudySettings
) -> tuple[list[MetricScores], SweptScores]:
    """Scores from our own scorers; and at every beta, by annotator and together, where they can be swept."""
    if not sources.metrics:
        return [], {}
    scorers = parse_metrics(sources.metrics)
    material = read_material(sources.material, judged.inputs, sources.metrics[0])
    outputs = read_outputs(sources.outputs, judged.inputs, material)
    # A judged system without output is reported with the correlation.
    kept = judged.selection.systems.among(outputs, missing_ok=True)
    outputs = {system: outputs[system] for system in kept}
    check_texts(judged, outputs)
    indices: Sequence[int] = range(len(material.sources))
    if settings.judged_only:
        with refused_values(judged.place):
            indices = judged_indices(judged.table, len(material.sources))
        material, outputs = judged_part(material, outputs, indices)
    metrics = []
    for name, metric in scorers.items():
        scored = metric.score_systems(outputs, material)
        lines = {
            system: [line.score for line in score.sentences]
            for system, score in scored.items()
            if score.sentences
        }
        whole = {system: score.score for system, score in scored.items()}
        metrics.append(_scores(name, whole, lines, indices))
    swept: dict[str, Mapping[str, Sequence[float]]] = {}
    for name, scorer in _swept(scorers).items() if settings.beta_sweep else ():
        swept.update(sweep_annotators(scorer, outputs, material, name))
    return metrics, swept


def _swept(scorers: Mapping[str, Scorer[Any]]) -> dict[str, SweptScorer[Any]]:
    """Metrics that can be swept, in all forms that differ in more than beta."""
    swept: dict[str, SweptScorer[Any]] = {}
    for name, scorer in scorers.items():
        if isinstance(scorer, SweptScorer):
            settings = {**scorer.settings(), "beta": type(scorer)().beta}
            at_usual_beta = make_scorer(scorer.metric, **settings)
            if isinstance(at_usual_beta, SweptScorer) and at_usual_beta not in swept.values():
                swept[scorer.metric if at_usual_beta == type(scorer)() else name] = at_usual_beta
    return swept


def _warnings(judged: Evaluation, human: HumanScores, result: StudyResult) -> Iterator[Problem]:
    yield from dict.fromkeys((*judged.warnings, *judged.inputs.warnings))
    for correlation in result.metrics:
        if missing := [system for system in correlation.missing if system in human.systems]:
            message = (
                f"It has no score of {', '.join(missing)}; correlated are the systems that have both scores, "
                "so its numbers are not comparable with those of metrics that score all systems."
            )
            yield Problem(correlation.metric, message, fatal=False)
        if correlation.reason:
            message = f"No correlation is defined: {correlation.reason}."
            yield Problem(correlation.metric, message, fatal=False)
