"""`appraise-gec maege`: how well metrics order texts whose order is known without any judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from appraise_gec.cli.commands.score import FILE, ManyReferences
from appraise_gec.cli.documents import Answer, recipe, warning_lines, write_answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import InputFiles
from appraise_gec.cli.metric_inputs import read_gold, read_reference_files, refused_metrics
from appraise_gec.cli.options import (
    OneOf,
    first_sentence_option,
    json_option,
    judge_options,
    seed_option,
    system_options,
    taken_selection,
)
from appraise_gec.cli.outputs import force_option
from appraise_gec.cli.progress import Progress
from rankings.formats.json_form import to_json

if TYPE_CHECKING:
    from appraise_gec.cli.maege_figures import FiguresRequest
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
        figures: what else to compute and write; None for nothing.
    """

    gold: tuple[Path, ...]
    references: tuple[Path, ...]
    metrics: tuple[str, ...]
    settings: MaegeSettings
    seed: int
    figures: FiguresRequest | None = None


def _source_kinds() -> Sequence[str]:
    from metrics.validation.maege.sampling import SOURCE_KINDS

    return SOURCE_KINDS


class ManyFiles(ManyReferences):
    """The same for `--gold`: no other files are among the words of this command."""

    many = ("--references", "--gold")


FIGURES = 0.7
"""Share of the work that is done before figures are computed."""


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
@click.option(
    "--figures",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Also write Figures 1, 4 and 5 of the paper for these data into this folder, drawn and as CSV.",
)
@click.option(
    "judgments",
    "--judgments",
    metavar="FILE",
    type=FILE,
    multiple=True,
    help="For Figure 4: rankings of outputs of these sentences; may be repeated.",
)
@click.option(
    "--outputs",
    metavar="OUTPUT",
    type=click.Path(path_type=Path),
    multiple=True,
    help="For Figure 4: an output of a judged system, or a folder of them; may be repeated.",
)
@judge_options
@system_options
@first_sentence_option("Number of the first sentence in the judgments.")
@force_option
@json_option
def command(
    *,
    gold: tuple[Path, ...],
    references: tuple[Path, ...],
    metrics: tuple[str, ...],
    seed: int,
    figures: Path | None,
    judgments: tuple[Path, ...],
    outputs: tuple[Path, ...],
    force: bool,
    as_json: bool,
    **settings: Any,
) -> None:
    """Validate metrics without human rankings (MAEGE, Choshen and Abend 2018).

    Gold edits are applied to their sentences one after the other. Each makes the text better, so that a
    metric should score it higher.

    With --figures also: how many references combining the annotators' corrections would make (Figure 1), how
    metrics agree with people and with this validation (Figure 4, with --judgments and --outputs), and how
    they score uncorrected sentences by their number of errors (Figure 5).
    """
    from appraise_gec.cli.maege_figures import check_figures
    from metrics.validation.maege.experiment import MaegeSettings

    selection = taken_selection(judgments, settings)
    drawn = check_figures(figures, selection, outputs, read=(*gold, *references), force=force)
    with refused_metrics(CALL), Progress("Validating") as progress:
        with refused_values(CALL):
            chosen = MaegeSettings(**settings)
        answer = maege_files(MaegeRequest(gold, references, metrics, chosen, seed, drawn), progress.share)
    write_answer(answer, as_json=as_json)


def maege_files(request: MaegeRequest, progress: Callable[[float], None] | None = None) -> Answer:
    """Validate metrics by partly corrected sentences, and write figures where they are asked for.

    Raises:
        FormatError: wrong inputs, by file and line, and what cannot be done with them.
        SettingError, UnavailableError: of the metrics.
    """
    import numpy as np
    import scipy

    from appraise_gec.cli.maege_figures import figures_text, read_judged, write_figures
    from metrics.reports.maege import maege_metric
    from metrics.scorers.parsing import parse_metrics
    from metrics.validation.maege.experiment import validate_without_people
    from metrics.validation.maege.figures import maege_figures
    from metrics.validation.maege.results import maege_result

    names = request.metrics or default_metrics(request.settings.source_kind)
    scorers = parse_metrics(names, maege_metric)
    for scorer in scorers.values():
        scorer.ensure_available()
    inputs = InputFiles()
    gold = read_gold(request.gold, inputs)
    references = read_reference_files(request.references, inputs, gold.sources)
    asked = request.figures
    judged = read_judged(asked, gold, inputs) if asked else None
    share = progress and asked and (lambda part: progress(FIGURES * part))
    with refused_values(CALL):
        figures = validate_without_people(
            gold,
            scorers,
            request.settings,
            seed=request.seed,
            references=references,
            progress=share or progress,
        )
    made_from = recipe(
        "maege",
        inputs,
        {
            "metrics": list(scorers),
            **asdict(request.settings),
            **(asked.selection.settings if asked and judged else {}),
        },
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
    if not asked:
        return Answer(made_from, to_json(result), lambda: _text(result), tuple(inputs.warnings))
    rest = progress and (lambda part: progress(FIGURES + (1 - FIGURES) * part))
    by_maege = {level.metric: level.rho for level in result.corpus}
    with refused_values(CALL):
        computed = maege_figures(gold, scorers, by_maege, references=references, judged=judged, progress=rest)
    number = write_figures(computed, asked.folder)
    written = f"{asked.folder}: {number} files with the figures."

    def text() -> str:
        return f"{_text(result)}\n\n{figures_text(computed)}\n\n{written}"

    return Answer(made_from, to_json(result), text, tuple(inputs.warnings))


def default_metrics(source_kind: str) -> tuple[str, ...]:
    """The metrics that work everywhere with this kind of source."""
    from metrics.reports.maege import DEFAULT_METRICS

    return (*DEFAULT_METRICS, WITH_ORIGINAL) if source_kind == "original" else DEFAULT_METRICS


def _text(result: MaegeResult) -> str:
    from appraise_gec.presentation.writers import terminal
    from metrics.tables.maege import heading, maege_tables

    return "\n\n".join(["\n".join(heading(result)), *map(terminal.write, maege_tables(result))])
