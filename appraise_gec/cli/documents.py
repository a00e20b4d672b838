"""Output of commands: one JSON document for machines, or text for people."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import click

import appraise_gec
from appraise_gec.cli.errors import one_line
from appraise_gec.cli.inputs import InputFiles
from rankings.formats.problems import one_of_each_kind, without_folder
from rankings.formats.records import Problem
from rankings.formats.results import to_json


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a command.

    Attributes:
        recipe: everything that the result depends on.
        result: as JSON values.
        text: makes the same as text for people.
        warnings: what is odd in the inputs.
    """

    recipe: Mapping[str, Any]
    result: Mapping[str, Any]
    text: Callable[[], str]
    warnings: tuple[Problem, ...] = ()


def recipe(
    command: str, inputs: InputFiles, settings: Mapping[str, Any], seed: int | None = None, **more: Any
) -> dict[str, Any]:
    """The recipe of a result: program, version, command, settings, seed and the SHA-256 of every input."""
    return {
        "program": "appraise-gec",
        "version": appraise_gec.__version__,
        "command": command,
        **more,
        "settings": dict(settings),
        "seed": seed,
        "inputs": inputs.hashes,
    }


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


def warning_lines(warnings: Iterable[Problem]) -> list[str]:
    """Warnings as a document repeats them, one for each kind: files without folders, as in the recipe, so
    that it does not depend on where they lie.
    """
    return [
        one_line(replace(warning, file=without_folder(warning.file)))
        for warning in one_of_each_kind(warnings, without_folder)
    ]


def write_document(recipe: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Print `{"recipe": ..., "result": ...}` in UTF-8, whatever the terminal's encoding.

    Non-finite numbers become null.
    """
    click.echo(document_bytes({"recipe": recipe, "result": result}), nl=False)


def document_bytes(document: Mapping[str, Any]) -> bytes:
    """A JSON document as the same bytes wherever it is written. Non-finite numbers become null."""
    text = json.dumps(to_json(document), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    # Half a surrogate pair, which UTF-8 cannot hold, becomes its escape in JSON.
    return text.encode("utf-8", "backslashreplace")


def write_text(text: str) -> None:
    """Print text for people; characters that the terminal cannot show become escapes."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace").decode(encoding))
