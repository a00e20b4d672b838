"""Results as JSON and back: what `--json` prints, the API answers and the site stores.

A result is a frozen dataclass. What is not a finite number becomes null; so a field that may be undefined is
a `float | None`.
"""

from typing import Any, TypeVar

import msgspec

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
