"""A second, empty database for tests of restoring and upgrading: of the kind that the tests run on."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg2
from django.db import DEFAULT_DB_ALIAS, connections


@contextmanager
def empty_database(folder: Path) -> Iterator[str]:
    """The site's database is an empty one within; gives its alias."""
    connection = connections[DEFAULT_DB_ALIAS]
    on_postgres = connection.vendor == "postgresql"
    name = f"elsewhere_{os.getpid()}" if on_postgres else str(folder / "db.sqlite3")
    if on_postgres:
        _on_server(f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name}")
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield DEFAULT_DB_ALIAS
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual
        if on_postgres:
            _on_server(f"DROP DATABASE {name}")


def _on_server(*statements: str) -> None:
    connection = psycopg2.connect(os.environ["APPRAISE_GEC_TEST_DATABASE_URL"])
    connection.autocommit = True
    try:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
    finally:
        connection.close()
