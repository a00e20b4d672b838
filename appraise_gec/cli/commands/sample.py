"""`appraise-gec sample`: draw the items that judges are to rank."""

from pathlib import Path
from typing import Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import FILE, json_option, sampling_options, seed_option


@click.command()
@click.argument("outputs", metavar="OUTPUT...", nargs=-1, required=True, type=FILE)
@click.option("--source", type=FILE, required=True, help="Source sentences, one per line.")
@click.option(
    "--documents", type=FILE, help="Identifiers of documents, one per line, parallel to the source."
)
@sampling_options
@seed_option
@click.option("write_to", "--output", "-o", type=FILE, help="Also write the items to this file, as blocks.")
@json_option
def command(outputs: tuple[Path, ...], source: Path, as_json: bool, **settings: Any) -> None:
    """Sample sentences and outputs for judging.

    OUTPUT are text files, one sentence per line, named after their system; a folder stands for its files.
    """
    from rankings.commands.sampled_items import sample  # noqa: PLC0415

    write_answer(sample(source, outputs, **settings), as_json=as_json)
