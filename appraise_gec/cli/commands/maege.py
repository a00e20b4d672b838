"""`appraise-gec maege`: how well metrics order texts whose order is known without any judge."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from appraise_gec.cli.commands.score import FILE, ManyReferences
from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.options import OneOf, json_option, seed_option
from appraise_gec.cli.progress import Progress
from rankings.formats.records import FormatError, Problem

MOST_RUNS = 100


def _source_kinds() -> Sequence[str]:
    from metrics.validation.maege.sampling import SOURCE_KINDS  # noqa: PLC0415 - loads numerical libraries

    return SOURCE_KINDS


@click.command(cls=ManyReferences)
@click.option("--gold", metavar="FILE.m2", type=FILE, required=True, help="Gold edits in M2 format.")
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
    gold: Path,
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
    from metrics.maege_command import MaegeRequest, maege_files  # noqa: PLC0415 - loads numerical libraries
    from metrics.scorers.scorer import SettingError, UnavailableError  # noqa: PLC0415
    from metrics.validation.maege.experiment import MaegeSettings  # noqa: PLC0415

    try:
        with refused_values("appraise-gec maege"):
            chosen = MaegeSettings(**settings)
        with Progress("Validating") as progress:
            answer = maege_files(MaegeRequest(gold, references, metrics, chosen, seed), progress.share)
    except SettingError as error:
        raise FormatError(Problem("appraise-gec maege", str(error))) from error
    except UnavailableError as error:
        raise click.ClickException(str(error)) from error
    write_answer(answer, as_json=as_json)
