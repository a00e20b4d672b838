"""Write a backup of the whole site into one file."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from appraise_gec.backup.archive import BackupError
from appraise_gec.backup.making import back_up


class Command(BaseCommand):
    help = "Write everything in the database into one file that `restore` reads; the site may go on running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a new file; - for standard output")
        parser.add_argument(
            "--with-key", action="store_true", help="put the site's secret key into the file, too"
        )

    def handle(self, *args: Any, file: str, with_key: bool, **options: Any) -> None:
        try:
            with opened(file) as stream:
                about = back_up(
                    connection,
                    stream,
                    settings.SECRET_KEY,
                    with_key=with_key,
                    say=self.stderr.write,
                )
        except BackupError as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(f"The database cannot be read: {error}. There is no backup.") from error
        except OSError as error:
            raise CommandError(
                f"Cannot write {file}: {error.strerror or error}. There is no backup."
            ) from error
        rows = sum(table.rows for table in about.tables)
        self.stderr.write(f"Backed up: version {about.version}, {len(about.tables)} tables, {rows:,} rows.")
        self.stderr.write(
            "The site's secret key is in the file, too: whoever has the file can sign in as anybody."
            if with_key
            else "The site's secret key is not in the file. Keep it, too, or back up --with-key: with "
            "another key, people must sign in again, and participants from other sites are not recognised."
        )


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """A file that has its name only when it is whole, and that only its owner can read."""
    if name == "-":
        if sys.stdout.isatty():
            raise CommandError("A backup is no text for a terminal: send it into a file with > FILE.")
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    if path.exists():
        raise CommandError(f"{name} exists already. Name a new file.")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        draft.rename(path)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()
