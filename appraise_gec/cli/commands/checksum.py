"""`appraise-gec checksum`: the SHA-256 by which a report names its rankings."""

from pathlib import Path

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import FILE, Selection, json_option


@click.command()
@click.argument("files", metavar="JUDGMENTS...", nargs=-1, required=True, type=FILE)
@json_option
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """Print the SHA-256 by which a report's recipe names its rankings.

    JUDGMENTS are files in any known format, told apart by content and joined; - is standard input.
    """
    from rankings.commands.judgment_checksum import checksum  # noqa: PLC0415 - loads numerical libraries

    write_answer(checksum(Selection(files)), as_json=as_json)
