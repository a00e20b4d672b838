# ruff: noqa: S608 - names of tables and columns come from models, and are quoted
"""Tables as they are at a state of the migrations, and their rows as JSON that means the same everywhere."""

import base64
import hashlib
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from appraise_gec.backup.archive import BackupError, TableEnd

# How the values of a field stand in JSON. JSON columns stand there as the text that the database gives.
KINDS = {
    **dict.fromkeys(("CharField", "TextField", "SlugField", "GenericIPAddressField"), "text"),
    **dict.fromkeys(("AutoField", "BigAutoField", "IntegerField", "BigIntegerField"), "number"),
    **dict.fromkeys(("SmallIntegerField", "PositiveSmallIntegerField"), "number"),
    **dict.fromkeys(("PositiveIntegerField", "PositiveBigIntegerField", "FloatField"), "number"),
    "BooleanField": "boolean",
    "DateTimeField": "time",
    "UUIDField": "uuid",
    "BinaryField": "base64",
    "JSONField": "json",
}
# How many rows Postgres sends at once; the others may have megabytes in a row.
ROWS_AT_ONCE, BIG_ROWS_AT_ONCE = 2000, 20
MODULUS = 1 << 128
Row = list[Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A column and the kind of its values (KINDS)."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `key` is its primary key."""

    name: str
    columns: tuple[Column, ...]
    key: str
    is_numbered: bool

    def of_kind(self, *kinds: str) -> list[int]:
        """The positions of the columns of these kinds."""
        return [place for place, column in enumerate(self.columns) if column.kind in kinds]


def applied_migrations(loader: MigrationLoader) -> list[tuple[str, str]]:
    """What the database has been through. Raises BackupError for what this version does not know."""
    applied = sorted(loader.applied_migrations)
    unknown = [name for name in applied if name not in loader.graph.nodes]
    if unknown:
        raise BackupError(
            "This database has been brought up to date by a newer version, with "
            f"{', '.join('.'.join(name) for name in unknown)}. Use that version."
        )
    return applied


def newest(loader: MigrationLoader, applied: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those of the migrations on which none of the others stands: where to migrate to get them all."""
    all_applied = set(applied)
    children = {name: {child.key for child in loader.graph.node_map[name].children} for name in applied}
    return [name for name in applied if not children[name] & all_applied]


def tables_at(loader: MigrationLoader, targets: Sequence[tuple[str, str]]) -> list[Table]:
    """Every table of that state, by name; without the list of migrations itself."""
    apps = loader.project_state(list(targets)).apps
    stored = [model for model in apps.get_models(include_auto_created=True) if _is_stored(model)]
    return sorted((_table(model) for model in stored), key=lambda table: table.name)


def _is_stored(model: type[models.Model]) -> bool:
    return model._meta.managed and not model._meta.proxy


def _table(model: type[models.Model]) -> Table:
    fields = model._meta.local_concrete_fields
    key = model._meta.pk
    return Table(
        model._meta.db_table,
        tuple(Column(str(field.column), _kind(field)) for field in fields),
        str(key.column),
        isinstance(key, models.AutoField),
    )


def _kind(field: Any) -> str:
    while field.remote_field:
        field = field.target_field
    try:
        return KINDS[field.get_internal_type()]
    except KeyError:
        raise BackupError(f"Backups do not know the kind of {field}: {field.get_internal_type()}.") from None


def count_rows(connection: BaseDatabaseWrapper, table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
        count: int = cursor.fetchone()[0]
    return count


def read_rows(connection: BaseDatabaseWrapper, table: Table) -> Iterator[Row]:
    """The rows in the order of their key, as they stand in a backup. On Postgres needs a transaction."""
    quote = connection.ops.quote_name
    columns = ", ".join(quote(column.name) for column in table.columns)
    writers = [
        (place, TO_JSON[table.columns[place].kind]) for place in table.of_kind("time", "uuid", "base64")
    ]
    with connection.chunked_cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.cursor.itersize = BIG_ROWS_AT_ONCE if table.of_kind("base64", "json") else ROWS_AT_ONCE
        cursor.execute(f"SELECT {columns} FROM {quote(table.name)} ORDER BY {quote(table.key)}")
        for stored in cursor:
            row = list(stored)
            for place, write in writers:
                if row[place] is not None:
                    row[place] = write(row[place])
            yield row


def to_line(row: Row) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


class RowSums:
    """Counts rows and adds up their hashes, so that order does not matter."""

    def __init__(self, table: Table) -> None:
        self.rows = 0
        self._documents = table.of_kind("json")
        self._sum = 0

    def add(self, row: Row, line: str) -> None:
        """A row and its line. Postgres stores JSON with other spaces, order of keys and numbers."""
        if self._documents:
            row = list(row)
            for place in self._documents:
                if row[place] is not None:
                    row[place] = json.dumps(json.loads(row[place], parse_int=float), sort_keys=True)
            line = to_line(row)
        self.rows += 1
        self._sum += int.from_bytes(hashlib.sha256(line.encode()).digest()[:16], "big")

    @property
    def checksum(self) -> str:
        return f"{self._sum % MODULUS:032x}"

    def end(self, last_number: int) -> TableEnd:
        return TableEnd(self.rows, self.checksum, last_number)


def insert_rows(connection: BaseDatabaseWrapper, table: Table, rows: Sequence[Row]) -> None:
    """Store rows as they stand in a backup."""
    quote = connection.ops.quote_name
    columns = ", ".join(quote(column.name) for column in table.columns)
    kinds = [column.kind for column in table.columns]
    if connection.vendor == "postgresql":
        text = "".join("\t".join(map(_copied, row, kinds)) + "\n" for row in rows)
        with connection.cursor() as cursor, connection.wrap_database_errors:
            cursor.cursor.copy_expert(f"COPY {quote(table.name)} ({columns}) FROM STDIN", io.StringIO(text))
        return
    readers = [(place, TO_SQLITE[kinds[place]]) for place in table.of_kind("time", "uuid", "base64")]
    stored = [list(row) for row in rows]
    for row in stored:
        for place, read in readers:
            if row[place] is not None:
                row[place] = read(row[place])
    places = ", ".join(["%s"] * len(kinds))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {quote(table.name)} ({columns}) VALUES ({places})", stored)


def last_number(connection: BaseDatabaseWrapper, table: Table) -> int:
    """The last number that the database gave to a row of this table, also if the row is gone."""
    if not table.is_numbered:
        return 0
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {_sequence(connection, table)}"
            )
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table.name])
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def set_last_number(connection: BaseDatabaseWrapper, table: Table, number: int) -> None:
    """Let the database go on behind this number: a number that the history names must not come again."""
    if not table.is_numbered or number < 1:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT setval(%s::regclass, %s)", [_sequence(connection, table), number])
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table.name])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table.name, number])


def _sequence(connection: BaseDatabaseWrapper, table: Table) -> str:
    with connection.cursor() as cursor:
        name = connection.ops.quote_name(table.name)
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [name, table.key])
        sequence: str = cursor.fetchone()[0]
    return sequence


def _time_to_json(value: datetime) -> str:
    if value.tzinfo is not None:
        value = value.astimezone(UTC).replace(tzinfo=None)
    return f"{value.isoformat()}Z"


def _base64_to_json(value: bytes | memoryview) -> str:
    return base64.b64encode(value).decode("ascii")


TO_JSON: dict[str, Callable[[Any], str]] = {
    "time": _time_to_json,
    "uuid": lambda value: str(value if isinstance(value, UUID) else UUID(value)),
    "base64": _base64_to_json,
}
TO_SQLITE: dict[str, Callable[[str], Any]] = {
    # As Django writes them.
    "time": lambda text: text.removesuffix("Z").replace("T", " "),
    "uuid": lambda text: text.replace("-", ""),
    "base64": base64.b64decode,
}
_ESCAPED = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def _copied(value: Any, kind: str) -> str:
    """A value in the text format of Postgres's COPY."""
    if value is None:
        return "\\N"
    if kind == "base64":
        return f"\\\\x{base64.b64decode(value).hex()}"
    return value.translate(_ESCAPED) if isinstance(value, str) else str(value)
