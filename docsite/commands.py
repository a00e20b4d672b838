"""The page of all commands and options, made from the commands themselves as the manual page is."""

from collections.abc import Iterator

import click

from appraise_gec.cli import main
from appraise_gec.cli.examples import lines_of
from appraise_gec.cli.manual import STATUSES, paragraphs
from docsite.cells import code, prose, table

PROGRAM = "appraise-gec"


def page() -> str:
    """The page in Markdown."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    group = click.Context(main, info_name=PROGRAM, **main.context_settings)
    yield "# All commands and options\n"
    yield "What they are for, and what their answers hold, is in [The command line](command-line.md).\n"
    yield from table(("exit status", "meaning"), ((number, prose(meaning)) for number, meaning in STATUSES))
    for name in main.list_commands(group):
        command = main.get_command(group, name)
        if command is not None:
            yield from _command(name, command, group)


def _command(name: str, command: click.Command, group: click.Context) -> Iterator[str]:
    own = click.Context(command, info_name=name, parent=group)
    yield f"## {name}\n"
    yield "\n".join(("```", f"{PROGRAM} {name} {' '.join(command.collect_usage_pieces(own))}", "```", ""))
    for paragraph in paragraphs(command.help or ""):
        yield f"{prose(paragraph)}\n"
    yield from table(("option", "meaning"), _options(command, own))
    yield "\n".join(("Examples:\n", "```sh", *lines_of(name), "```", ""))


def _options(command: click.Command, own: click.Context) -> Iterator[tuple[str, str]]:
    for parameter in command.get_params(own):
        record = parameter.get_help_record(own)
        if record is not None and record[1]:  # arguments are explained above
            names, meaning = record
            yield code(names), prose(" ".join(meaning.split()))
