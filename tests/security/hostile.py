"""What a request may say to break a page, and the forms that a page has."""

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

# As they stand in an address, a query or a form, percent-encoded.
TEXTS = (
    "%00",
    "a%00b",
    "%FF%FE",  # no UTF-8
    "%ED%A0%80",  # a lone surrogate
    "1" + "0" * 30,
    "-1",
    "0",
    "9" * 5000,  # more digits than int() takes
    "%C2%B2",  # a digit to isdigit(), not to int()
    "%D9%A3",  # a digit of another script, which int() takes
    "NaN",
    "-Infinity",
    "1e400",
    "",
    "x" * 20_000,
    "%5B" * 3000,
    "//%5B",  # no address
    "%0D%0Aa:%20b",
)

DEEP = 3000
# As they stand in JSON.
JSON_VALUES = (
    "null",
    "true",
    '""',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"NaN"',
    "1" + "0" * 30,
    "-1" + "0" * 30,
    "9" * 5000,
    "1.5",
    "NaN",
    "-Infinity",
    "1e400",
    f'"{"x" * 20_000}"',
    "[]",
    "{}",
    "[null]",
    "[[[]]]",
    '["\\u0000"]',
    '["\\ud800"]',
    '{"\\u0000": "\\u0000"}',
    '{"beta": NaN}',
    '{"beta": 1e400}',
    '{"beta": ' + "1" + "0" * 30 + "}",
    '{"a": {"b": [1]}}',
    "[" * DEEP + "]" * DEEP,
)
BODIES = (
    *(value.encode() for value in JSON_VALUES),
    b"",
    b"{",
    b"[" * DEEP,
    b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    b'{"parts": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    b'{"\xff": 1}',
    b"\xff\xfe",
    b"\x00",
    b'"\xed\xa0\x80"',
)


def route_patterns(
    resolver: URLResolver | None = None, name: str = "", path: str = ""
) -> Iterator[tuple[str, str]]:
    """Every route's name, and its path with converters: ("jobs:status", "jobs/<uuid:job_id>/")."""
    for entry in (resolver or get_resolver()).url_patterns:
        whole = path + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from route_patterns(entry, name + (f"{entry.namespace}:" if entry.namespace else ""), whole)
        elif isinstance(entry, URLPattern):
            yield f"{name}{entry.name}", whole


ARGUMENT = re.compile(r"<(?:(\w+):)?(\w+)>")
# What each kind of argument lets through to a view; a resolver answers everything else.
ARGUMENTS = {
    "int": ("0", "1" + "0" * 30, "9" * 5000),
    "key": ("0", "1" + "0" * 30, "9" * 5000),
    "slug": ("-1", "1" + "0" * 30, "x" * 20_000),
    "address": ("-1", "1" + "0" * 30, "x" * 20_000, "\u8a55" * 5_000, "\u0660", "e\u0301"),
    "uuid": ("00000000-0000-0000-0000-000000000000",),
    "str": TEXTS,
    "path": TEXTS,
}


def spoiled_addresses(pattern: str, good: dict[str, Any]) -> Iterator[str]:
    """The address of a path with converters, each of its arguments in turn spoiled in every way."""
    for kind, spoiled in ARGUMENT.findall(pattern):
        for text in ("%00", *ARGUMENTS[kind]):
            told = {name: str(value) for name, value in good.items()} | {spoiled: text}
            yield "/" + ARGUMENT.sub(_named(told), pattern)


def _named(values: dict[str, str]) -> Callable[[re.Match[str]], str]:
    return lambda found: values[found[2]]


class Forms(HTMLParser):
    """The forms of a page: where each leads, by what method, and what it sends if nothing is changed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, dict[str, str]]] = []
        self._select: str | None = None
        self._text: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        name, value = told.get("name"), told.get("value") or ""
        if tag == "form":
            self.found.append((told.get("method") or "get", told.get("action") or "", {}))
        elif not self.found:
            return
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in told or self._select not in self._fields):
            self._fields[self._select] = value
        elif tag == "textarea" and name:
            self._text = name
            self._fields[name] = ""
        elif tag == "input" and name and told.get("type") != "file":
            is_choice = told.get("type") in {"radio", "checkbox"}
            if not is_choice or "checked" in told or name not in self._fields:
                self._fields[name] = value or ("on" if is_choice else "")
        elif tag == "button" and name:
            self._fields.setdefault(name, value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = None
        if tag == "textarea":
            self._text = None

    def handle_data(self, data: str) -> None:
        if self._text:
            self._fields[self._text] += data

    @property
    def _fields(self) -> dict[str, str]:
        return self.found[-1][2]
