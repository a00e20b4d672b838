"""JSON that programs send, read without trust."""

import json
import math
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

DEEPEST = 20
"""Lists and objects inside each other; what the site takes needs three."""


class StrictJSONParser(JSONParser):
    """JSON in UTF-8 that the database can hold.

    Raises ParseError (400) for what is no JSON, for NaN and numbers that are not finite, for nesting deeper
    than `DEEPEST`, and for texts with NUL or half of a surrogate pair.
    """

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            document = json.loads(stream.read().decode("utf-8"), parse_constant=_refuse_constant)
        except RecursionError as error:
            raise ParseError(f"JSON is nested deeper than {DEEPEST} levels.") from error
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from error
        _refuse_unstorable(document)
        return document


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


def _refuse_unstorable(document: Any) -> None:
    level = [document]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner += [*value, *value.values()]
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, str):
                _refuse_text(value)
            elif isinstance(value, float) and not math.isfinite(value):
                raise ParseError("A number is too large.")
        if not inner:
            return
        level = inner
    raise ParseError(f"JSON is nested deeper than {DEEPEST} levels.")


def _refuse_text(text: str) -> None:
    if "\0" in text:
        raise ParseError("A text holds the character NUL (\\u0000), which cannot be stored.")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ParseError(f"A text holds half of a surrogate pair at character {error.start}.") from error
