"""Scores of metrics that are compared with judgments: read, or computed; both number sentences alike."""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from appraise_gec.library.arguments import ArgumentError, Outputs, path_of
from appraise_gec.library.files import STANDARD_INPUT, InputFiles, refused_values, shown_path
from appraise_gec.library.finding import Finding
from appraise_gec.library.judgments import Evaluation, text_of_frame
from appraise_gec.library.metric_inputs import MaterialFiles, read_material, read_outputs
from metrics.scorers.registry import make_scorer, parse_metrics
from metrics.scorers.scorer import Scorer, SweptScorer
from metrics.validation.judged_sentences import judged_indices, judged_mean, judged_part
from metrics.validation.score_table import MetricScores, distinct_names, read_metric_scores
from metrics.validation.study import SweptScores, sweep_annotators
from rankings.formats.judgments import detect_format
from rankings.formats.records import FormatError, Problem
from rankings.items.collapse import collapse_key
from rankings.items.sentence_numbers import TextOf, misfit

BYTES_TO_TELL = 65536
# The document of `appraise-gec score` begins with its recipe; no form of judgments has one.
SCORE_DOCUMENT = re.compile(rb'^\s*(\xef\xbb\xbf)?\s*\{\s*"(recipe|result)"\s*:')
# Scores of equal texts may differ in their last digits; those of different texts do not agree so far.
DIGITS = 9


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


def read_scores(
    judged: Evaluation,
    scores: Sequence[Any],
    metrics: Sequence[str],
    outputs: Outputs,
    material: MaterialFiles,
    *,
    judged_only: bool = False,
    beta_sweep: bool = False,
) -> tuple[tuple[MetricScores, ...], SweptScores]:
    """All scores; and at every beta, by annotator and together, where they can be swept.

    Args:
        judged: what they are compared with.
        scores: files with scores from any program, data frames, scores by system, or what `score` found.
        metrics: to compute here, as METRIC or METRIC:SETTING=VALUE,SETTING=VALUE.
        outputs: to compute them of.
        material: to compare those with.
        judged_only: of judged sentences alone.
        beta_sweep: vary beta.

    Raises:
        FormatError: wrong inputs, by file and line.
        ArgumentError: what does not fit together.
        SettingError, UnavailableError: of the metrics to compute.
    """
    wrong = ""
    if not scores and not metrics:
        wrong = "no scores: expected scores of at least one metric, or --metric NAME with --outputs"
    elif metrics and not outputs:
        wrong = "--metric computes scores of outputs; give their files or folder with --outputs"
    elif outputs and not metrics:
        wrong = "--outputs are there to be scored; name a metric with --metric"
    elif material.annotator is not None and not (metrics and material.gold):
        wrong = "--annotator chooses from the gold of --metric; give both with --gold"
    if wrong:
        raise ArgumentError(wrong)
    read = list(_read(judged, scores, judged_only=judged_only))
    computed: list[MetricScores] = []
    swept: SweptScores = {}
    if metrics:
        computed, swept = _computed(
            judged, metrics, outputs, material, judged_only=judged_only, beta_sweep=beta_sweep
        )
    return distinct_names([*read, *(("computed", [metric]) for metric in computed)]), swept


def _read(
    judged: Evaluation, scores: Sequence[Any], *, judged_only: bool
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
        judged.inputs.warnings += _doubts(judged, metrics)
        if judged_only and not problems:
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
    lines = {
        one.system: {str(index): line.score for index, line in enumerate(one.sentences)}
        for one in systems
        if one.sentences
    }
    return (MetricScores(given.result.metric, {one.system: one.score for one in systems}, sentences=lines),)


def _computed(
    judged: Evaluation,
    metrics: Sequence[str],
    outputs: Outputs,
    files: MaterialFiles,
    *,
    judged_only: bool,
    beta_sweep: bool,
) -> tuple[list[MetricScores], SweptScores]:
    """Scores from our own scorers."""
    scorers = parse_metrics(metrics)
    material = read_material(files, judged.inputs, metrics[0])
    texts = read_outputs(outputs, judged.inputs, material)
    # A judged system without output is reported with the correlation.
    texts = {name: texts[name] for name in judged.selection.systems.among(texts, missing_ok=True)}
    check_texts(judged, texts)
    indices: Sequence[int] = range(len(material.sources))
    if judged_only:
        with refused_values(judged.place):
            indices = judged_indices(judged.table, len(material.sources))
        material, texts = judged_part(material, texts, indices)
    made = []
    for name, metric in scorers.items():
        scored = metric.score_systems(texts, material)
        lines = {
            system: {str(index): line.score for index, line in zip(indices, score.sentences, strict=True)}
            for system, score in scored.items()
            if score.sentences
        }
        whole = {system: score.score for system, score in scored.items()}
        made.append(MetricScores(name, whole, sentences=lines))
    swept: dict[str, Mapping[str, Sequence[float]]] = {}
    for name, scorer in _swept(scorers).items() if beta_sweep else ():
        swept.update(sweep_annotators(scorer, texts, material, name))
    return made, swept


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


def check_texts(judged: Evaluation, outputs: Mapping[str, Sequence[str]]) -> None:
    """Refuse judgments that do not fit the outputs, as texts.

    Raises:
        FormatError: one problem for each file of judgments that does not fit.
    """
    count = max(map(len, outputs.values()), default=0)
    # Every judgment asks for lines; each is normalised once.
    keys = {system: [collapse_key(line) for line in lines] for system, lines in outputs.items()}

    def text_of(system: str, index: int) -> Hashable | None:
        lines = keys.get(system)
        return lines[index] if lines is not None and index < len(lines) else None

    if problems := list(_misfits(judged, text_of, count)):
        raise FormatError(problems)


def _doubts(judged: Evaluation, metrics: Sequence[MetricScores]) -> Iterator[Problem]:
    """Judgments that do not fit the scores of sentences: the same output has one score.

    No reasons to refuse them, because a metric may score the same output differently.
    """
    for metric in metrics:
        scores = metric.sentences

        def score_of(
            system: str, index: int, scores: Mapping[str, Mapping[str, float]] = scores
        ) -> Hashable | None:
            score = scores.get(system, {}).get(str(index))
            return None if score is None else round(score, DIGITS)

        for one in _misfits(judged, score_of, None):
            yield Problem(one.file, f"by the scores of {metric.metric}: {one.message}", fatal=False)


def _misfits(judged: Evaluation, text_of: TextOf, count: int | None) -> Iterator[Problem]:
    first = judged.selection.first_sentence
    for source in judged.sources:
        if why := misfit(source.judgments, text_of, count, first, "--first-sentence"):
            yield Problem(source.name, why)
