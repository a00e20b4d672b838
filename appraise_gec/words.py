"""English for what depends on a number or a list. What judges read goes through Django's gettext instead."""

import unicodedata
from collections.abc import Sequence
from typing import Any


def plural(n: int, one: str, many: str, **values: Any) -> str:
    """`{n} judge` or `{n} judges`, with `n` and the other values in place of their names in braces."""
    return (one if n == 1 else many).format(n=f"{n:,}", **values)


def listed(parts: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def as_sentence(reason: str) -> str:
    """`no ranking yet` as `No ranking yet.`"""
    return f"{reason[:1].upper()}{reason[1:]}."


def visible(text: str) -> str:
    """`text` with every character that nobody can see, or that turns the direction of writing, escaped."""
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    # "C" covers controls, unassigned characters and the marks that turn the direction of writing: a name
    # must not be able to rearrange the message that complains about it.
    if unicodedata.category(character)[0] in "C" or character in "\u2028\u2029":
        return f"\\u{ord(character):04x}"
    return character
