"""Reading of many rows as they are at one moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Reading that sees one moment, while others go on writing; within a transaction, that of it."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        # A transaction of Django takes the lock for writing, and would keep judges waiting.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
