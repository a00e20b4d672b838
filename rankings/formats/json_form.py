"""Results as JSON and back: the one form that `--json` prints, the API answers and a report stores.

A result is a frozen dataclass. Its fields hold other such classes, tuples, mappings with text as keys,
`Literal`, `X | None`, text, numbers, `int | float` and `Any`. What is not a finite number becomes null; so a
field that may be undefined is a `float | None`.
"""

import math
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from rankings.formats.problems import figure

Document = dict[str, Any]
Upgrade = Callable[[Document], Document]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Form:
    """Name and version of the documents of one kind of result.

    Attributes:
        name: stands in every document.
        version: of the documents that are written now.
        upgrades: by version, a function from a document of that version to the next. A document without a
            version is of version 0.
    """

    name: str
    version: int
    upgrades: Mapping[int, Upgrade]


FORMS: dict[type, Form] = {}
# Metadata of a field that is a mapping, of which every entry stands in the document like a field of its own.
MEMBERS = {"members": True}


def result(
    name: str, *, version: int, upgrades: Mapping[int, Upgrade] | None = None
) -> Callable[[type[Result]], type[Result]]:
    """Declare the form of a dataclass whose documents are kept or given away. Stands above `@dataclass`."""

    def declare(kind: type[Result]) -> type[Result]:
        FORMS[kind] = Form(name, version, upgrades or {})
        return kind

    return declare


def to_json(value: Any) -> Any:
    """A result, or a part of one, as values that JSON can hold."""
    if is_dataclass(value):
        form = FORMS.get(type(value))
        head = {"form": form.name, "version": form.version} if form else {}
        for field in fields(value):
            part = to_json(getattr(value, field.name))
            head |= part if "members" in field.metadata else {field.name: part}
        return head
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value


def from_json(kind: type[Result], document: Any) -> Result:
    """The result that `to_json` wrote, by this version of the program or an earlier one.

    Fields that the class does not have are ignored.

    Raises:
        ValueError: the document is none of this kind; the message names the place in it.
    """
    form = FORMS.get(kind)
    read: Result = _dataclass(kind, document, form.name if form else kind.__name__)
    return read


def check_shape(kind: Any, value: Any, place: str) -> None:
    """Raise ValueError, naming the place, for a value of JSON that is not of a kind that a field may have."""
    _value(kind, value, place)


def _dataclass(kind: Any, document: Any, place: str) -> Any:
    if not isinstance(document, Mapping):
        raise _unexpected(place, "an object")
    if form := FORMS.get(kind):
        document = _upgraded(form, dict(document), place)
    values = {}
    typed = _typed_fields(kind)
    for field, type_ in typed:
        if "members" in field.metadata:
            names = {"form", "version", *(other.name for other, _ in typed)}
            rest = {name: value for name, value in document.items() if name not in names}
            values[field.name] = _value(type_, rest, place)
        elif field.name in document:
            values[field.name] = _value(type_, document[field.name], f"{place}.{field.name}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise _unexpected(place, f'a field called "{field.name}"')
    return kind(**values)


@cache
def _typed_fields(kind: Any) -> list[tuple[Field[Any], Any]]:
    types_of = get_type_hints(kind)
    return [(field, types_of[field.name]) for field in fields(kind)]


def _upgraded(form: Form, document: Document, place: str) -> Document:
    if document.get("form", form.name) != form.name:
        raise _unexpected(f"{place}.form", f'"{form.name}"')
    version = document.get("version", 0)
    if type(version) is not int or not 0 <= version <= form.version:
        known = f"a whole number up to {form.version}, the newest version known here"
        raise _unexpected(f"{place}.version", known)
    for older in range(version, form.version):
        document = form.upgrades.get(older, dict)(document)
    return document


def _value(kind: Any, value: Any, place: str) -> Any:  # noqa: PLR0911 - one line for each kind of value
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return value
    if is_dataclass(kind):
        return _dataclass(kind, value, place)
    if origin is Literal:
        one_of = f"one of {', '.join(map(repr, inner))}"
        return _checked(value, value in inner, place, one_of)
    if origin in (Union, types.UnionType) and len(inner) == 2 and inner[1] is type(None):
        return _optional(inner[0], value, place)
    if origin is tuple:
        return _tuple(inner, _checked(value, isinstance(value, list), place, "a list"), place)
    if origin in (dict, Mapping):
        _checked(value, isinstance(value, Mapping), place, "an object")
        return {key: _value(inner[1], item, f"{place}[{key!r}]") for key, item in value.items()}
    if kind in (float, _NUMBER):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        number = _checked(value, is_number, place, "a number")
        return float(number) if kind is float else number
    if kind in _NAMES:
        return _checked(value, type(value) is kind, place, _NAMES[kind])
    raise TypeError(f"{place}: no form in JSON for {kind}")


_NUMBER = int | float
_NAMES = {int: "a whole number", str: "text", bool: "true or false"}


def _optional(kind: Any, value: Any, place: str) -> Any:
    if value is None:
        return None
    try:
        return _value(kind, value, place)
    except ValueError as error:
        # Only where the value itself is wrong, not something within it.
        if str(error).startswith(f"{place}: "):
            raise ValueError(f"{error!s} or null") from None
        raise


def _tuple(inner: tuple[Any, ...], values: list[Any], place: str) -> tuple[Any, ...]:
    if inner[1:] == (...,):
        inner = inner[:1] * len(values)
    _checked(values, len(values) == len(inner), place, f"a list of {figure(len(inner))}")
    pairs = enumerate(zip(inner, values, strict=True))
    return tuple(_value(kind, item, f"{place}[{number}]") for number, (kind, item) in pairs)


def _checked(value: Any, is_right: bool, place: str, expected: str) -> Any:
    if not is_right:
        raise _unexpected(place, expected)
    return value


def _unexpected(place: str, expected: str) -> ValueError:
    return ValueError(f"{place}: expected {expected}")
