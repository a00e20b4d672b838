"""Results as JSON and back: what `--json` prints, the API answers and the site stores.

A result is a frozen dataclass. What is not a finite number becomes null; so a field that may be undefined is
a `float | None`.
"""

import json
from typing import Any, TypeVar

import msgspec

from rankings.formats.problems import figure
from rankings.formats.records import FormatError, Problem

Result = TypeVar("Result")


def to_json(value: Any) -> Any:
    """A result, or a part of one, as values that JSON can hold. Numbers of numpy become Python's."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=float))


def from_json(kind: type[Result], document: Any) -> Result:
    """The result that `to_json` wrote. Fields that the class does not have are ignored.

    Raises:
        ValueError: the document is none of this kind; the message names the place in it.
    """
    return msgspec.convert(document, kind, str_keys=True)


def parse_json(text: str, name: str) -> Any:
    """The value of a JSON text that somebody brings; `name` is for messages.

    Raises:
        FormatError: it is not JSON; with the line.
    """
    line = 1
    try:
        return json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        line, why = error.lineno, f"{error.msg}, at character {figure(error.colno)}"
    except RecursionError:
        why = "nested too deeply"
    except ValueError as error:
        why = str(error)
    raise FormatError(Problem(name, f"The file is not well-formed JSON ({why}).", line))


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not a JSON number")
