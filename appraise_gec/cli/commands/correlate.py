"""`appraise-gec correlate`: which metric agrees with people, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.errors import refused_metrics
from appraise_gec.cli.options import (
    FILE,
    OneOf,
    bootstrap_by_method_option,
    confidence_option_of,
    json_option,
    method_option,
    seed_option,
    selection_options,
    settle_replicates,
    taken_selection,
    unit_option,
)
from appraise_gec.cli.progress import Progress
from appraise_gec.library.inputs import shown_path
from appraise_gec.library.metric_inputs import MaterialFiles
from appraise_gec.library.recipes import Answer
from appraise_gec.library.refusals import refused_values
from rankings.formats.records import Problem
from rankings.formats.results import to_json

if TYPE_CHECKING:
    from appraise_gec.library.correlation_inputs import MetricSources
    from appraise_gec.library.judgment_files import Evaluation
    from metrics.validation.results import StudyResult
    from metrics.validation.score_table import MetricScores
    from metrics.validation.study import Study, StudySettings

CALL = "appraise-gec correlate"


def _pairs() -> Sequence[str]:
    from metrics.validation.results import PAIR_KINDS

    return PAIR_KINDS


@click.command()
@click.argument("judgments", metavar="JUDGMENTS", type=FILE)
@click.argument("files", metavar="SCORES...", nargs=-1, type=FILE)
@click.option(
    "more", "--judgments", metavar="FILE", type=FILE, multiple=True, help="More judgments; may be repeated."
)
@click.option(
    "--separate-sets",
    is_flag=True,
    help="Do not join the judgments of several files; standardise within each, for other systems or texts.",
)
@selection_options
@method_option
@bootstrap_by_method_option
@unit_option
@confidence_option_of("the intervals of correlations and of their differences")
@seed_option
@click.option("--beta-sweep", is_flag=True, help="Vary the weight of recall from 0.01 to 1.")
@click.option(
    "metrics",
    "--metric",
    metavar="METRIC[:SETTING=VALUE,...]",
    multiple=True,
    help="Compute this metric, such as gleu or m2:beta=0.18; may be repeated.",
)
@click.option(
    "--outputs",
    metavar="FILE",
    type=FILE,
    multiple=True,
    help="For --metric: an output, or a folder of them.",
)
@click.option("--source", type=FILE, help="For --metric: source sentences; not needed with --gold.")
@click.option(
    "--gold",
    metavar="FILE.m2",
    type=FILE,
    multiple=True,
    help="For --metric: gold edits in M2 format; may be repeated, which joins the annotators.",
)
@click.option(
    "--references", metavar="FILE", type=FILE, multiple=True, help="For --metric: texts; may be repeated."
)
@click.option(
    "--annotator", type=click.IntRange(0), metavar="N", help="For --metric: only this annotator of the gold."
)
@click.option(
    "--judged-only", is_flag=True, help="Metrics on judged sentences only; files need sentence scores."
)
@click.option(
    "--pairs",
    type=OneOf(_pairs),
    default="outputs",
    show_default=True,
    help="Sentence level: every two distinct outputs once, or once for every two systems.",
)
@json_option
def command(  # noqa: PLR0917 - click passes by name
    judgments: Path,
    files: tuple[Path, ...],
    more: tuple[Path, ...],
    separate_sets: bool,
    metrics: tuple[str, ...],
    outputs: tuple[Path, ...],
    source: Path | None,
    gold: tuple[Path, ...],
    references: tuple[Path, ...],
    annotator: int | None,
    seed: int,
    as_json: bool,
    **settings: Any,
) -> None:
    """Correlate metric SCORES... with the JUDGMENTS of people.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input. SCORES
    are files with a line for each system: its name and its score, or its name, F, precision and recall; or
    tables with a heading that begins with `system`; or the JSON of `appraise-gec score`, with sentence
    scores after --by-sentence.
    """
    from appraise_gec.library.correlation_inputs import MetricSources, split_files
    from appraise_gec.library.judgment_files import read_evaluation
    from metrics.validation.study import StudySettings

    also_judgments, scores = split_files(files)
    paths = (judgments, *also_judgments, *more)
    groups = [(path,) for path in paths] if separate_sets else [paths]
    selection = taken_selection(paths, settings)
    settle_replicates(settings)
    evaluations = [
        read_evaluation(
            replace(selection, files=group), missing_systems_ok=separate_sets, keep_judgments=True
        )
        for group in groups
    ]
    with refused_values(CALL):
        selection.systems.check({name for evaluation in evaluations for name in evaluation.named})
    material = MaterialFiles(source, gold, references, annotator)
    sources = MetricSources(scores, metrics, outputs, material)
    with refused_metrics(CALL), Progress("Correlating") as progress:
        answer = correlate_files(evaluations, sources, StudySettings(**settings), seed, progress.share)
    write_answer(answer, as_json=as_json)


def correlate_files(
    evaluations: Sequence[Evaluation],
    sources: MetricSources,
    settings: StudySettings,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> Answer:
    """Correlate metrics with one set of judgments, or with several that are standardised within themselves.

    Raises: as `study_files`.
    """
    return study_files(evaluations, sources, settings, seed, progress)[0]


def study_files(
    evaluations: Sequence[Evaluation],
    sources: MetricSources,
    settings: StudySettings,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> tuple[Answer, tuple[MetricScores, ...]]:
    """The same, with the scores that were read or computed.

    Raises:
        FormatError: wrong inputs, by file and line, and settings that do not fit together.
        SettingError, UnavailableError: of the metrics to compute.
    """
    from appraise_gec.library.correlation_inputs import check_sources, read_scores
    from metrics.validation.study import JudgedSet, score_people, study_metrics

    evaluation = evaluations[0]
    check_sources(evaluations, sources, settings)
    scored = read_scores(evaluations, sources, settings, evaluation.inputs)
    for other in evaluations[1:]:
        evaluation.inputs.hashes += other.inputs.hashes
    sets = [JudgedSet(judged.place, judged.table) for judged in evaluations]
    humans = score_people(sets, settings, seed, progress, refused_values)
    with refused_values(CALL):
        named = [JudgedSet(_file_names(judged), judged.table) for judged in evaluations]
        study = study_metrics(named, humans, scored.metrics, settings, seed=seed, swept=scored.swept)
    values = {
        **asdict(settings),
        "metrics": list(sources.metrics),
        "annotator": sources.material.annotator,
        "separate_sets": len(evaluations) > 1,
        "first_sentence": evaluation.selection.first_sentence,
    }
    warned = replace(evaluation, warnings=_warnings(evaluations, study))
    answer = warned.answer("correlate", values, to_json(study.result), lambda: _text(study.result), seed)
    return answer, scored.metrics


def _text(result: StudyResult) -> str:
    from appraise_gec.present import terminal
    from metrics.tables.correlation import heading
    from metrics.tables.study import study_tables

    return "\n\n".join(["\n".join(heading(result)), *map(terminal.write, study_tables(result))])


def _file_names(evaluation: Evaluation) -> str:
    """Without folders, as in the recipe, so that the same recipe gives the same bytes wherever files lie."""
    return ", ".join(Path(shown_path(path)).name for path in evaluation.selection.files)


def _warnings(evaluations: Sequence[Evaluation], study: Study) -> tuple[Problem, ...]:
    warnings: dict[Problem, None] = {}
    for evaluation in evaluations:
        warnings.update(dict.fromkeys((*evaluation.warnings, *evaluation.inputs.warnings)))
    judged = {system for human in study.humans for system in human.systems}
    for correlation in study.correlations:
        missing = [system for system in correlation.missing if system in judged]
        if missing:
            message = (
                f"It has no score of {', '.join(missing)}; correlated are the systems that have both scores, "
                "so its numbers are not comparable with those of metrics that score all systems."
            )
            warnings[Problem(correlation.metric, message, fatal=False)] = None
        if correlation.reason:
            message = f"No correlation is defined: {correlation.reason}."
            warnings[Problem(correlation.metric, message, fatal=False)] = None
    return tuple(warnings)
