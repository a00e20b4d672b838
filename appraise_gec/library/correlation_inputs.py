"""Scores of metrics that `appraise-gec correlate` compares with judgments: read from files, or computed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from appraise_gec.library.inputs import STANDARD_INPUT, InputFiles, shown_path
from appraise_gec.library.judgment_files import Evaluation, duplicates_of_earlier
from appraise_gec.library.metric_inputs import MaterialFiles, read_material, read_outputs
from appraise_gec.library.refusals import refused_values
from appraise_gec.library.sentence_numbers import check_scores, check_texts
from metrics.scorers.parsing import parse_metrics
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Scorer, SweptScorer
from metrics.validation.judged_sentences import judged_indices, judged_mean, judged_part
from metrics.validation.score_table import MetricScores, distinct_names, read_metric_scores
from metrics.validation.study import StudySettings, SweptScores, sweep_annotators
from rankings.formats.judgments import detect_format
from rankings.formats.records import FormatError, Problem

CALL = "appraise-gec correlate"
BYTES_TO_TELL = 65536
# The document of `appraise-gec score` begins with its recipe; no form of judgments has one.
SCORE_DOCUMENT = re.compile(rb'^\s*(\xef\xbb\xbf)?\s*\{\s*"(recipe|result)"\s*:')


@dataclass(frozen=True, slots=True)
class MetricSources:
    """Where metric scores come from.

    Attributes:
        files: with scores from any program.
        metrics: metrics to compute here, as METRIC or METRIC:SETTING=VALUE,SETTING=VALUE.
        outputs: to compute them of.
        material: to compare those with.
    """

    files: tuple[Path, ...] = ()
    metrics: tuple[str, ...] = ()
    outputs: tuple[Path, ...] = ()
    material: MaterialFiles = field(default_factory=MaterialFiles)


@dataclass(frozen=True, slots=True)
class ReadScores:
    """The scores of all metrics, and those of every beta of metrics that can be swept."""

    metrics: tuple[MetricScores, ...]
    swept: SweptScores


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


def check_sources(evaluations: Sequence[Evaluation], sources: MetricSources, settings: StudySettings) -> None:
    """Refuse what does not fit together. Raises FormatError."""
    wrong = ""
    if not sources.files and not sources.metrics:
        wrong = "No scores. Give SCORES... files, or --metric NAME with --outputs."
    elif sources.metrics and not sources.outputs:
        wrong = "--metric computes scores of outputs; give their files or folder with --outputs."
    elif sources.outputs and not sources.metrics:
        wrong = "--outputs are there to be scored; name a metric with --metric."
    elif sources.material.annotator is not None and not (sources.metrics and sources.material.gold):
        wrong = "--annotator chooses from the gold of --metric; give both with --gold."
    elif len(evaluations) > 1 and (settings.beta_sweep or settings.judged_only):
        wrong = "--beta-sweep and --judged-only need one set of judgments; leave --separate-sets out."
    if wrong:
        raise FormatError(Problem(CALL, wrong))
    files = [file for evaluation in evaluations for file in evaluation.files]
    if twice := [
        problem for place, file in enumerate(files) for problem in duplicates_of_earlier(file, files[:place])
    ]:
        raise FormatError(twice)


def read_scores(
    evaluations: Sequence[Evaluation],
    sources: MetricSources,
    settings: StudySettings,
    inputs: InputFiles,
) -> ReadScores:
    """All scores, read or computed. Raises FormatError, SettingError and UnavailableError."""
    files = []
    problems: list[Problem] = []
    for path in sources.files:
        try:
            metrics, warnings = read_metric_scores(inputs.read(path, "scores"), shown_path(path))
            inputs.warnings += warnings
            inputs.warnings += check_scores(evaluations, metrics)
            files.append((shown_path(path), _restricted(evaluations, metrics, settings, shown_path(path))))
        except FormatError as error:
            problems += error.problems
    if problems:
        raise FormatError(problems)
    computed, swept = _computed(evaluations, sources, settings, inputs)
    metrics = distinct_names([*files, *(("computed", [metric]) for metric in computed)])
    return ReadScores(metrics, swept)


def _restricted(
    evaluations: Sequence[Evaluation],
    metrics: Sequence[MetricScores],
    settings: StudySettings,
    place: str,
) -> tuple[MetricScores, ...]:
    if not settings.judged_only:
        return tuple(metrics)
    with refused_values(place):
        return tuple(judged_mean(evaluations[0].table, metric) for metric in metrics)


def _computed(
    evaluations: Sequence[Evaluation],
    sources: MetricSources,
    settings: StudySettings,
    inputs: InputFiles,
) -> tuple[list[MetricScores], SweptScores]:
    """Scores from our own scorers; and at every beta, by annotator and together, where they can be swept."""
    if not sources.metrics:
        return [], {}
    scorers = parse_metrics(sources.metrics)
    material = read_material(sources.material, inputs, sources.metrics[0])
    outputs = read_outputs(sources.outputs, inputs, material)
    # A judged system without output is reported with the correlation.
    kept = evaluations[0].selection.systems.among(outputs, missing_ok=True)
    outputs = {system: outputs[system] for system in kept}
    check_texts(evaluations, outputs)
    indices: Sequence[int] = range(len(material.sources))
    if settings.judged_only:
        with refused_values(evaluations[0].place):
            indices = judged_indices(evaluations[0].table, len(material.sources))
        material, outputs = judged_part(material, outputs, indices)
    metrics = []
    for name, metric in scorers.items():
        scored = metric.score_systems(outputs, material)
        metrics.append(
            MetricScores(
                name,
                {system: score.score for system, score in scored.items()},
                sentences={
                    system: {
                        str(index): line.score for index, line in zip(indices, score.sentences, strict=True)
                    }
                    for system, score in scored.items()
                    if score.sentences
                },
            )
        )
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
