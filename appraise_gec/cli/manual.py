"""The manual page appraise-gec(1), made from the commands themselves.

`python -m appraise_gec.cli.manual` writes `docs/appraise-gec.1`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import click

import appraise_gec
from appraise_gec.cli import main
from appraise_gec.cli.examples import lines_of

PLACE = Path(__file__).resolve().parent.parent.parent / "docs" / "appraise-gec.1"
STATUSES = (
    ("0", "done"),
    ("1", "anything else than the two others, such as a reader that went away"),
    ("2", "the call or an input is wrong: one line for each problem on standard error, and nothing written"),
)


def manual() -> str:
    """The page as roff."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield f'.TH APPRAISE-GEC 1 "" "Appraise GEC {appraise_gec.__version__}" "User Commands"'
    yield ".ad l"
    group = click.Context(main, info_name="appraise-gec", **main.context_settings)
    first, *more = paragraphs(main.help or "")
    yield from (".SH NAME", f"appraise\\-gec \\- {_text(first[0].lower() + first[1:].rstrip('.'))}")
    yield from (
        ".SH SYNOPSIS",
        ".B appraise\\-gec",
        "[\\fIOPTIONS\\fR] \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]...",
    )
    yield ".SH DESCRIPTION"
    for paragraph in more:
        yield from (".PP", _text(paragraph))
    yield from (".SH OPTIONS", *_options(main, group))
    yield ".SH COMMANDS"
    for name in main.list_commands(group):
        command = main.get_command(group, name)
        if command is not None:
            yield from _command(name, command, group)
    yield ".SH EXIT STATUS"
    for status, meaning in STATUSES:
        yield from (".TP", f".B {status}", _text(meaning))
    yield from (".SH SEE ALSO", "The documents that come with the program, in the folder docs of its source.")


def _command(name: str, command: click.Command, group: click.Context) -> Iterator[str]:
    own = click.Context(command, info_name=name, parent=group)
    yield f".SS {_text(f'appraise-gec {name} ' + ' '.join(command.collect_usage_pieces(own)))}"
    for paragraph in paragraphs(command.help or ""):
        yield from (".PP", _text(paragraph))
    yield from _options(command, own)
    yield from (".PP", "Examples:", ".PP", ".nf", ".RS 4", *map(_text, lines_of(name)), ".RE", ".fi")


def _options(command: click.Command, own: click.Context) -> Iterator[str]:
    for parameter in command.get_params(own):
        record = parameter.get_help_record(own)
        if record is not None and record[1]:  # arguments are explained above
            names, meaning = record
            yield from (".TP", f"\\fB{_text(names)}\\fR", _text(" ".join(meaning.split())))


def paragraphs(text: str) -> list[str]:
    """Paragraphs as one line each; without the sign that keeps click from wrapping."""
    blocks = re.split(r"\n\s*\n", text.replace("\b\n", "").strip())
    return [" ".join(block.split()) for block in blocks]


def _text(text: str) -> str:
    """As roff reads it: a line that begins with a point or a quote would be an instruction."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    escaped = escaped.replace("|", "|\\:")  # a long list of choices may be broken
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    PLACE.write_text(manual(), encoding="utf-8")
