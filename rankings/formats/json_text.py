"""JSON as a text, and where it breaks."""

import json
from typing import Any

from rankings.formats.problems import figure

BYTE_ORDER_MARK = "\ufeff"
# What Python's json says.
_REASONS = (
    "Expecting value",
    "Expecting property name enclosed in double quotes",
    "Expecting ':' delimiter",
    "Expecting ',' delimiter",
    "Illegal trailing comma before end of array",
    "Illegal trailing comma before end of object",
    "Unterminated string",
    "Invalid control character",
    "Invalid \\escape",
    "Invalid \\uXXXX escape",
    "Extra data",
)


class _ConstantError(ValueError):
    """NaN or an infinite number."""


def parse_json(text: str) -> tuple[Any, tuple[int, str] | None]:
    """The value of a JSON text, or the line and description of what is wrong with it."""
    try:
        # As `json.loads` does, which makes a decoder for every text; files of lines have a million of them.
        return (json.loads(text) if text.startswith(BYTE_ORDER_MARK) else DECODER.decode(text)), None
    except json.JSONDecodeError as error:
        return None, (error.lineno, reason_at(error.msg, error.colno))
    except RecursionError:
        return None, (1, "nested too deeply")
    except _ConstantError as error:
        return None, (1, str(error))
    except ValueError:
        # Python reads whole numbers up to a length.
        return None, (1, "a number has too many digits")


def reason_at(message: str, column: int) -> str:
    """What is wrong, by the message of a reader of JSON, and the one-based character in its line."""
    reason = next((reason for reason in _REASONS if message.startswith(reason)), message)
    return f"{reason}, at character {figure(column)}"


def not_json(reason: str) -> str:
    """The message for a file that is not JSON, for the reason that `parse_json` gave."""
    return f"The file is not well-formed JSON ({reason})."


def _refuse_constant(constant: str) -> float:
    raise _ConstantError(f"{constant} is not a JSON number")


DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
