"""What a command prints: one JSON document for machines, or text for people."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any

import click

from appraise_gec.library.finding import Finding, document_bytes
from appraise_gec.library.refusals import one_line
from rankings.formats.problems import one_of_each_kind
from rankings.formats.records import Problem


def print_finding(found: Finding[Any], *, as_json: bool) -> None:
    """Print what was found, and warnings on standard error."""
    if as_json and found.content is not None:
        message = "With --json standard output holds the document: give -o FILE as well."
        raise click.UsageError(message, click.get_current_context())
    write_warnings(found.warnings)
    if as_json:
        write_document(found.recipe, found.to_json())
    elif found.content is not None:
        for piece in found.content:
            click.echo(piece, nl=False)
    else:
        write_text(repr(found))


def write_warnings(warnings: Iterable[Problem]) -> None:
    """Print warnings on standard error, one line for each kind."""
    for warning in one_of_each_kind(warnings):
        click.echo(f"Warning: {one_line(warning)}", err=True)


def write_document(recipe: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Print `{"recipe": ..., "result": ...}` in UTF-8, whatever the terminal's encoding.

    Non-finite numbers become null.
    """
    click.echo(document_bytes({"recipe": recipe, "result": result}), nl=False)


def write_text(text: str) -> None:
    """Print text for people; characters that the terminal cannot show become escapes."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace").decode(encoding))
