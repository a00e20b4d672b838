"""Where a backup is restored: beside the site's tables, which stay as they are until everything is in place.

On SQLite in a file beside the database, on Postgres in a schema of its own.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db import ProgrammingError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from appraise_gec.backup.archive import BackupError

SCHEMA = "appraise_gec_restoring"
IN_USE = "Other programs are using the database. Stop the site first, web servers and workers."
# The new tables take the place of the old ones, which are kept under a name if one is given. Returns how to
# delete what is kept.
Swap = Callable[[str], str]


@contextmanager
def beside(connection: BaseDatabaseWrapper) -> Iterator[Swap]:
    """An empty database behind `connection`. Whatever ends the block without a swap leaves all as it was."""
    place = _schema_beside if connection.vendor == "postgresql" else _file_beside
    with place(connection) as swap:
        yield swap


@contextmanager
def _file_beside(connection: BaseDatabaseWrapper) -> Iterator[Swap]:
    database = Path(connection.settings_dict["NAME"])
    draft = Path(f"{database}.restoring")

    def swap(keep_as: str) -> str:
        connection.close()  # which also empties the write-ahead log
        _sync(draft)
        kept = Path(f"{database}.{keep_as}")
        if database.exists():
            _close_for_others(database)
            if keep_as:
                kept.hardlink_to(database)
        draft.replace(database)
        _sync(database.parent)
        return f"rm {kept}" if keep_as else ""

    connection.close()
    if database.exists():
        _close_for_others(database)
    _remove(draft)
    draft.touch(mode=0o600)
    connection.settings_dict["NAME"] = str(draft)
    try:
        yield swap
    finally:
        connection.close()
        connection.settings_dict["NAME"] = str(database)
        _remove(draft)


def _close_for_others(database: Path) -> None:
    """Bring everything into the one file. SQLite refuses that while somebody else has it open."""
    try:
        with closing(sqlite3.connect(database, timeout=2, isolation_level=None)) as file:
            file.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise BackupError(IN_USE) from error


def _remove(draft: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        Path(f"{draft}{ending}").unlink(missing_ok=True)


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


@contextmanager
def _schema_beside(connection: BaseDatabaseWrapper) -> Iterator[Swap]:
    _refuse_company(connection)
    options = connection.settings_dict["OPTIONS"]
    asked_before = options.get("options")

    def search(where: str | None) -> None:
        connection.close()
        options.pop("options", None)
        if where is not None:
            options["options"] = where

    def swap(keep_as: str) -> str:
        search(asked_before)
        _refuse_company(connection)
        return _swap_schemas(connection, keep_as)

    try:
        _execute(connection, f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE", f"CREATE SCHEMA {SCHEMA}")
    except ProgrammingError as error:
        raise BackupError(
            "The database's user may not create a schema, in which the backup is put together. Grant it "
            f'with: GRANT CREATE ON DATABASE "{connection.settings_dict["NAME"]}" TO '
            f'"{connection.settings_dict["USER"]}"'
        ) from error
    search(f"{asked_before or ''} -c search_path={SCHEMA}".strip())
    try:
        yield swap
    finally:
        search(asked_before)
        _execute(connection, f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")


def _refuse_company(connection: BaseDatabaseWrapper) -> None:
    """Raises BackupError while anybody else is connected to the database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND pid NOT IN "
            "(SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)"
        )
        others = cursor.fetchone()[0]
    if others:
        raise BackupError(f"{IN_USE} {others} connection(s) are open.")


def _swap_schemas(connection: BaseDatabaseWrapper, keep_as: str) -> str:
    quote = connection.ops.quote_name
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '10s'")
        cursor.execute("SELECT current_schema()")
        site = quote(cursor.fetchone()[0])
        old = _tables_of(cursor, site)
        if keep_as:
            cursor.execute(f"CREATE SCHEMA {quote(keep_as)}")
            for table in old:
                cursor.execute(f"ALTER TABLE {site}.{quote(table)} SET SCHEMA {quote(keep_as)}")
        else:
            for table in old:
                cursor.execute(f"DROP TABLE {site}.{quote(table)} CASCADE")
        for table in _tables_of(cursor, SCHEMA):
            cursor.execute(f"ALTER TABLE {SCHEMA}.{quote(table)} SET SCHEMA {site}")
    return f"DROP SCHEMA {keep_as} CASCADE" if keep_as else ""


def _tables_of(cursor: Any, schema: str) -> list[str]:
    cursor.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = %s::regnamespace AND relkind IN ('r', 'p')",
        [schema],
    )
    return [row[0] for row in cursor.fetchall()]


def _execute(connection: BaseDatabaseWrapper, *statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
