"""Names of judges in documents that are stored or handed out, found by the keys that hold them."""

from collections.abc import Mapping
from typing import Any

# The keys under which stored documents name judges: one of them, or a list.
NAME_KEYS = frozenset({"judge", "judge_a", "judge_b"})
NAME_LIST_KEYS = frozenset({"judges", "excluded_judges"})


def renamed(value: Any, names: Mapping[str, str], key: str = "") -> Any:
    """A stored document with judges renamed, found by the keys that hold judges' names."""
    if isinstance(value, dict):
        return {name: renamed(inner, names, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [
            names.get(inner, inner)
            if key in NAME_LIST_KEYS and isinstance(inner, str)
            else renamed(inner, names)
            for inner in value
        ]
    return names.get(value, value) if key in NAME_KEYS and isinstance(value, str) else value
