"""English sentences that remember what they were made of, so that a page can say them in another language.

Packages that know no Django word their results with these. A `Worded` text is an English `str` to files,
programs and terminals; a template of the site that writes it out says it in the reader's language
(`appraise_gec/languages/reading.py`).

What makes a new string out of one, as f-strings, `+` and `str.join` do, gives a plain string that stays
English: put it into a message as a value, or use `joined`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any, Protocol, Self


class Language(Protocol):
    """What a language can say. `context` is "" for messages without one."""

    def message(self, text: str, context: str) -> str: ...
    def plural(self, one: str, many: str, n: int, context: str) -> str: ...
    def number(self, text: str) -> str:
        """A number, as English writes it, with the separators of the language."""

    def moment(self, text: str) -> str:
        """A date and a time, `2026-11-23 16:05`, as the language writes them."""


# Keys of what `packed` makes.
PACKED = ({"text", "values"}, {"parts", "separator"}, {"figure"}, {"moment"}, {"sentence"})
_reader: Callable[[], Language | None] = lambda: None  # noqa: E731


def read_by(reader: Callable[[], Language | None]) -> None:
    """Have texts on pages said in the language that `reader` returns; None is English."""
    global _reader  # noqa: PLW0603 - one site, one way to know its reader
    _reader = reader


class Worded(str):
    """A text in English that can be said in another language."""

    def said_in(self, language: Language) -> str:
        return str(self)

    def __html__(self) -> str:
        """What templates write out: in the reader's language, and escaped."""
        return escape(in_readers_language(self))


class Words(Worded):
    """A message with its values. Made by `words`, `words_for_count` and `words_in`."""

    text: str
    many: str
    n: int
    context: str
    values: dict[str, Any]

    @classmethod
    def of(cls, text: str, values: dict[str, Any], *, many: str = "", n: int = 1, context: str = "") -> Self:
        made = cls(_filled(text if not many or n == 1 else many, values))
        made.text, made.many, made.n, made.context, made.values = text, many, n, context, values
        return made

    def said_in(self, language: Language) -> str:
        said = (
            language.plural(self.text, self.many, self.n, self.context)
            if self.many
            else language.message(self.text, self.context)
        )
        return _filled(said, {name: _said(value, language) for name, value in self.values.items()})


class Joined(Worded):
    """Texts one after the other."""

    parts: tuple[str, ...]
    separator: str

    def said_in(self, language: Language) -> str:
        separator: str = _said(self.separator, language)
        return separator.join(_said(part, language) for part in self.parts)


class Sentence(Worded):
    """A reason, which begins in lower case and has no full stop, as a sentence of its own."""

    reason: str

    def said_in(self, language: Language) -> str:
        return _sentence(_said(self.reason, language))


class Figure(Worded):
    """A number as English writes it: `1,234.5`, `.578`, `12 %`."""

    def said_in(self, language: Language) -> str:
        return language.number(str(self))


class Moment(Worded):
    """A date and a time as English writes them here: `2026-11-23 16:05`."""

    def said_in(self, language: Language) -> str:
        return language.moment(str(self))


class Capitalized(Worded):
    """A text at the beginning of a line or sentence."""

    text: str

    def said_in(self, language: Language) -> str:
        said: str = _said(self.text, language)
        return said[:1].upper() + said[1:]


def words(message: str, /, **values: Any) -> Words:
    """A message in English, with `%(name)s` for each of its values. Without values it is taken as it is.

    Values that are worded texts themselves are said in the reader's language too.
    """
    return Words.of(message, values)


def words_for_count(one: str, many: str, n: int, /, **values: Any) -> Words:
    """A message that depends on a number, which is its value `n`: `1 judge`, `%(n)s judges`."""
    return Words.of(one, {"n": Figure(f"{n:,}"), **values}, many=many, n=n)


def words_in(context: str, message: str, /, **values: Any) -> Words:
    """A message that is said differently elsewhere, as one word may be; `context` tells translators where."""
    return Words.of(message, values, context=context)


