"""JSON as a text, and where it breaks."""

import json
from typing import Any


def parse_json(text: str) -> tuple[Any, tuple[int, str] | None]:
    """The value of a JSON text, or the line and description of what is wrong with it."""
    try:
        return json.loads(text, parse_constant=_refuse_constant), None
    except json.JSONDecodeError as error:
        return None, (error.lineno, f"{error.msg}, at character {error.colno}")
    except RecursionError:
        return None, (1, "nested too deeply")
    except ValueError as error:
        return None, (1, str(error))


def _refuse_constant(constant: str) -> float:
    raise ValueError(f"{constant} is not a JSON number")
