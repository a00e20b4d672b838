"""What metrics read: sources, gold, references and outputs of systems; and scores, read or computed."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from appraise_gec.library.arguments import ArgumentError, Lines, Outputs, path_of, paths_of, several
from appraise_gec.library.files import STANDARD_INPUT, InputFiles, refused_values, shown_path
from appraise_gec.library.finding import Finding
from appraise_gec.library.judgments import Evaluation
from rankings.formats.filtering import ALL_SYSTEMS, SystemChoice
from rankings.formats.judgments import detect_format
from rankings.formats.problems import DEFAULT_LIMITS
from rankings.formats.records import FormatError, Problem
from rankings.formats.uploads import name_systems

if TYPE_CHECKING:
    from metrics.references.edits import Gold
    from metrics.scorers.m2.metric import M2
    from metrics.scorers.scorer import Material, Scorer
    from metrics.validation.score_table import MetricScores
    from metrics.validation.study import SweptScores
    from rankings.items.sentence_numbers import TextOf

BYTES_TO_TELL = 65536
# The document of `appraise-gec score` begins with its recipe; no form of judgments has one.
SCORE_DOCUMENT = re.compile(rb'^\s*(\xef\xbb\xbf)?\s*\{\s*"(recipe|result)"\s*:')
# Scores of equal texts may differ in their last digits; those of different texts do not agree so far.
DIGITS = 9


@dataclass(frozen=True, slots=True)
class MaterialFiles:
    """What outputs are compared with.

    Attributes:
        source: the source sentences; may be left out where gold is given.
        gold: gold edits in M2 format; the annotators of several files are joined.
        references: reference texts, or M2 files of which every annotation, applied in full, is a reference.
        annotator: the only annotator of the gold that counts; all of them if None.
    """

    source: Lines | None = None
    gold: tuple[Path, ...] = ()
    references: tuple[Lines, ...] = ()
    annotator: int | None = None

    @classmethod
    def of(cls, source: Lines | None, gold: Any, references: Any, annotator: int | None) -> MaterialFiles:
        return cls(source, paths_of(gold), several(references), annotator)


def read_material(files: MaterialFiles, inputs: InputFiles, place: str) -> Material:
    """Sources, gold and references.

    Raises:
        FormatError: wrong or missing files, reported for `place`.
    """
    from metrics.references.plain import gold_source_problem
    from metrics.scorers.scorer import Material

    gold = None
    if files.gold:
        gold = read_gold(files.gold, inputs)
        if files.annotator is not None:
            with refused_values(gold.name):
                gold = gold.only(files.annotator)
    elif files.annotator is not None:
        message = "An annotator is one of a gold standard: give --gold FILE with --annotator."
        raise FormatError(Problem(place, message))
    if files.source:
        sources, name = _lines(files.source, "source", inputs), str(path_of(files.source) or "the source")
        # The golds have the same sentences, so that the lines of the first one show where they differ.
        first = replace(gold, name=shown_path(files.gold[0])) if gold else None
        if first and (problem := gold_source_problem(first, sources, name)):
            raise FormatError(problem)
    elif gold:
        sources, name = gold.sources, shown_path(files.gold[0])
    else:
        message = "No source sentences: give --source FILE, or --gold FILE that holds them."
        raise FormatError(Problem(place, message))
    return Material(sources, gold, read_reference_files(files.references, inputs, sources), name)


def read_gold(paths: Sequence[Path], inputs: InputFiles) -> Gold:
    """The gold edits of all annotators of these files, at least one.

    Raises FormatError with the problems of all, and for a file given twice.
    """
    from metrics.references.joining import join_golds
    from metrics.references.m2_file import read_m2

    golds: list[Gold] = []
    problems: list[Problem] = []
    for place, path in enumerate(paths):
        if path in paths[:place]:
            message = "The file is given twice. Expected the files of different annotators."
            problems.append(Problem(shown_path(path), message))
            continue
        try:
            golds.append(read_m2(inputs.read(path, "gold"), shown_path(path)))
            inputs.warnings += golds[-1].warnings
        except FormatError as error:
            problems += error.problems
    if problems:
        raise FormatError(problems)
    return join_golds(golds)


def read_reference_files(
    references: Sequence[Lines], inputs: InputFiles, sources: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """For each source sentence its reference texts; empty where there are none. Raises FormatError."""
    from metrics.references.plain import read_references

    if not references:
        return ()
    paths = [path for one in references if (path := path_of(one))]
    texts = [tuple(one) for one in references if not isinstance(one, str | PathLike)]
    for number, lines in enumerate(texts, start=1):
        if len(lines) != len(sources):
            message = f"It has {len(lines):,} lines, and the source {len(sources):,}."
            raise FormatError(Problem(f"reference {number}", message))
    files = [(shown_path(path), inputs.read(path, "reference")) for path in paths]
    read = read_references(files, sources) if files else ((),) * len(sources)
    return tuple((*row, *(lines[index] for lines in texts)) for index, row in enumerate(read))


def read_outputs(
    outputs: Outputs, inputs: InputFiles, material: Material, systems: SystemChoice = ALL_SYSTEMS
) -> dict[str, tuple[str, ...]]:
    """Output lines by system. Raises FormatError when their number is not that of the sources."""
    from metrics.references.m2_file import looks_like_m2

    given: Mapping[str, Lines]
    if isinstance(outputs, Mapping):
        with refused_values("outputs"):
            given = {system: outputs[system] for system in systems.among(outputs)}
    else:
        given = system_files(paths_of(outputs), systems)
    read = {}
    for system, one in given.items():
        lines = _lines(one, "output", inputs)
        expected = len(material.sources)
        if len(lines) != expected:
            message = (
                f"The file has {len(lines):,} lines, but {material.source_name} has {expected:,} sentences. "
                "Expected one output line for every source sentence."
            )
            if looks_like_m2("\n".join(lines[:100]).encode()):
                message += " It holds gold edits: say --gold before each gold file."
            raise FormatError(Problem(str(path_of(one) or system), message, min(len(lines), expected) + 1))
        read[system] = lines
    return read


def system_files(paths: Sequence[Path], systems: SystemChoice = ALL_SYSTEMS) -> dict[str, Path]:
    """The output file of every chosen system: files are named after their system, a folder stands for its
    files.

    Raises:
        FormatError: no file, too many, or names that cannot be used; a chosen system without a file.
    """
    files: dict[str, Path] = {}
    for path in paths:
        members = sorted(path.iterdir()) if path.is_dir() else [path]
        files |= {str(one): one for one in members if one == path or (one.is_file() and one.name[0] != ".")}
    if not files:
        raise FormatError(Problem(", ".join(map(str, paths)) or "OUTPUT", "No output file was given."))
    if len(files) > DEFAULT_LIMITS.files:
        message = f"More than {DEFAULT_LIMITS.files} output files, the most that are read."
        raise FormatError(Problem(str(paths[0]), message))
    named = name_systems(files)
    if named.problems:
        raise FormatError(list(named.problems))
    with refused_values(", ".join(map(str, paths))):
        chosen = systems.among(named.files)
    return {system: files[named.files[system]] for system in chosen}


def _lines(given: Lines, role: str, inputs: InputFiles) -> tuple[str, ...]:
    path = path_of(given)
    return inputs.read_lines(path, role).lines if path else tuple(given)  # type: ignore[arg-type]


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
        scores: files with scores from any program, data frames, scores by system, or what `score` found.
        metrics: to compute here, as METRIC or METRIC:SETTING=VALUE,SETTING=VALUE.

    Raises:
        FormatError: wrong inputs, by file and line.
        ArgumentError: what does not fit together.
        SettingError, UnavailableError: of the metrics to compute.
    """
    from metrics.validation.score_table import distinct_names

    wrong = ""
    if not scores and not metrics:
        wrong = "no scores: expected scores of at least one metric, or --metric NAME with --outputs"
    elif metrics and not outputs:
        wrong = "--metric computes scores of outputs; give their files or folder with --outputs"
    elif outputs and not metrics:
        wrong = "--outputs are there to be scored; name a metric with --metric"
    elif material.annotator is not None and not (metrics and material.gold):
        wrong = "--annotator chooses from the gold of --metric; give both with --gold"
    elif judged_only and (scores or not metrics):
        wrong = "--judged-only is for metrics that are computed: give --metric, and no scores"
    if wrong:
        raise ArgumentError(wrong)
    read = list(_read(judged, scores))
    computed: list[MetricScores] = []
    swept: SweptScores = {}
    if metrics:
        computed, swept = _computed(
            judged, metrics, outputs, material, judged_only=judged_only, beta_sweep=beta_sweep
        )
    return distinct_names([*read, *(("computed", [metric]) for metric in computed)]), swept


