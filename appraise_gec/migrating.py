"""One change of the database's tables at a time, however many processes want to begin one."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

# Any number will do that no other program takes for a lock in this database: the letters "gec" and a year.
POSTGRES_LOCK = 0x676563_2026
WAITING = "Another process is bringing this database up to date; waiting until it is done."


@contextmanager
def one_at_a_time(connection: BaseDatabaseWrapper, say: Callable[[str], object]) -> Iterator[None]:
    """Hold the database's lock for migrations; wait, saying so, while another process holds it.

    The lock ends with the process that holds it, however that ends.
    """
    if connection.vendor == "postgresql":
        with _postgres_lock(connection, say):
            yield
    elif connection.vendor == "sqlite" and not connection.is_in_memory_db():  # type: ignore[attr-defined]
        with _file_lock(Path(f"{connection.settings_dict['NAME']}.migrate-lock"), say):
            yield
    else:
        yield


@contextmanager
def _postgres_lock(connection: BaseDatabaseWrapper, say: Callable[[str], object]) -> Iterator[None]:
    """An advisory lock, on a connection of its own: migrations may close theirs."""
    with closing(connection.copy()) as own, own.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [POSTGRES_LOCK])
        if not cursor.fetchone()[0]:
            say(WAITING)
            cursor.execute("SELECT pg_advisory_lock(%s)", [POSTGRES_LOCK])
        yield


@contextmanager
def _file_lock(path: Path, say: Callable[[str], object]) -> Iterator[None]:
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(WAITING)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
