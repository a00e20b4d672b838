"""Correlation of metrics with people, from files: what `appraise-gec correlate` does."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from appraise_gec.command_line.documents import Answer
from appraise_gec.command_line.errors import refused_values
from appraise_gec.command_line.inputs import STANDARD_INPUT, InputFiles, shown_path
from metrics.commands import ScoreRequest, read_material, read_outputs
from metrics.correlation_tables import correlation_text
from metrics.scorers.m2 import M2
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material
from metrics.validation.beta_sweep import BETAS, BetaSweep, sweep_parts, sweep_scores
from metrics.validation.human_scores import HumanScores, human_scores
from metrics.validation.judged_pairs import PairKind, sentence_agreement
from metrics.validation.judged_sentences import judged_indices, judged_mean, judged_part
from metrics.validation.metric_correlation import Intervals, MetricCorrelation, compare_metrics, correlate
from metrics.validation.score_table import MetricScores, distinct_names, read_metric_scores
from rankings.analysis.bootstrap import BootstrapUnit
from rankings.analysis.scoring import Method, scoring_method
from rankings.commands.judgment_files import Evaluation
from rankings.formats.judgments import detect_format
from rankings.formats.records import FormatError, Problem

CALL = "appraise-gec correlate"
BYTES_TO_TELL = 65536
# The document of `appraise-gec score` begins with its recipe; no form of judgments has one.
SCORE_DOCUMENT = re.compile(rb'^\s*(\xef\xbb\xbf)?\s*\{\s*"(recipe|result)"\s*:')


@dataclass(frozen=True, slots=True)
class CorrelationSettings:
    """How metrics and people are compared; see `human_scores`, `correlate` and `sentence_agreement`."""

    method: Method = "expected-wins"
    replicates: int = 1000
    unit: BootstrapUnit = "sentences"
    confidence: float = 0.95
    beta_sweep: bool = False
    judged_only: bool = False
    pairs: PairKind = "outputs"


@dataclass(frozen=True, slots=True)
class MetricSources:
    """Where metric scores come from.

    Attributes:
        files: with scores from any program.
        metrics: metrics to compute here, from `outputs` and what they are compared with.
    """

    files: tuple[Path, ...] = ()
    metrics: tuple[str, ...] = ()
    outputs: tuple[Path, ...] = ()
    source: Path | None = None
    gold: Path | None = None
    references: tuple[Path, ...] = ()


@dataclass(slots=True)
class _Scored:
    """Everything known about the metrics, and the sweeps that their scorers can make."""

    metrics: tuple[MetricScores, ...]
    swept: dict[str, Mapping[str, Sequence[float]]] = field(default_factory=dict)


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
    humans = []
    for number, one in enumerate(evaluations):
        with refused_values(one.place):
            humans.append(
                human_scores(
                    one.table,
                    settings.method,
                    replicates=settings.replicates,
                    unit=settings.unit,
                    seed=seed + number,
                    progress=_part(progress, number, len(evaluations)),
                )
            )
    with refused_values(CALL):
        found = correlate(humans, scored.metrics, confidence=settings.confidence, seed=seed)
        differences = compare_metrics(humans, scored.metrics, seed=seed)
        sweeps = _sweeps(humans[0], scored, settings) if settings.beta_sweep else ()
    result: dict[str, Any] = {
        "method": settings.method,
        "title": scoring_method(settings.method).title,
        "unit": settings.unit,
        "units": [one.units for one in humans],
        "sets": [one.place for one in evaluations],
        "confidence": settings.confidence,
        "replicates": settings.replicates,
        "judged_only": settings.judged_only,
        "metrics": [_metric_result(one) for one in found],
        "differences": [asdict(one) for one in differences],
        "sentence_level": _sentence_level(evaluations, scored.metrics, settings, seed),
    }
    if settings.beta_sweep:
        result["beta_sweep"] = [_sweep_result(one) for one in sweeps]
    told = replace(evaluation, warnings=_warnings(evaluations, humans, found))
    values = {**asdict(settings), "metrics": list(sources.metrics), "separate_sets": len(evaluations) > 1}
    return told.answer("correlate", values, result, partial(correlation_text, result), seed)


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
    elif len(evaluations) > 1 and (settings.beta_sweep or settings.judged_only):
        wrong = "--beta-sweep and --judged-only need one set of judgments; leave --separate-sets out."
    if wrong:
        raise FormatError(Problem(CALL, wrong))


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
) -> tuple[list[MetricScores], dict[str, Mapping[str, Sequence[float]]]]:
    """Scores from our own scorers; for MaxMatch also those of every beta, per annotator and together."""
    if not sources.metrics:
        return [], {}
    request = ScoreRequest(
        sources.metrics[0], sources.outputs, sources.source, sources.gold, sources.references
    )
    scorers = {name: make_scorer(name) for name in sources.metrics}
    material = read_material(request, inputs)
    outputs = read_outputs(sources.outputs, inputs, material)
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
    swept = _annotator_sweeps(outputs, material) if settings.beta_sweep and "m2" in scorers else {}
    return metrics, swept


def _annotator_sweeps(
    outputs: Mapping[str, Sequence[str]], material: Material
) -> dict[str, Mapping[str, Sequence[float]]]:
    gold = material.gold
    if gold is None:
        return {}
    swept: dict[str, Mapping[str, Sequence[float]]] = {"m2": M2().sweep(outputs, material, BETAS)}
    if len(gold.annotators) > 1:
        for annotator in gold.annotators:
            alone = replace(material, gold=gold.only(annotator))
            swept[f"m2, annotator {annotator}"] = M2().sweep(outputs, alone, BETAS)
    return swept


def _sweeps(human: HumanScores, scored: _Scored, settings: CorrelationSettings) -> tuple[BetaSweep, ...]:
    from_files = [one for one in scored.metrics if one.precision and one.recall]
    sweeps = [
        *(sweep_parts(human, one, confidence=settings.confidence) for one in from_files),
        *(
            sweep_scores(human, name, scores, confidence=settings.confidence)
            for name, scores in scored.swept.items()
        ),
    ]
    if not sweeps:
        raise ValueError(
            "no metric has precision and recall, so there is no beta to vary; give a file with both (SYSTEM "
            "F P R), or --metric m2 with --outputs and --gold. Scores restricted to judged sentences have "
            "neither"
        )
    return tuple(sweeps)


def _sentence_level(
    evaluations: Sequence[Evaluation],
    metrics: Sequence[MetricScores],
    settings: CorrelationSettings,
    seed: int,
) -> list[dict[str, Any]]:
    return [
        {
            "judgments": evaluation.place,
            **asdict(
                sentence_agreement(
                    evaluation.table,
                    metric.metric,
                    metric.sentences,
                    pairs=settings.pairs,
                    replicates=settings.replicates,
                    confidence=settings.confidence,
                    seed=seed,
                )
            ),
        }
        for evaluation in evaluations
        for metric in metrics
        if metric.sentences
    ]


def _metric_result(found: MetricCorrelation) -> dict[str, Any]:
    result: dict[str, Any] = {"metric": found.metric, "systems": sum(map(len, found.systems))}
    for name in ("spearman", "pearson", "kendall"):
        result[name] = getattr(found, name)
        result.update(_limits(name, found.judgments))
    result["spearman_without_ties"] = found.spearman_without_ties
    for title, intervals in (("over_systems", found.systems_drawn), ("over_both", found.both)):
        limits: dict[str, Any] = {}
        for name in ("spearman", "pearson", "kendall"):
            limits.update(_limits(name, intervals))
        result[title] = limits
    result["missing"] = list(found.missing)
    return result


def _limits(name: str, intervals: Intervals | None) -> dict[str, float | None]:
    interval = getattr(intervals, name) if intervals else None
    return {
        f"{name}_low": interval.low if interval else None,
        f"{name}_high": interval.high if interval else None,
    }


def _sweep_result(sweep: BetaSweep) -> dict[str, Any]:
    result = asdict(sweep)
    result["rows"] = result.pop("points")
    return result


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
    return tuple(warnings)


def _part(
    progress: Callable[[float], None] | None, number: int, total: int
) -> Callable[[float], None] | None:
    if progress is None:
        return None
    tell = progress
    return lambda share: tell((number + share) / total)
