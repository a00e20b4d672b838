"""The page of all commands and options, made from the commands themselves."""

import re
from collections.abc import Iterator

import click

from appraise_gec.cli import main
from docsite.cells import code, prose, table

PROGRAM = "appraise-gec"
STATUSES = (
    ("0", "done"),
    ("1", "anything else than the two others, such as a reader that went away"),
    ("2", "the call or an input is wrong: one line for each problem on standard error, and nothing written"),
)


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
    for paragraph in _paragraphs(command.help or ""):
        yield f"{prose(paragraph)}\n"
    yield from table(("option", "meaning"), _options(command, own))
    examples = "\n".join(line.strip() for line in (command.epilog or "").splitlines()[2:])
    yield "\n".join(("Examples:\n", "```sh", examples, "```", ""))


def _paragraphs(text: str) -> list[str]:
    """Paragraphs as one line each; without the sign that keeps click from wrapping."""
    blocks = re.split(r"\n\s*\n", text.replace("\b\n", "").strip())
    return [" ".join(block.split()) for block in blocks]


def _options(command: click.Command, own: click.Context) -> Iterator[tuple[str, str]]:
    for parameter in command.get_params(own):
        record = parameter.get_help_record(own)
        if record is not None and record[1]:  # arguments are explained above
            names, meaning = record
            yield code(names), prose(" ".join(meaning.split()))