def joined(separator: str, parts: Iterable[str]) -> str:
    """As `str.join`, for worded texts."""
    parts = tuple(parts)
    made = Joined(separator.join(parts))
    made.parts, made.separator = parts, separator
    return made


def capitalized(text: str) -> str:
    """The text with a capital first letter."""
    made = Capitalized(text[:1].upper() + text[1:])
    made.text = text
    return made


def listed(parts: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    return words("%(others)s and %(last)s", others=joined(", ", parts[:-1]), last=parts[-1])


def as_sentence(reason: str) -> str:
    """`no ranking yet` as `No ranking yet.`"""
    made = Sentence(_sentence(reason))
    made.reason = reason
    return made


def reason_of(error: Exception) -> str:
    """The text of an error as it was given, where it is worded; `str(error)` is in English."""
    text = error.args[0] if error.args else ""
    return text if isinstance(text, Worded) else str(error)


def in_readers_language(text: str) -> str:
    """The text as the reader of this page is to see it; a plain one stays as it is."""
    language = _reader() if isinstance(text, Worded) else None
    return _said(text, language) if language is not None else str(text)


def speaker() -> Callable[[str], str]:
    """`in_readers_language` for the many texts of one page: the reader's language is asked for once."""
    language = _reader()
    return str if language is None else lambda text: str(_said(text, language))


def packed(text: str) -> Any:
    """The text as JSON can keep it, with what it was made of."""
    if isinstance(text, Words):
        kept = {"text": text.text, "values": {name: packed(value) for name, value in text.values.items()}}
        many = {"many": text.many, "n": text.n} if text.many else {}
        return kept | many | ({"context": text.context} if text.context else {})
    if isinstance(text, Joined):
        return {"separator": packed(text.separator), "parts": [packed(part) for part in text.parts]}
    if isinstance(text, Capitalized):
        return {"capitalized": packed(text.text)}
    if isinstance(text, Figure | Moment):
        return {"figure" if isinstance(text, Figure) else "moment": str(text)}
    if isinstance(text, Sentence):
        return {"sentence": packed(text.reason)}
    return text


def unpacked(kept: Any) -> Any:
    """What `packed` made JSON of."""
    if not isinstance(kept, dict):
        return kept
    if "figure" in kept or "moment" in kept:
        return Figure(kept["figure"]) if "figure" in kept else Moment(kept["moment"])
    if "capitalized" in kept:
        return capitalized(unpacked(kept["capitalized"]))
    if "sentence" in kept:
        return as_sentence(unpacked(kept["sentence"]))
    if "parts" in kept:
        return joined(unpacked(kept["separator"]), [unpacked(part) for part in kept["parts"]])
    values = {name: unpacked(value) for name, value in kept["values"].items()}
    return Words.of(
        kept["text"], values, many=kept.get("many", ""), n=kept.get("n", 1), context=kept.get("context", "")
    )


def packed_within(document: Any) -> Any:
    """A document for JSON with each of its texts as `packed` keeps it."""
    if isinstance(document, Mapping):
        return {key: packed_within(value) for key, value in document.items()}
    if isinstance(document, list):
        return [packed_within(value) for value in document]
    return packed(document) if isinstance(document, Worded) else document


def unpacked_within(document: Any) -> Any:
    """What `packed_within` made JSON of; a document without worded texts stays as it is."""
    if isinstance(document, list):
        return [unpacked_within(value) for value in document]
    if not isinstance(document, Mapping):
        return document
    if any(document.keys() >= keys for keys in PACKED):
        return unpacked(document)
    return {key: unpacked_within(value) for key, value in document.items()}


def _filled(text: str, values: dict[str, Any]) -> str:
    return text % values if values else text


def _sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}."


def _said(value: Any, language: Language) -> Any:
    return value.said_in(language) if isinstance(value, Worded) else value
