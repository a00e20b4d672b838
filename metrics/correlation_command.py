"""Correlation of metrics with people, from files: what `appraise-gec correlate` does."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from appraise_gec.cli.documents import Answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import STANDARD_INPUT, InputFiles, shown_path
from appraise_gec.cli.judgment_files import Evaluation, told_before
from metrics.commands import ScoreRequest, read_material, read_outputs
from metrics.correlation_sentences import check_scores, check_texts
from metrics.correlation_tables import correlation_text
from metrics.scorers.m2.metric import M2
from metrics.scorers.parsing import parse_metric
from metrics.scorers.scorer import Scorer, SettingError
from metrics.validation.human_scores import HumanScores
from metrics.validation.judged_sentences import judged_indices, judged_mean, judged_part
from metrics.validation.metric_correlation import MetricCorrelation
from metrics.validation.score_table import MetricScores, distinct_names, read_metric_scores
from metrics.validation.study import (
    JudgedSet,
    StudySettings,
    SweptScores,
    score_people,
    study_metrics,
    sweep_annotators,
)
from rankings.formats.judgments import detect_format
from rankings.formats.records import FormatError, Problem

CALL = "appraise-gec correlate"
BYTES_TO_TELL = 65536
# The document of `appraise-gec score` begins with its recipe; no form of judgments has one.
SCORE_DOCUMENT = re.compile(rb'^\s*(\xef\xbb\xbf)?\s*\{\s*"(recipe|result)"\s*:')


@dataclass(frozen=True, slots=True)
class CorrelationSettings(StudySettings):
    """The settings of a study, and whether metrics are computed on judged sentences only."""

    judged_only: bool = False


@dataclass(frozen=True, slots=True)
class MetricSources:
    """Where metric scores come from.

    Attributes:
        files: with scores from any program.
        metrics: metrics to compute here from `outputs` and what they are compared with, as METRIC or
            METRIC:SETTING=VALUE,SETTING=VALUE.
        annotator: the only annotator of the gold that counts; all of them if None.
    """

    files: tuple[Path, ...] = ()
    metrics: tuple[str, ...] = ()
    outputs: tuple[Path, ...] = ()
    source: Path | None = None
    gold: Path | None = None
    references: tuple[Path, ...] = ()
    annotator: int | None = None


@dataclass(slots=True)
class _Scored:
    """Everything known about the metrics, and the sweeps that their scorers can make."""

    metrics: tuple[MetricScores, ...]
    swept: SweptScores = field(default_factory=dict)


def split_files(files: Sequence[Path]) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Which of several files hold judgments, and which hold scores, told apart by content.

    What cannot be read counts as scores, so that reading it says why.
    """
    judgments = tuple(path for path in files if path != STANDARD_INPUT and _holds_judgments(path))
    return judgments, tuple(path for path in files if path not in judgments)


