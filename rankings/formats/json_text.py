"""JSON as a text, and where it breaks."""

import json
from typing import Any

BYTE_ORDER_MARK = "\ufeff"


def parse_json(text: str) -> tuple[Any, tuple[int, str] | None]:
    """The value of a JSON text, or the line and description of what is wrong with it."""
    try:
        # As `json.loads` does, which makes a decoder for every text; files of lines have a million of them.
        return (json.loads(text) if text.startswith(BYTE_ORDER_MARK) else DECODER.decode(text)), None
    except json.JSONDecodeError as error:
        return None, (error.lineno, f"{error.msg}, at character {error.colno}")
    except RecursionError:
        return None, (1, "nested too deeply")
    except ValueError as error:
        return None, (1, str(error))


def _refuse_constant(constant: str) -> float:
    raise ValueError(f"{constant} is not a JSON number")


DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
