"""Results as JSON and back: what `--json` prints, the API answers and the site stores.

A result is a frozen dataclass. What is not a finite number becomes null; so a field that may be undefined is
a `float | None`.
"""

from collections.abc import Mapping
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


# The keys under which stored documents name judges: one of them, or a list.
_NAME_KEYS = frozenset({"judge", "judge_a", "judge_b"})
_NAME_LIST_KEYS = frozenset({"judges", "excluded_judges"})


def renamed(value: Any, names: Mapping[str, str], key: str = "") -> Any:
    """A stored document with judges renamed, found by the keys that hold judges' names."""
    if isinstance(value, dict):
        return {name: renamed(inner, names, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [
            names.get(inner, inner)
            if key in _NAME_LIST_KEYS and isinstance(inner, str)
            else renamed(inner, names)
            for inner in value
        ]
    return names.get(value, value) if key in _NAME_KEYS and isinstance(value, str) else value
