"""Put a backup in the place of the site's database."""

import fcntl
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, DatabaseError

from appraise_gec.backup.archive import About, BackupError
from appraise_gec.backup.making import fingerprint
from appraise_gec.backup.restoring import check, restore

OTHER_KEY = "people must sign in again, and participants who return from other sites are not recognised"


class Command(BaseCommand):
    help = "Read a backup into an empty database, compare, and bring it up to date. Stop the site before."
    # The tables may not be there yet.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a file that `backup` wrote; - for standard input")
        parser.add_argument(
            "--put-aside", action="store_true", help="keep the present database under another name"
        )
        parser.add_argument(
            "--no-migrate", action="store_true", help="leave the tables as they were in the backup"
        )
        parser.add_argument(
            "--check", action="store_true", help="only read the file, and say whether it is whole"
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            with opened(file) as stream:
                if options["check"]:
                    about, rows = check(stream)
                    self.stdout.write(f"The backup is whole: {described(about)}, {rows:,} rows.")
                    return
                with nobody_runs(settings.VAR / "run.lock"):
                    done = restore(
                        DEFAULT_DB_ALIAS,
                        stream,
                        put_aside=options["put_aside"],
                        up_to_date=not options["no_migrate"],
                        say=self.stderr.write,
                    )
        except BackupError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror or error}. Nothing was changed.") from error
        except DatabaseError as error:
            raise CommandError(f"The database cannot be restored: {error}\nNothing was changed.") from error
        self.stdout.write(f"Restored: {described(done.about)}, {done.rows:,} rows.")
        self.stdout.write(f"Counts and checksums of all {len(done.about.tables)} tables are the backup's.")
        if done.migrated:
            self.stdout.write(f"Brought up to date by {done.migrated} migrations.")
        if done.kept_as:
            self.stdout.write(f"The former database is kept. To delete it: {done.delete_kept}")
        self.stdout.write(settle_key(done.about, done.key))


def described(about: About) -> str:
    return f"version {about.version}, made at {about.made_at} on {about.database}, {len(about.tables)} tables"


def settle_key(about: About, key: str) -> str:
    """Give a site that keeps its key in the data folder the backup's. Returns a line for the operator."""
    if fingerprint(settings.SECRET_KEY) == about.key:
        return "The site has the same secret key as when the backup was made."
    kept: Path = settings.VAR / "secret-key"
    if not key:
        return (
            f"The site has another secret key than when the backup was made: {OTHER_KEY}. Put the former one "
            "into the variable SECRET_KEY or the file secret-key of the data folder."
        )
    if not kept.exists() or kept.read_text(encoding="ascii").strip() != settings.SECRET_KEY:
        return (
            f"The secret key in the backup is not that of the variable SECRET_KEY: {OTHER_KEY}. To see it: "
            "tar -xOf FILE secret-key"
        )
    former = kept.with_name(f"secret-key.before_{datetime.now(UTC):%Y%m%d_%H%M%S_%f}")
    draft = kept.with_name(f".{former.name}")
    draft.touch(mode=0o600)
    draft.write_text(key, encoding="ascii")
    former.hardlink_to(kept)
    draft.replace(kept)
    return f"The site has the backup's secret key now; the former one is in {former.name}."


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


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
