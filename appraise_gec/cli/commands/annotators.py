"""`appraise-gec annotators`: how far the annotators of a gold standard agree."""

from pathlib import Path

import click

from appraise_gec.cli.commands.score import FILE, ManyReferences
from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import json_option
from appraise_gec.cli.progress import Progress


class ManyGold(ManyReferences):
    """Lets one `--gold` be followed by several files."""

    many = "--gold"


@click.command(cls=ManyGold)
@click.option(
    "--gold",
    metavar="FILE.m2...",
    type=FILE,
    multiple=True,
    required=True,
    help="Gold edits: one file with several annotators, or several files about the same sentences.",
)
@click.option(
    "without_types",
    "--without-type",
    metavar="TYPE",
    multiple=True,
    help="Do not apply edits of this type when texts are made, such as Um; may be repeated.",
)
@json_option
def command(gold: tuple[Path, ...], without_types: tuple[str, ...], as_json: bool) -> None:
    """Compare the annotators of gold edits with each other.

    For every two of them Cohen's kappa on which words need correction, and MaxMatch of what one made of the
    sentences against the edits of the other.
    """
    from metrics.annotators_command import annotators_files  # noqa: PLC0415 - loads numerical libraries

    with Progress("Comparing") as progress:
        answer = annotators_files(gold, without_types, progress.share)
    write_answer(answer, as_json=as_json)