def _read(judged: Evaluation, scores: Sequence[Any]) -> Iterator[tuple[str, Sequence[MetricScores]]]:
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
        yield name, metrics
    if problems:
        raise FormatError(problems)


def _metrics(inputs: InputFiles, given: Any, name: str, number: int) -> Sequence[MetricScores]:
    from appraise_gec.library.frames import text_of_frame
    from metrics.validation.score_table import MetricScores, read_metric_scores

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
    from metrics.scorers.registry import parse_metrics
    from metrics.validation.judged_sentences import judged_indices, judged_part
    from metrics.validation.score_table import MetricScores
    from metrics.validation.study import sweep_annotators

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


def _swept(scorers: Mapping[str, Scorer[Any]]) -> dict[str, M2]:
    """Forms of MaxMatch that differ in more than beta."""
    from metrics.scorers.m2.metric import M2

    swept: dict[str, M2] = {}
    for name, scorer in scorers.items():
        if isinstance(scorer, M2) and (usual := replace(scorer, beta=M2.beta)) not in swept.values():
            swept[scorer.metric if usual == M2() else name] = usual
    return swept


def check_texts(judged: Evaluation, outputs: Mapping[str, Sequence[str]]) -> None:
    """Refuse judgments that do not fit the outputs, as texts.

    Raises:
        FormatError: one problem for each file of judgments that does not fit.
    """
    from rankings.items.collapse import collapse_key

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
    from rankings.items.sentence_numbers import misfit

    first = judged.selection.first_sentence
    for source in judged.sources:
        if why := misfit(source.judgments, text_of, count, first, "--first-sentence"):
            yield Problem(source.name, why)
