"""Read a backup into a database: beside what is there, compared, and only then in its place."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO

from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import DataError, IntegrityError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

import appraise_gec
from appraise_gec.backup.archive import About, BackupError, DamagedError, Reader
from appraise_gec.backup.places import beside
from appraise_gec.backup.progress import Progress
from appraise_gec.backup.tables import (
    Row,
    RowSums,
    Table,
    count_rows,
    insert_rows,
    last_number,
    newest,
    read_rows,
    set_last_number,
    tables_at,
    to_line,
)
from appraise_gec.migrating import one_at_a_time

# Rows that migrations themselves make.
MADE_BY_MIGRATING = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"}


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done.

    Attributes:
        about: the backup.
        rows: restored, in all tables.
        migrated: how many migrations brought it up to date.
        kept_as: the name under which the former database is kept; empty if it had no rows.
        delete_kept: a command that deletes it.
        key: the secret key in the backup; empty if there is none.
    """

    about: About
    rows: int
    migrated: int
    kept_as: str
    delete_kept: str
    key: str


def restore(
    alias: str,
    stream: IO[bytes],
    *,
    put_aside: bool,
    up_to_date: bool,
    say: Callable[[str], object],
) -> Restored:
    """Put a backup in the place of the database `alias`, brought up to date if asked.

    Raises BackupError when it cannot be; the database is then as it was.
    """
    connection = connections[alias]
    reader = Reader(stream)
    with one_at_a_time(connection, say):
        is_empty = _refuse_rows(connection, put_aside=put_aside)
        keep_as = "" if is_empty else f"before_{datetime.now(UTC):%Y%m%d_%H%M%S_%f}"
        with beside(connection) as swap:
            executor = MigrationExecutor(connection)
            targets = _targets(executor, reader.about)
            tables = tables_at(executor.loader, targets)
            _refuse_other_columns(reader.about, tables)
            executor.migrate(targets)
            load(connection, reader, tables, say)
            migrated = _bring_up_to_date(alias) if up_to_date else 0
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("ANALYZE")
            delete_kept = swap(keep_as)
    rows = sum(table.rows for table in reader.end.tables.values())
    return Restored(reader.about, rows, migrated, keep_as, delete_kept, reader.key)


def check(stream: IO[bytes]) -> tuple[About, int]:
    """Read a whole backup without any database. Returns what it says of itself, and the number of its rows.

    Raises BackupError if it is damaged.
    """
    reader = Reader(stream)
    counts: Counter[str] = Counter()
    for part in reader.parts():
        counts[part.table] += len(part.lines)
    for name, end in reader.end.tables.items():
        if counts[name] != end.rows:
            raise DamagedError(f"{name} has {counts[name]} rows in place of {end.rows}")
    return reader.about, counts.total()


def _refuse_rows(connection: BaseDatabaseWrapper, *, put_aside: bool) -> bool:
    """Whether there are no rows but those that migrations make. Raises BackupError for others."""
    names = sorted(set(connection.introspection.table_names()) - MADE_BY_MIGRATING)
    counts = {name: count_rows(connection, name) for name in names}
    filled = {name: count for name, count in counts.items() if count}
    if filled and not put_aside:
        raise BackupError(
            f"The database is not empty: {sum(filled.values()):,} rows in {len(filled)} tables. Nothing was "
            "changed. With --put-aside it is kept under another name, and the backup takes its place."
        )
    return not filled


def _targets(executor: MigrationExecutor, about: About) -> list[tuple[str, str]]:
    """The backup's state of the migrations. Raises BackupError if this version is too old for it."""
    applied = [(app, name) for app, name in about.migrations]
    unknown = [name for name in applied if name not in executor.loader.graph.nodes]
    if unknown:
        raise BackupError(
            f"This backup is of a newer version, {about.version}; this is {appraise_gec.__version__} and "
            f"lacks {', '.join('.'.join(name) for name in unknown)}. Restore it with version {about.version} "
            "or a later one. Nothing was changed."
        )
    return newest(executor.loader, applied)


def _refuse_other_columns(about: About, tables: list[Table]) -> None:
    expected = {table.name: [[column.name, column.kind] for column in table.columns] for table in tables}
    if {table.name: table.columns for table in about.tables} != expected:
        raise DamagedError("its tables are not those of its migrations")


def load(
    connection: BaseDatabaseWrapper, reader: Reader, tables: list[Table], say: Callable[[str], object]
) -> None:
    """All rows, and whether they are the backup's: counted and summed up as the database gives them back."""
    by_name = {table.name: table for table in tables}
    total = sum(table.rows for table in reader.about.tables)
    progress = Progress("Restoring", total, say)
    links = _without_links(connection)
    for table in tables:
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table.name)}")  # noqa: S608 - of a model
    try:
        for part in reader.parts():
            if part.table not in by_name:
                raise DamagedError(f"the table {part.table} is not announced")
            table = by_name[part.table]
            rows: list[Row] = [json.loads(line) for line in part.lines]
            with transaction.atomic(using=connection.alias):
                insert_rows(connection, table, rows)
            progress.add(len(rows), table.name)
        for table in tables:
            end = reader.end.tables.get(table.name)
            set_last_number(connection, table, end.last_number if end else 0)
        _with_links(connection, links)
    except (DataError, IntegrityError, ValueError, IndexError) as error:
        raise DamagedError(f"the database refuses its rows ({str(error).strip()})") from error
    progress = Progress("Comparing", total, say)
    for table in tables:
        sums = RowSums(table)
        with transaction.atomic(using=connection.alias):
            for row in read_rows(connection, table):
                sums.add(row, to_line(row))
        if sums.end(last_number(connection, table)) != reader.end.tables.get(table.name):
            raise DamagedError(f"{table.name} has other rows after restoring than in the backup")
        progress.add(sums.rows, table.name)


def _without_links(connection: BaseDatabaseWrapper) -> list[tuple[str, str, str]]:
    """Let rows come in any order.

    On Postgres the foreign keys go, because it would remember each row until the end of the transaction.
    Returns them as [table, name, definition].
    """
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.execute("PRAGMA foreign_keys=OFF")
            return []
        cursor.execute(
            "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
            "WHERE contype = 'f' AND connamespace = current_schema()::regnamespace"
        )
        links: list[tuple[str, str, str]] = cursor.fetchall()
        for table, name, _ in links:
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {connection.ops.quote_name(name)}")
    return links


def _with_links(connection: BaseDatabaseWrapper, links: list[tuple[str, str, str]]) -> None:
    """Raises IntegrityError for a row that refers to none."""
    if connection.vendor != "postgresql":
        connection.check_constraints()
        return
    with connection.cursor() as cursor:
        for table, name, definition in links:
            cursor.execute(
                f"ALTER TABLE {table} ADD CONSTRAINT {connection.ops.quote_name(name)} {definition}"
            )


def _bring_up_to_date(alias: str) -> int:
    """Migrate what was restored. Returns by how many steps."""
    executor = MigrationExecutor(connections[alias])
    steps = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if steps:
        # Django's own command: the site's would wait for the lock that is held here.
        call_command(migrate.Command(), database=alias, interactive=False, verbosity=0)
    return steps
