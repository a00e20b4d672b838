"""A backup of the whole site: SQLite's own copy of the file, or Postgres's own dump.

The programs of Postgres (`pg_dump`, `pg_restore`, `psql`) must be there, of the server's version or newer.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.core.management import call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

IN_USE = (
    "Other programs are using the database. Stop the site first, web servers and workers. Nothing changed."
)


class BackupError(Exception):
    """There is no backup, or it was not restored; the message says why, and the database is as it was."""


class ProgramMissingError(BackupError):
    """A program of Postgres is not installed here."""


def back_up(connection: BaseDatabaseWrapper, file: Path) -> None:
    """Write the database as it is at one moment into a new file that only its owner reads.

    The site may go on. The file has its name only when it is whole.
    """
    if file.exists():
        raise BackupError(f"{file} exists already. Name a new file.")
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600, exist_ok=False)
        if connection.vendor == "postgresql":
            _run(connection, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={draft}")
        else:
            with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
                database.execute("VACUUM INTO ?", [str(draft)])
        with draft.open("rb") as whole:
            os.fsync(whole.fileno())
        draft.rename(file)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"Cannot write {file}: {error}. There is no backup.") from error
    finally:
        draft.unlink(missing_ok=True)


def restore(alias: str, file: Path, aside: Path) -> Path | None:
    """Put a backup in the place of the database, and bring its tables up to date.

    Args:
        alias: of the database.
        file: which `back_up` wrote, of the same kind of database.
        aside: a folder for a backup of what is there now.

    Returns:
        The backup of what was there, or None if there was nothing.
    """
    connection = connections[alias]
    place = _postgres if connection.vendor == "postgresql" else _sqlite
    kept = place(connection, file, aside)
    call_command("migrate", database=alias, interactive=False, verbosity=0)
    return kept


def back_up_before(connection: BaseDatabaseWrapper, folder: Path, what: str) -> Path | None:
    """A backup named after a change that is about to happen; None where the database has no tables."""
    if not connection.introspection.table_names():
        return None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    ending = "dump" if connection.vendor == "postgresql" else "sqlite3"
    file = folder / f"before-{what}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.{ending}"
    back_up(connection, file)
    return file


def _sqlite(connection: BaseDatabaseWrapper, file: Path, aside: Path) -> Path | None:
    database = Path(connection.settings_dict["NAME"])
    draft = database.with_name(f".{database.name}.restoring")
    shutil.copyfile(file, draft)
    draft.chmod(0o600)
    try:
        with closing(sqlite3.connect(draft)) as copied:
            if copied.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BackupError(f"{file} is damaged. Nothing changed.")
            applied = set(copied.execute("SELECT app, name FROM django_migrations"))
        _refuse_other_versions(applied)
        kept = back_up_before(connection, aside, "restoring")
        connection.close()
        if database.exists():
            _take_over(database)
        draft.replace(database)
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{file} is no backup of SQLite, or damaged: {error}. Nothing changed.") from error
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            draft.with_name(f"{draft.name}{ending}").unlink(missing_ok=True)
    return kept


def _take_over(database: Path) -> None:
    """Bring everything into the one file. SQLite refuses that while somebody else has it open."""
    try:
        with closing(sqlite3.connect(database, timeout=2, isolation_level=None)) as file:
            file.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise BackupError(IN_USE) from error


def _postgres(connection: BaseDatabaseWrapper, file: Path, aside: Path) -> Path | None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        if cursor.fetchone()[0]:
            raise BackupError(IN_USE)
    migrations = _run(
        connection, "pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file), at=False
    )
    rows = (line.split("\t") for line in migrations.splitlines() if line.count("\t") == 3)
    _refuse_other_versions({(app, name) for _, app, name, _ in rows})
    kept = back_up_before(connection, aside, "restoring")
    tables = map(connection.ops.quote_name, connection.introspection.table_names())
    drop = f"DROP TABLE {', '.join(tables)} CASCADE;\n" if kept else ""
    connection.close()
    statements = file.with_name(f".{file.name}.{os.getpid()}.sql")
    try:
        statements.touch(mode=0o600, exist_ok=False)
        _run(connection, "pg_restore", "--no-owner", f"--file={statements}", str(file), at=False)
        quiet = (
            "--quiet",
            "--no-psqlrc",
            "--set=ON_ERROR_STOP=1",
            "--single-transaction",
            "--output=/dev/null",
        )
        _run(connection, "psql", *quiet, f"--command={drop or 'SELECT 1'}", f"--file={statements}")
    finally:
        statements.unlink(missing_ok=True)
    return kept


def _refuse_other_versions(applied: set[tuple[str, str]]) -> None:
    ours = MigrationLoader(None, ignore_no_migrations=True)
    unknown = {(app, name) for app, name in applied if app in ours.migrated_apps} - set(
        ours.disk_migrations or ()
    )
    if unknown or not applied:
        raise BackupError(
            "This backup was made by another version of Appraise GEC. Restore it with that version. "
            "Nothing changed."
        )


def _run(connection: BaseDatabaseWrapper, program: str, *arguments: str, at: bool = True) -> str:
    """Run a program of Postgres, `at` the database; returns what it printed."""
    if (found := shutil.which(program)) is None:
        raise ProgramMissingError(
            f"The program {program} is not installed here. Install Postgres's client (on Debian: "
            "postgresql-client), or run it where the database runs (docs/operations.md). Nothing changed."
        )
    about = connection.get_connection_params() if at else {}
    names = {
        "dbname": "PGDATABASE",
        "user": "PGUSER",
        "password": "PGPASSWORD",
        "host": "PGHOST",
        "port": "PGPORT",
    }
    where = {variable: str(about[name]) for name, variable in names.items() if about.get(name)}
    done = subprocess.run(  # noqa: S603 - a list, without a shell
        [found, *arguments], env=os.environ | where, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip() or done.stdout.strip()}\nNothing changed.")
    return done.stdout
