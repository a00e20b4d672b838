"""Many rows into one table, as fast as the database takes them: COPY on Postgres, one statement elsewhere.

For rows that need nothing of Django: no signals, no defaults, nothing computed when saving. Constraints hold
as always. Keys of the new rows are not returned; read them back where they are needed.
"""

import io
import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

from django.db import connection, models

Row = Sequence[int | str]

# What means something to COPY in its text format.
_SPECIAL = re.compile(r"[\\\t\n\r]")
_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


def insert_rows(model: type[models.Model], fields: Sequence[str], rows: Iterable[Row]) -> None:
    """Insert rows with these fields, in this order. All of them are held in memory: call it in batches."""
    columns = [connection.ops.quote_name(_column(model, name)) for name in fields]
    into = f"{connection.ops.quote_name(model._meta.db_table)} ({', '.join(columns)})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with connection.wrap_database_errors:
                cursor.copy_expert(f"COPY {into} FROM STDIN", io.StringIO(copied(rows)))
        else:
            values = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {into} VALUES ({values})", cast("Any", rows))  # noqa: S608 - names of our own


def _column(model: type[models.Model], field: str) -> str:
    return str(cast("models.Field[Any, Any]", model._meta.get_field(field)).column)


def copied(rows: Iterable[Row]) -> str:
    """Rows in the text format of COPY."""
    return "".join("\t".join(map(_cell, row)) + "\n" for row in rows)


def _cell(value: int | str) -> str:
    if isinstance(value, int):
        return str(value)
    return value.translate(_ESCAPES) if _SPECIAL.search(value) else value
