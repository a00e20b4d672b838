"""Write a backup while the site runs."""

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import IO

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

import appraise_gec
from appraise_gec.backup.archive import About, BackupError, TableAbout, TableEnd, Writer
from appraise_gec.backup.progress import Progress
from appraise_gec.backup.tables import (
    RowSums,
    Table,
    applied_migrations,
    count_rows,
    last_number,
    newest,
    read_rows,
    tables_at,
    to_line,
)
from appraise_gec.migrating import one_at_a_time

# Characters of rows that are kept until they are written.
PART_CHARACTERS = 4_000_000
NOT_OURS = {"django_migrations", "sqlite_sequence"}


def back_up(
    connection: BaseDatabaseWrapper,
    stream: IO[bytes],
    secret_key: str,
    *,
    with_key: bool,
    say: Callable[[str], object],
) -> About:
    """Write everything in the database as it is at one moment; the site may go on writing.

    Raises BackupError where there is nothing to back up.
    """
    with one_at_a_time(connection, say), _one_moment(connection):
        loader = MigrationLoader(connection)
        applied = applied_migrations(loader)
        if not applied:
            raise BackupError("There is nothing to back up: the database is empty.")
        tables = tables_at(loader, newest(loader, applied))
        _name_what_is_left_out(connection, tables, say)
        about = About(
            version=appraise_gec.__version__,
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            database=connection.vendor,
            key=fingerprint(secret_key),
            migrations=[list(name) for name in applied],
            tables=[_about(table, count_rows(connection, table.name)) for table in tables],
        )
        progress = Progress("Backing up", sum(table.rows for table in about.tables), say)
        with Writer(stream, about, time.time()) as writer:
            ends = {table.name: _write_table(connection, table, writer, progress) for table in tables}
            if with_key:
                writer.add_key(secret_key)
            writer.end(ends)
    return about


def fingerprint(secret_key: str) -> str:
    """By which a key is recognised and not guessed."""
    return hashlib.sha256(f"key of a backup: {secret_key}".encode()).hexdigest()[:32]


@contextmanager
def _one_moment(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """A transaction that sees the database as it was when it began, and keeps nobody from writing."""
    if connection.vendor == "postgresql":
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    # Not Django's own, which begins with the write lock.
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _name_what_is_left_out(
    connection: BaseDatabaseWrapper, tables: list[Table], say: Callable[[str], object]
) -> None:
    ours = {table.name for table in tables} | NOT_OURS
    if others := sorted(set(connection.introspection.table_names()) - ours):
        say(f"Left out, because they are no tables of the site: {', '.join(others)}.")


def _about(table: Table, rows: int) -> TableAbout:
    return TableAbout(table.name, [[column.name, column.kind] for column in table.columns], rows)


def _write_table(
    connection: BaseDatabaseWrapper, table: Table, writer: Writer, progress: Progress
) -> TableEnd:
    sums = RowSums(table)
    lines: list[str] = []
    characters = 0
    for row in read_rows(connection, table):
        line = to_line(row)
        sums.add(row, line)
        lines.append(line)
        characters += len(line)
        if characters > PART_CHARACTERS:
            writer.add_rows(table.name, lines)
            progress.add(len(lines), table.name)
            lines, characters = [], 0
    if lines:
        writer.add_rows(table.name, lines)
        progress.add(len(lines), table.name)
    return sums.end(last_number(connection, table))
