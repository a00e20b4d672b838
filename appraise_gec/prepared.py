"""Queries whose SQL is built once per process and executed many times with other values.

On the pages that judges wait for thousands of times, Django takes longer to build a query than the database
takes to answer it. Here a query is written with the ORM as elsewhere, but with stand-ins for its values;
later executions put the values of the moment in their places.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count, islice
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connections
from django.db.models import Model, QuerySet

Value = int | str | datetime | UUID
Row = tuple[Any, ...]
POSTGRES_TYPES = {int: "bigint", str: "text", datetime: "timestamptz", UUID: "uuid"}
_numbers = count(1)
M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class _Statement:
    """`places` holds for each parameter of the SQL the name of its value, or None for a fixed one.

    Under `name` a connection to Postgres keeps it, parsed and planned.
    """

    name: str
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[str | None, ...]
    convert: Callable[[list[Row]], list[Row]]


class PreparedQuery:
    """A query of rows (`values_list`) that is built once for each form it takes.

    `build` gets a stand-in for each of `kinds` by name, and by position what decides about the form of the
    query (a limit, a condition that is there or not). It must put every stand-in into the query as it is;
    those named in `not_always` are missing from some forms.
    """

    def __init__(
        self,
        build: Callable[..., QuerySet[Any, Any]],
        not_always: frozenset[str] = frozenset(),
        **kinds: type[Value],
    ) -> None:
        self._build = build
        self._kinds = kinds
        self._not_always = not_always
        self._stand_ins = dict(zip(kinds, _stand_ins(kinds.values()), strict=True))
        self._statements: dict[tuple[Hashable, ...], _Statement] = {}

    def rows(self, *form: Hashable, using: str = "default", **values: Value) -> list[Row]:
        """The rows for these values. Raises KeyError for a value that is missing."""
        connection = connections[using]
        key = (connection.vendor, *form)
        statement = self._statements.get(key)
        if statement is None:
            statement = self._statements[key] = self._prepare(form, using)
        with connection.cursor() as cursor:
            # A log of queries shows their SQL.
            if (
                connection.vendor == "postgresql"
                and settings.PREPARED_STATEMENTS
                and not connection.queries_logged
            ):
                self._execute_kept(cursor, connection, statement, values)
            else:
                parameters = [
                    fixed if name is None else _for_database(connection, values[name])
                    for name, fixed in zip(statement.places, statement.parameters, strict=True)
                ]
                cursor.execute(statement.sql, parameters)
            return statement.convert(cursor.fetchall())

    def _execute_kept(
        self, cursor: Any, connection: Any, statement: _Statement, values: dict[str, Value]
    ) -> None:
        """Execute what the connection keeps. After a failure it is not used again once the request is over.

        A migration may have changed a column since, and then every execution would fail.
        """
        try:
            if statement.name not in (known := _kept_by(connection)):
                self._keep(cursor, statement)
                known.add(statement.name)
            places = ", ".join(["%s"] * len(self._kinds))
            given = [_for_database(connection, values[name]) for name in self._kinds]
            cursor.execute(f"EXECUTE {statement.name} ({places})", given)
        except DatabaseError:
            connection.close_at = 0.0
            raise

    def _keep(self, cursor: Any, statement: _Statement) -> None:
        """Let the connection of the cursor keep the statement. Rolling back does not undo that."""
        from psycopg2.extensions import AsIs  # noqa: PLC0415 - a site on SQLite needs no Postgres

        places = {name: AsIs(f"${number}") for number, name in enumerate(self._kinds, start=1)}
        types = ", ".join(POSTGRES_TYPES[kind] for kind in self._kinds.values())
        cursor.execute(
            f"PREPARE {statement.name} ({types}) AS {statement.sql}",
            [
                fixed if name is None else places[name]
                for name, fixed in zip(statement.places, statement.parameters, strict=True)
            ],
        )

    def _prepare(self, form: tuple[Hashable, ...], using: str) -> _Statement:
        connection = connections[using]
        compiler = self._build(*form, **self._stand_ins).query.get_compiler(using=using)
        sql, parameters = compiler.as_sql()
        names = {_for_database(connection, value): name for name, value in self._stand_ins.items()}
        places = tuple(names.get(parameter) for parameter in parameters)
        if unused := self._stand_ins.keys() - self._not_always - set(places):
            raise ValueError(f"the query does not use {', '.join(sorted(unused))} as it was given")
        converters = compiler.get_converters([expression for expression, *_ in compiler.select])

        def convert(rows: list[Row]) -> list[Row]:
            return [tuple(row) for row in compiler.apply_converters(rows, converters)] if converters else rows

        return _Statement(f"appraise_gec_{next(_numbers)}", sql, tuple(parameters), places, convert)


def _kept_by(connection: Any) -> set[str]:
    """Names of the statements that the server keeps for this connection; none for a new one."""
    server, kept = getattr(connection, "appraise_gec_prepared", (None, set()))
    if server is not connection.connection:
        kept = set()
        connection.appraise_gec_prepared = (connection.connection, kept)
    return kept


def columns_of(model: type[Model], prefix: str = "") -> list[str]:
    """Names for `values_list` of all fields of the model, in their order."""
    return [f"{prefix}{name}" for name in _attributes(model)]


def take_record(model: type[M], values: Iterator[Any]) -> M:
    """The next record out of a row that holds `columns_of(model)` there."""
    names = _attributes(model)
    return model.from_db("default", names, list(islice(values, len(names))))


@cache
def _attributes(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def _stand_ins(kinds: Any) -> Iterator[Value]:
    """Unique placeholder values that fit into every column."""
    for number, kind in zip(count(1), kinds):
        if kind is int:
            yield 2_000_000_000 + number
        elif kind is str:
            yield f"\ue000 stand-in {number}"
        elif kind is UUID:
            yield UUID(int=number)
        else:
            yield datetime(1900, 1, 1, tzinfo=UTC) + timedelta(microseconds=number)


def _for_database(connection: Any, value: Value) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    return value
