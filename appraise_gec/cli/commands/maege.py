"""`appraise-gec maege`: how well metrics order texts whose order is known without any judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from appraise_gec.cli.commands.score import FILE, ManyReferences
from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.errors import refused_metrics
from appraise_gec.cli.options import OneOf, json_option, seed_option
from appraise_gec.cli.progress import Progress
from appraise_gec.library.inputs import InputFiles
from appraise_gec.library.metric_inputs import read_gold, read_reference_files
from appraise_gec.library.recipes import Answer, recipe
from appraise_gec.library.refusals import refused_values, warning_lines
from rankings.formats.results import to_json

if TYPE_CHECKING:
    from metrics.validation.maege.experiment import MaegeSettings
    from metrics.validation.maege.results import MaegeResult

CALL = "appraise-gec maege"
MOST_RUNS = 100
WITH_ORIGINAL = "m2"
"""Compares with the edits of the gold, which are edits of the original sentences."""


@dataclass(frozen=True, slots=True)
class MaegeRequest:
    """What to validate.

    Attributes:
        gold: gold edits in M2 format; the annotators of several files are joined.
        references: reference texts, or M2 files of which every annotation, applied in full, is a reference.
        metrics: as METRIC or METRIC:SETTING=VALUE,SETTING=VALUE; empty for the default ones.
        settings: how to draw.
        seed: of the random numbers.
    """

    gold: tuple[Path, ...]
    references: tuple[Path, ...]
    metrics: tuple[str, ...]
    settings: MaegeSettings
    seed: int


def _source_kinds() -> Sequence[str]:
    from metrics.validation.maege.sampling import SOURCE_KINDS

    return SOURCE_KINDS


class ManyFiles(ManyReferences):
    """The same for `--gold`: no other files are among the words of this command."""

    many = ("--references", "--gold")


@click.command(cls=ManyFiles)
@click.option(
    "--gold",
    metavar="FILE.m2...",
    type=FILE,
    multiple=True,
    required=True,
    help="Gold edits in M2 format; the annotators of several files are joined.",
)
@click.option(
    "--references",
    metavar="FILE...",
    type=FILE,
    multiple=True,
    help="Reference texts, one file per annotator. M2 files are applied in full. Without any, texts are "
    "compared with the corrections by the other annotators of the gold.",
)
@click.option(
    "metrics",
    "--metric",
    metavar="METRIC[:SETTING=VALUE,...]",
    multiple=True,
    help="Metric to validate, such as gleu or ibleu:sign=plus; may be repeated.",
)
@click.option(
    "--source-kind",
    type=OneOf(_source_kinds),
    default="chain",
    show_default=True,
    help="Draw what metrics take for the source from the same chain, or take the original sentence.",
)
@click.option(
    "--runs",
    type=click.IntRange(1, MOST_RUNS),
    default=5,
    show_default=True,
    help="How often to draw everything.",
)
@click.option(
    "--chains",
    type=click.IntRange(1, MOST_RUNS),
    default=1,
    show_default=True,
    help="Orders of the edits of each annotator, in each run.",
)
@click.option(
    "least_annotators",
    "--annotators",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Annotators who must have corrected a sentence.",
)
@click.option("--as-published", is_flag=True, help="With the random numbers of the authors' program.")
@seed_option
@json_option
def command(
    *,
    gold: tuple[Path, ...],
    references: tuple[Path, ...],
    metrics: tuple[str, ...],
    seed: int,
    as_json: bool,
    **settings: Any,
) -> None:
    """Validate metrics without human rankings (MAEGE, Choshen and Abend 2018).

    Gold edits are applied to their sentences one after the other. Each makes the text better, so that a
    metric should score it higher.
    """
    from metrics.validation.maege.experiment import MaegeSettings

    with refused_metrics(CALL), Progress("Validating") as progress:
        with refused_values(CALL):
            chosen = MaegeSettings(**settings)
        answer = maege_files(MaegeRequest(gold, references, metrics, chosen, seed), progress.share)
    write_answer(answer, as_json=as_json)


def maege_files(request: MaegeRequest, progress: Callable[[float], None] | None = None) -> Answer:
    """Validate metrics by partly corrected sentences.

    Raises:
        FormatError: wrong inputs, by file and line, and what cannot be done with them.
        SettingError, UnavailableError: of the metrics.
    """
    import numpy as np
    import scipy

    from metrics.scorers.parsing import parse_metrics
    from metrics.validation.maege.experiment import validate_without_people
    from metrics.validation.maege.results import maege_result
    from metrics.validation.maege.usual import maege_metric

    names = request.metrics or default_metrics(request.settings.source_kind)
    scorers = parse_metrics(names, maege_metric)
    for scorer in scorers.values():
        scorer.ensure_available()
    inputs = InputFiles()
    gold = read_gold(request.gold, inputs)
    references = read_reference_files(request.references, inputs, gold.sources)
    with refused_values(CALL):
        figures = validate_without_people(
            gold,
            scorers,
            request.settings,
            seed=request.seed,
            references=references,
            progress=progress,
        )
    made_from = recipe(
        "maege",
        inputs,
        {"metrics": list(scorers), **asdict(request.settings)},
        request.seed,
        signatures=[str(scorer.signature()) for scorer in scorers.values()],
        software={"numpy": np.__version__, "scipy": scipy.__version__},
    )
    result = maege_result(
        figures,
        request.settings,
        given_references=bool(references),
        warnings=warning_lines(inputs.warnings),
    )
    return Answer(made_from, to_json(result), lambda: _text(result), tuple(inputs.warnings))


def default_metrics(source_kind: str) -> tuple[str, ...]:
    """The metrics that work everywhere with this kind of source."""
    from metrics.validation.maege.usual import DEFAULT_METRICS

    return (*DEFAULT_METRICS, WITH_ORIGINAL) if source_kind == "original" else DEFAULT_METRICS


def _text(result: MaegeResult) -> str:
    from appraise_gec.present import terminal
    from metrics.tables.maege import heading, maege_tables

    return "\n\n".join(["\n".join(heading(result)), *map(terminal.write, maege_tables(result))])
