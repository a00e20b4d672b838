"""`appraise-gec sample`: draw the items that judges are to rank."""

from pathlib import Path
from typing import Any

import click

from appraise_gec.command_line.documents import write_answer
from appraise_gec.command_line.options import FILE, json_option, seed_option


@click.command()
@click.argument("outputs", metavar="OUTPUT...", nargs=-1, required=True, type=FILE)
@click.option("--source", type=FILE, required=True, help="Source sentences, one a line.")
@click.option("--documents", type=FILE, help="Identifiers of documents, one a line, parallel to the source.")
@click.option(
    "--input/--no-input",
    "add_input",
    default=True,
    show_default=True,
    help="Whether the unchanged source takes part.",
)
@click.option(
    "--max-outputs", type=click.IntRange(2), default=5, show_default=True, help="Outputs shown at most (M)."
)
@click.option(
    "--least-outputs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Distinct outputs that a sentence must have; 2 leaves out what has nothing to compare.",
)
@click.option(
    "--sampler",
    type=click.Choice(["diversity", "uniform"]),
    default="diversity",
    show_default=True,
    help="The distribution of the 2015 paper, or the same probability for all sentences.",
)
@click.option(
    "--replacement/--no-replacement",
    default=True,
    show_default=True,
    help="Whether a sentence can be drawn again.",
)
@click.option(
    "--items", type=click.IntRange(0), metavar="N", help="Items to draw; as many as sentences if not given."
)
@seed_option
@click.option("write_to", "--output", "-o", type=FILE, help="Also write the items to this file, as blocks.")
@json_option
def command(outputs: tuple[Path, ...], source: Path, as_json: bool, **settings: Any) -> None:
    """Sample sentences and outputs for judging.

    OUTPUT are text files, one sentence a line, named after their system; a folder stands for its files.
    """
    from rankings.commands.sampled_items import sample  # noqa: PLC0415

    write_answer(sample(source, outputs, **settings), as_json=as_json)
