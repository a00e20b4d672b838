"""Sentences that were stored in English, as the messages that they were made of, so that pages can "
"translate them."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from appraise_gec.words import Figure, Worded, Words, joined

KEPT = 1024
A_NUMBER = r"[\d.,e+-]+(?: %)?"


class KnownWords:
    """Recognises sentences by the messages that they come from.

    Args:
        messages: in English, with `%(name)s` for what differs from sentence to sentence.
        shapes: by name of a value a regular expression of its text; otherwise it is a number.
        values: by name of a value what makes words of its text; otherwise it is a figure.
        fixed: further texts without values.
    """

    def __init__(
        self,
        messages: Iterable[Words],
        *,
        shapes: Mapping[str, str] | None = None,
        values: Mapping[str, Callable[[str], str]] | None = None,
        fixed: Mapping[str, str] | None = None,
    ) -> None:
        messages = tuple(messages)
        self._values = values or {}
        self._fixed = {str(message): message for message in messages if "%(" not in message.text} | dict(
            fixed or {}
        )
        self._patterns = tuple(
            (_pattern(message, shapes or {}), message) for message in messages if "%(" in message.text
        )
        self._worded = lru_cache(maxsize=KEPT)(self._recognised)

    def worded(self, text: str) -> str:
        """The stored text as words that a page says in the reader's language; as it is where it is not "
        "known."""
        return text if not text or isinstance(text, Worded) else self._worded(text) or text

    def _recognised(self, text: str) -> str:
        """As `worded`; empty where the text is not known."""
        if text in self._fixed:
            return self._fixed[text]
        for pattern, message in self._patterns:
            matched = pattern.fullmatch(text)
            if matched is not None:
                values = {name: self._value(name, value) for name, value in matched.groupdict().items()}
                return Words.of(message.text, values)
        # Two that were put together, one sentence after the other.
        for place in re.finditer(r"\. ", text):
            first, rest = self._worded(text[: place.start() + 1]), self._worded(text[place.end() :])
            if first and rest:
                return joined(" ", (first, rest))
        return ""

    def _value(self, name: str, text: str) -> str:
        read = self._values.get(name)
        return read(text) if read else Figure(text)


def _pattern(message: Words, shapes: Mapping[str, str]) -> re.Pattern[str]:
    parts = re.split(r"%\((\w+)\)s", message.text)
    literals = (re.escape(part.replace("%%", "%")) for part in parts[::2])
    names = (*(f"(?P<{name}>{shapes.get(name, A_NUMBER)})" for name in parts[1::2]), "")
    return re.compile("".join(part for both in zip(literals, names, strict=True) for part in both), re.DOTALL)