def correlate_files(
    evaluations: Sequence[Evaluation],
    sources: MetricSources,
    settings: CorrelationSettings,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> Answer:
    """Correlate metrics with one set of judgments, or with several that are standardised within themselves.

    Raises:
        FormatError: wrong inputs, by file and line, and settings that do not fit together.
        SettingError, UnavailableError: of the metrics to compute.
    """
    evaluation = evaluations[0]
    _check(evaluations, sources, settings)
    scored = _scores(evaluations, sources, settings, evaluation.inputs)
    for other in evaluations[1:]:
        evaluation.inputs.hashes += other.inputs.hashes
    sets = [JudgedSet(one.place, one.table) for one in evaluations]
    humans = score_people(sets, settings, seed, progress, refused_values)
    with refused_values(CALL):
        named = [JudgedSet(_file_names(one), one.table) for one in evaluations]
        study = study_metrics(named, humans, scored.metrics, settings, seed=seed, swept=scored.swept)
    result = {**study.result, "judged_only": settings.judged_only}
    told = replace(evaluation, warnings=_warnings(evaluations, humans, study.correlations))
    values = {
        **asdict(settings),
        "metrics": list(sources.metrics),
        "annotator": sources.annotator,
        "separate_sets": len(evaluations) > 1,
        "first_sentence": evaluation.selection.first_sentence,
    }
    return told.answer("correlate", values, result, partial(correlation_text, result), seed)


def _file_names(evaluation: Evaluation) -> str:
    """Without folders, as in the recipe, so that the same recipe gives the same bytes wherever files lie."""
    return ", ".join(Path(shown_path(path)).name for path in evaluation.selection.files)


def _holds_judgments(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            start = stream.read(BYTES_TO_TELL)
    except (OSError, ValueError):
        return False
    kind = detect_format(start)
    return kind is not None and not (kind == "json" and SCORE_DOCUMENT.search(start))


def _check(evaluations: Sequence[Evaluation], sources: MetricSources, settings: CorrelationSettings) -> None:
    wrong = ""
    if not sources.files and not sources.metrics:
        wrong = "No scores. Give SCORES... files, or --metric NAME with --outputs."
    elif sources.metrics and not sources.outputs:
        wrong = "--metric computes scores of outputs; give their files or folder with --outputs."
    elif sources.outputs and not sources.metrics:
        wrong = "--outputs are there to be scored; name a metric with --metric."
    elif sources.annotator is not None and not (sources.metrics and sources.gold):
        wrong = "--annotator chooses from the gold of --metric; give both with --gold."
    elif len(evaluations) > 1 and (settings.beta_sweep or settings.judged_only):
        wrong = "--beta-sweep and --judged-only need one set of judgments; leave --separate-sets out."
    if wrong:
        raise FormatError(Problem(CALL, wrong))
    files = [file for evaluation in evaluations for file in evaluation.files]
    if twice := [problem for place, file in enumerate(files) for problem in told_before(file, files[:place])]:
        raise FormatError(twice)


def _scores(
    evaluations: Sequence[Evaluation],
    sources: MetricSources,
    settings: CorrelationSettings,
    inputs: InputFiles,
) -> _Scored:
    files = []
    problems: list[Problem] = []
    for path in sources.files:
        try:
            metrics, warnings = read_metric_scores(inputs.read(path, "scores"), shown_path(path))
            inputs.warnings += warnings
            check_scores(evaluations, metrics, shown_path(path))
            files.append((shown_path(path), _restricted(evaluations, metrics, settings, shown_path(path))))
        except FormatError as error:
            problems += error.problems
    if problems:
        raise FormatError(problems)
    computed, swept = _computed(evaluations, sources, settings, inputs)
    metrics = distinct_names([*files, *(("computed", [one]) for one in computed)])
    return _Scored(metrics, swept)


def _restricted(
    evaluations: Sequence[Evaluation],
    metrics: Sequence[MetricScores],
    settings: CorrelationSettings,
    place: str,
) -> tuple[MetricScores, ...]:
    if not settings.judged_only:
        return tuple(metrics)
    with refused_values(place):
        return tuple(judged_mean(evaluations[0].table, one) for one in metrics)


def _computed(
    evaluations: Sequence[Evaluation],
    sources: MetricSources,
    settings: CorrelationSettings,
    inputs: InputFiles,
) -> tuple[list[MetricScores], SweptScores]:
    """Scores from our own scorers; for MaxMatch also those of every beta, per annotator and together."""
    if not sources.metrics:
        return [], {}
    request = ScoreRequest(
        sources.metrics[0],
        sources.outputs,
        sources.source,
        sources.gold,
        sources.references,
        annotator=sources.annotator,
    )
    scorers = _scorers(sources.metrics)
    material = read_material(request, inputs)
    outputs = read_outputs(sources.outputs, inputs, material)
    check_texts(evaluations, outputs)
    indices: Sequence[int] = range(len(material.sources))
    if settings.judged_only:
        with refused_values(evaluations[0].place):
            indices = judged_indices(evaluations[0].table, len(material.sources))
        material, outputs = judged_part(material, outputs, indices)
    metrics = []
    for name, scorer in scorers.items():
        found = scorer.score_systems(outputs, material)
        metrics.append(
            MetricScores(
                name,
                {system: one.score for system, one in found.items()},
                sentences={
                    system: {
                        str(index): line.score for index, line in zip(indices, one.sentences, strict=True)
                    }
                    for system, one in found.items()
                    if one.sentences
                },
            )
        )
    swept: dict[str, Mapping[str, Sequence[float]]] = {}
    for name, maxmatch in _swept(scorers).items() if settings.beta_sweep else ():
        swept.update(sweep_annotators(maxmatch, outputs, material, name))
    return metrics, swept


def _scorers(names: Sequence[str]) -> dict[str, Scorer[Any]]:
    """Metrics by their names, which tell their settings."""
    scorers: dict[str, Scorer[Any]] = {}
    for name in names:
        if name in scorers:
            raise SettingError(f"--metric {name} is given twice")
        scorers[name] = parse_metric(name)
    return scorers


def _swept(scorers: Mapping[str, Scorer[Any]]) -> dict[str, M2]:
    """MaxMatch in all forms that differ in more than beta, which a sweep varies."""
    names: dict[M2, str] = {}
    for name, scorer in scorers.items():
        if isinstance(scorer, M2):
            names.setdefault(replace(scorer, beta=M2.beta), name)
    return {M2.metric if one == M2() else name: one for one, name in names.items()}


def _warnings(
    evaluations: Sequence[Evaluation], humans: Sequence[HumanScores], found: Sequence[MetricCorrelation]
) -> tuple[Problem, ...]:
    warnings: dict[Problem, None] = {}
    for evaluation in evaluations:
        warnings.update(dict.fromkeys((*evaluation.warnings, *evaluation.inputs.warnings)))
    judged = {system for human in humans for system in human.systems}
    for one in found:
        missing = [system for system in one.missing if system in judged]
        if missing:
            message = (
                f"It has no score of {', '.join(missing)}; correlated are the systems that have both scores, "
                "so its numbers are not comparable with those of metrics that score all systems."
            )
            warnings[Problem(one.metric, message, fatal=False)] = None
        if one.reason:
            message = f"No correlation is defined: {one.reason}."
            warnings[Problem(one.metric, message, fatal=False)] = None
    return tuple(warnings)
