"""Output of commands: one JSON document for machines, or text for people."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any

import click

from appraise_gec.library.recipes import Answer, document_bytes
from appraise_gec.library.refusals import one_line
from rankings.formats.problems import one_of_each_kind
from rankings.formats.records import Problem


def write_answer(answer: Answer, *, as_json: bool) -> None:
    """Print the result, and warnings on standard error."""
    write_warnings(answer.warnings)
    if as_json:
        write_document(answer.recipe, answer.result)
    else:
        write_text(answer.text())


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
