"""Automatic metrics, and how they agree with people."""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from appraise_gec.library.arguments import check_whole, several
from appraise_gec.library.finding import Finding
from appraise_gec.library.judgments import Source, taken, text_of_frame
from metrics.charts.correlation import intervals
from metrics.references.joining import join_golds
from metrics.references.m2_file import read_m2
from metrics.scorers.registry import make_scorer
from metrics.scorers.results import Scores, scores_document
from metrics.scorers.scorer import Material
from metrics.tables import scores as tables
from metrics.tables.study import study_tables
from metrics.validation.results import StudyResult
from metrics.validation.score_table import MetricScores, distinct_names, read_metric_scores
from metrics.validation.study import JudgedSet, StudySettings, score_people, study_metrics
from rankings.analysis.choices import SEED, BootstrapUnit, Method, usual_replicates
from rankings.formats.columns import Judgments
from rankings.formats.records import FormatError, Problem
from rankings.formats.text import read_text
from rankings.formats.uploads import name_systems

Lines = str | PathLike[str] | Sequence[str]
"""A text file with one sentence per line, or the lines."""
Outputs = str | PathLike[str] | Mapping[str, Lines]
"""A folder of text files named after their systems, or the output of each system by its name."""

ScoresGiven = Finding[Scores] | Mapping[str, float] | str | PathLike[str] | Any
"""What `score` found, the score of each system by its name, a file of scores, or a data frame of them."""


def score(
    metric: str,
    outputs: Outputs,
    *,
    gold: Sequence[str | PathLike[str]] | str | PathLike[str] = (),
    references: Sequence[Lines] | str | PathLike[str] = (),
    source: Lines = (),
    **settings: Any,
) -> Finding[Scores]:
    """Score outputs with an automatic metric.

    Args:
        metric: "m2", "gleu", ...: one of `metrics.scorers.registry.METRICS`.
        outputs: one sentence per source sentence.
        gold: edits in M2 format; of several files, annotators are joined.
        references: texts, one for each source sentence; a path alone is one of them.
        source: not needed with `gold`.
        settings: of the metric, such as `beta=0.5`; `appraise-gec score --list-settings` prints them.

    Raises:
        FormatError: files that cannot be read or do not fit together, by file and line.
        SettingError: an unknown metric or setting.
        UnavailableError: the metric needs a program that is missing.
    """

    scorer = make_scorer(metric, **settings)
    material = _material(gold, several(references), source)
    found = Scores.of(scorer.metric, scorer.score_systems(_outputs(outputs), material))
    shown = [tables.systems(found, title=f"Scores of systems, {scorer.metric}")]
    if any(system.types for system in found.systems):
        shown.append(tables.types(found))
    shown.append(tables.sentences_of(found))
    told = {"systems": scores_document(found)["systems"]}
    return Finding(found, shown, warnings=found.warnings, told=told)


def correlate(
    judgments: Judgments | Source,
    *scores: ScoresGiven,
    method: Method = "expected-wins",
    unit: BootstrapUnit = "sentences",
    replicates: int | None = None,
    confidence: float = 0.95,
    seed: int = SEED,
) -> Finding[StudyResult]:
    """Which metric agrees with people, and how sure that is.

    Args:
        judgments: as for `rank`.
        scores: of metrics: what `score` found, the score of each system by its name, or a file or data
            frame of scores in any form that `appraise-gec correlate` reads.
        method, unit, replicates, confidence, seed: as for `rank`.

    Raises:
        FormatError: a file of scores that cannot be read.
        ValueError: no scores, too few judgments or systems, or a setting out of range.
    """

    if not scores:
        raise ValueError("expected scores of at least one metric")
    replicates = usual_replicates(method) if replicates is None else replicates
    check_whole(replicates=replicates)
    check_whole(0, seed=seed)
    judged = [JudgedSet("judgments", taken(judgments))]
    settings = StudySettings(method=method, replicates=replicates, unit=unit, confidence=confidence)
    named = [(f"scores {number}", _metrics(one, number)) for number, one in enumerate(scores, start=1)]
    humans = score_people(judged, settings, seed)
    study = study_metrics(judged, humans, distinct_names(named), settings, seed=seed)
    found = study.result
    return Finding(found, study_tables(found), [intervals(found)])


def _metrics(given: ScoresGiven, number: int) -> Sequence[MetricScores]:

    if isinstance(given, str | PathLike):
        return read_metric_scores(Path(given).read_bytes(), Path(given).name)[0]
    if isinstance(given, Mapping):
        return (MetricScores(f"metric {number}", dict(given)),)
    if (text := text_of_frame(given)) is not None:
        return read_metric_scores(text.encode(), f"scores {number}")[0]
    if not isinstance(given, Finding):
        raise TypeError(
            f"scores {number}: expected what score() found, scores by system, a path or a data frame, "
            f"not {type(given).__name__}"
        )
    systems = given.result.systems
    return (
        MetricScores(
            given.result.metric,
            {one.system: one.score for one in systems},
            sentences={
                one.system: {str(place): line.score for place, line in enumerate(one.sentences)}
                for one in systems
                if one.sentences
            },
        ),
    )


def _material(
    gold: Sequence[str | PathLike[str]] | str | PathLike[str], references: Sequence[Lines], source: Lines
) -> Material:

    paths = [gold] if isinstance(gold, str | PathLike) else list(gold)
    golds = [read_m2(Path(path).read_bytes(), Path(path).name) for path in paths]
    joined = join_golds(golds) if golds else None
    sources = _lines(source, "source") if source else joined.sources if joined else ()
    if not sources:
        raise FormatError(Problem("score", "There are no source sentences: give source or gold."))
    texts = [_lines(one, f"reference {number}") for number, one in enumerate(references, start=1)]
    for number, lines in enumerate(texts, start=1):
        if len(lines) != len(sources):
            message = f"It has {len(lines):,} lines, and the source {len(sources):,}."
            raise FormatError(Problem(f"reference {number}", message))
    return Material(sources, joined, tuple(zip(*texts, strict=True)))


def _outputs(outputs: Outputs) -> dict[str, tuple[str, ...]]:
    if isinstance(outputs, Mapping):
        return {system: _lines(lines, system) for system, lines in outputs.items()}
    folder = Path(outputs)
    files = {path.name: path for path in _files(folder)}
    named = name_systems(files)
    if named.problems:
        raise FormatError(list(named.problems))
    return {system: _lines(files[name], system) for system, name in sorted(named.files.items())}


def _files(folder: Path) -> Iterable[Path]:
    if not folder.is_dir():
        raise FormatError(Problem(folder.name, "It is no folder. Expected one with a text file per system."))
    return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))


def _lines(given: Lines, what: str) -> tuple[str, ...]:
    if not isinstance(given, str | PathLike):
        return tuple(given)
    text = read_text(Path(given).read_bytes(), Path(given).name)
    if not text.usable:
        raise FormatError(list(text.problems))
    if not text.lines:
        raise FormatError(Problem(what, "There are no lines."))
    return text.lines
