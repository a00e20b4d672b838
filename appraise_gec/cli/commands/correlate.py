"""`appraise-gec correlate`: which metric agrees with people, and how sure that is."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import (
    FILE,
    OneOf,
    Selection,
    bootstrap_option,
    confidence_option,
    json_option,
    method_option,
    seed_option,
    unit_option,
)
from appraise_gec.cli.progress import Progress
from rankings.formats.records import FormatError, Problem


def _pairs() -> Sequence[str]:
    from metrics.validation.judged_pairs import PAIR_KINDS  # noqa: PLC0415 - loads numerical libraries

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
@click.option("judges", "--judge", metavar="JUDGE", multiple=True, help="Only this judge; may be repeated.")
@click.option(
    "excluded", "--exclude-judge", metavar="JUDGE", multiple=True, help="Not this judge; may be repeated."
)
@click.option(
    "--first-sentence",
    type=click.IntRange(-1, 1),
    default=0,
    show_default=True,
    help="Number of the first sentence in the judgments.",
)
@method_option
@bootstrap_option(1000)
@unit_option
@confidence_option
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
@click.option("--gold", type=FILE, help="For --metric: gold edits in M2 format.")
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
    judges: tuple[str, ...],
    excluded: tuple[str, ...],
    first_sentence: int,
    metrics: tuple[str, ...],
    outputs: tuple[Path, ...],
    source: Path | None,
    gold: Path | None,
    references: tuple[Path, ...],
    annotator: int | None,
    seed: int,
    as_json: bool,
    **settings: Any,
) -> None:
    """Correlate metric SCORES... with the JUDGMENTS of people.

    JUDGMENTS are files in any known format, told apart by content and joined; - is standard input. SCORES
    are files with a line for each system: its name and its score, or its name, F, precision and recall; or
    tables with a heading that begins with `system`; or the JSON of `appraise-gec score`, with sentence
    scores after --by-sentence.
    """
    from appraise_gec.cli.judgment_files import read_evaluation  # noqa: PLC0415
    from metrics.correlation_command import (  # noqa: PLC0415 - loads numerical libraries
        CorrelationSettings,
        MetricSources,
        correlate_files,
        split_files,
    )
    from metrics.scorers.scorer import SettingError, UnavailableError  # noqa: PLC0415

    also_judgments, scores = split_files(files)
    paths = (judgments, *also_judgments, *more)
    groups = [(path,) for path in paths] if separate_sets else [paths]
    evaluations = [read_evaluation(Selection(group, judges, excluded, first_sentence)) for group in groups]
    sources = MetricSources(scores, metrics, outputs, source, gold, references, annotator)
    try:
        with Progress("Correlating") as progress:
            answer = correlate_files(
                evaluations, sources, CorrelationSettings(**settings), seed, progress.share
            )
    except SettingError as error:
        raise FormatError(Problem("appraise-gec correlate", str(error))) from error
    except UnavailableError as error:
        raise click.ClickException(str(error)) from error
    write_answer(answer, as_json=as_json)
