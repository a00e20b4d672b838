"""Django's migrate, one at a time, after a backup, and not over the data of another version."""

import fcntl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from appraise_gec.backup import BackupError, ProgramMissingError, back_up_before

# Any number will do that no other program takes for a lock in this database: the letters "gec" and a year.
POSTGRES_LOCK = 0x676563_2026
OTHER_VERSION = (
    "This database was made by another version of Appraise GEC, whose tables this one cannot take over. "
    "Nothing was changed. Start this version on an empty database (APPRAISE_GEC_VAR, DATABASE_URL) and carry "
    "a campaign over by its texts and a file of its judgments, both downloaded from the version that made it."
)


class Command(migrate.Command):
    """A second one waits for the first, and then finds nothing left to do."""

    def handle(self, *args: Any, **options: Any) -> None:
        if options["plan"] or options["check_unapplied"]:
            super().handle(*args, **options)
            return
        connection = connections[options["database"]]
        with one_at_a_time(connection):
            loader = MigrationLoader(connection)
            applied, ours = set(loader.applied_migrations or ()), set(loader.disk_migrations or ())
            if any(app in loader.migrated_apps for app, _ in applied - ours):
                raise CommandError(OTHER_VERSION)
            if applied and ours - applied:
                self._back_up(connection)
            super().handle(*args, **options)
            call_command("createcachetable", database=connection.alias, verbosity=0)

    def _back_up(self, connection: BaseDatabaseWrapper) -> None:
        try:
            kept = back_up_before(connection, settings.VAR / "backups", "migrating")
        except ProgramMissingError as error:
            self.stderr.write(f"There is no backup of the tables before they change. {error}")
        except BackupError as error:
            raise CommandError(str(error)) from error
        else:
            self.stdout.write(f"Backed up into {kept} before the tables change.")


@contextmanager
def one_at_a_time(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Hold the database's lock for migrations, which ends with the process, however that ends."""
    if connection.vendor == "postgresql":
        # On a connection of its own: migrations may close theirs.
        with closing(connection.copy()) as own, own.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [POSTGRES_LOCK])
            yield
    elif connection.is_in_memory_db():  # type: ignore[attr-defined]
        yield
    else:
        with Path(f"{connection.settings_dict['NAME']}.migrate-lock").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
