"""Values of columns as text of a CSV cell, as JSON, and back."""

import json
import math
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models

from rankings.bundles.description import Column, Table, is_person, refers_to, table_of_model
from rankings.formats.json_text import parse_json
from rankings.formats.problems import figure
from rankings.formats.results import from_json

Parse = Callable[[Any], Any]

WHOLE_NUMBERS: "dict[type[models.Field[Any, Any]], tuple[int, int]]" = {
    models.PositiveSmallIntegerField: (0, 2**15 - 1),
    models.PositiveIntegerField: (0, 2**31 - 1),
    models.PositiveBigIntegerField: (0, 2**63 - 1),
    models.BigIntegerField: (-(2**63), 2**63 - 1),
}
RUNS_OF_RANKINGS = "runs of ids in rankings.csv"
YEARS = (1900, 2200)
WHOLE = re.compile(r"-?\d{1,19}", re.ASCII)
DECIMAL = re.compile(r"-?\d{1,30}(\.\d{1,30})?(e[+-]\d{1,3})?", re.ASCII)


def compact_json(value: Any) -> str:
    """JSON in one line; keys in order, as databases do not keep theirs."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def as_cell(value: Any, *, is_json: bool) -> str:
    """A value as the text of a CSV cell; none is an empty cell."""
    if value is None:
        return ""
    if is_json:
        return compact_json(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    return str(as_plain(value))


def as_plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return str(value) if isinstance(value, UUID) else value


def parsers(table: Table, rows: Callable[[str], int]) -> dict[str, Parse]:
    """By column, what reads its values: from a cell where the table is CSV, else from JSON.

    Args:
        table: whose columns.
        rows: the number of rows of the table of a model, or of people where the model is an account.

    Each raises ValueError, saying what was expected.
    """
    number = _whole(1, 2**63 - 1)
    read: dict[str, Parse] = {"id": number if table.documents else _of_cell(number)}
    for name, column in table.columns.items():
        kind = table.derived.get(name)
        if kind == RUNS_OF_RANKINGS:
            read[name] = _runs(rows("rankings.Ranking"))
        elif kind:
            read[name] = _boolean if kind == "true or false" else _json(column)
        else:
            read[name] = _parser(table, name, column, rows)
    return read


def _parser(table: Table, name: str, column: Column, rows: Callable[[str], int]) -> Parse:
    field, in_cell = table.fields[name], not table.documents
    if isinstance(field, models.CharField | models.TextField):
        # An empty cell is an empty text.
        return _text(field)
    if isinstance(field, models.JSONField):
        parse = _json_in_cell(_json(column)) if in_cell else _json(column)
    elif isinstance(field, models.BooleanField):
        parse = _boolean_in_cell if in_cell else _boolean
    elif isinstance(field, models.DateTimeField):
        parse = _time
    elif isinstance(field, models.UUIDField):
        parse = _uuid
    else:
        parse = _of_cell(_number_of(field, rows)) if in_cell else _number_of(field, rows)
    return _optional(parse, may_be_none=field.null, in_cell=in_cell)


def _number_of(field: "models.Field[Any, Any]", rows: Callable[[str], int]) -> Parse:
    if is_person(field):
        return _reference(rows(""), "people")
    if target := refers_to(field):
        owner = table_of_model(target)
        return _reference(rows(target), owner.name if owner else target)
    return _number if isinstance(field, models.FloatField) else _whole(*WHOLE_NUMBERS[type(field)])


def _optional(parse: Parse, *, may_be_none: bool, in_cell: bool) -> Parse:
    def read(value: Any) -> Any:
        if value is None or (in_cell and value == ""):
            if may_be_none:
                return None
            raise ValueError("expected a value")
        return parse(value)

    return read


def _of_cell(parse: Parse) -> Parse:
    """For a number in a cell; what is none is left to `parse` to refuse."""

    def read(cell: str) -> Any:
        if WHOLE.fullmatch(cell):
            return parse(int(cell))
        return parse(float(cell) if DECIMAL.fullmatch(cell) else cell)

    return read


def _whole(least: int, most: int) -> Parse:
    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"expected a whole number from {least} to {most}")
        return value

    return read


def _reference(rows: int, what: str) -> Parse:
    def read(value: Any) -> int:
        if type(value) is not int or not 1 <= value <= rows:
            raise ValueError(
                f"expected an id of {what}, from 1 to {rows}"
                if rows
                else f"expected an id of {what}, but there is none"
            )
        return value

    return read


def _runs(rows: int) -> Parse:
    """Runs of ids, as `key_runs` makes them: ascending, apart, and no more than there are."""

    def read(value: Any) -> Any:
        if value is None:
            return None
        from_json(tuple[tuple[int, int], ...], value)
        last = 0
        for first, end in value:
            if not last < first <= end <= rows:
                raise ValueError(f"expected ascending runs of ids from 1 to {rows}")
            last = end
        return value

    return read


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError("expected a number")
    return float(value)


def _boolean(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("expected true or false")
    return value


def _boolean_in_cell(value: str) -> bool:
    if value not in ("true", "false"):
        raise ValueError("expected true or false")
    return value == "true"


def _time(value: Any) -> datetime:
    try:
        time = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        time = None
    if time is None or time.tzinfo is None or not YEARS[0] <= time.year <= YEARS[1]:
        raise ValueError("expected a time such as 2026-03-01T09:30:00+00:00")
    return time.astimezone(UTC)


def _uuid(value: Any) -> UUID:
    try:
        return UUID(value)
    except (ValueError, TypeError, AttributeError):
        raise ValueError("expected a UUID") from None


def _text(field: "models.Field[Any, Any]") -> Parse:
    choices = {str(value) for value, _ in field.flatchoices} if field.choices else None
    if choices is not None and field.blank:
        choices.add("")
    checks_more = isinstance(field, models.SlugField | models.URLField)
    wanted = (
        "expected an address that begins with https:// or http://"
        if isinstance(field, models.URLField)
        else "expected letters, digits, hyphens and underscores"
    )

    def read(value: Any) -> str:
        text = usable_text(value)
        if field.max_length is not None and len(text) > field.max_length:
            raise ValueError(at_most(field.max_length))
        if choices is not None and text not in choices:
            known = ", ".join(sorted(filter(None, choices)))
            raise ValueError(f"expected one of {known}")
        if checks_more and text:
            try:
                field.run_validators(text)
            except ValidationError:
                raise ValueError(wanted) from None
        return text

    return read


def at_most(most: int) -> str:
    """The reason for refusing a text of more characters, without a full stop."""
    return f"expected at most {figure(most)} characters"


def usable_text(value: Any) -> str:
    """Text that every database takes. Raises ValueError for anything else."""
    if not isinstance(value, str):
        raise ValueError("expected text")
    if "\x00" in value:
        raise ValueError("expected text without zero characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError("expected text without halves of characters") from None
    return value


def _json(column: Column) -> Parse:
    def read(value: Any) -> Any:
        if column.shape is not None:
            from_json(column.shape, value)
        if column.check is not None:
            column.check(value)
        return value

    return read


def _json_in_cell(parse: Parse) -> Parse:
    def read(cell: str) -> Any:
        return parse(usable_json(cell))

    return read


def usable_json(text: str) -> Any:
    """A JSON text that every database takes. Raises ValueError for anything else."""
    value, problem = parse_json(text)
    if problem is not None:
        raise ValueError(f"expected JSON: {problem[1]}")
    # Only with an escape can it hold a zero or half a character; only with an exponent an infinite number.
    if "\\u" in text:
        for inner in _texts(value):
            usable_text(inner)
    if "e" in text or "E" in text or len(text) > 300:
        try:
            json.dumps(value, allow_nan=False)
        except ValueError:
            raise ValueError("expected JSON with finite numbers") from None
    return value


def _texts(value: Any) -> list[str]:
    texts, waiting = [], [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, str):
            texts.append(inner)
        elif isinstance(inner, dict):
            waiting += [*inner, *inner.values()]
        elif isinstance(inner, list):
            waiting += inner
    return texts
