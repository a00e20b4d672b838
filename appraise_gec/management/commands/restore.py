"""Put a backup in the place of the site's database."""

import fcntl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS

from appraise_gec.backup import BackupError, restore


class Command(BaseCommand):
    help = "Put a backup in the place of the database, which is backed up before. Stop the site first."
    # The tables may not be there yet.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `backup` wrote")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with nobody_runs(settings.VAR / "run.lock"):
                kept = restore(DEFAULT_DB_ALIAS, file, settings.VAR / "backups")
        except BackupError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror or error}. Nothing changed.") from error
        self.stdout.write(
            f"Restored from {file}." + (f" What was there before is in {kept}." if kept else "")
        )


@contextmanager
def nobody_runs(lock: Path) -> Iterator[None]:
    """Keep ./run from starting on this data folder; raises CommandError while one runs on it."""
    with ExitStack() as stack:
        try:
            file = stack.enter_context(lock.open("a+", encoding="utf-8"))
        except OSError:
            pass  # where nothing can be written, as in a container, ./run cannot run
        else:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CommandError("./run is running on this data folder. Stop it first.") from None
        yield
