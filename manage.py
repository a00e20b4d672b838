#!/usr/bin/env python3
"""Django's command line for this site."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

UNPREPARED = (
    "The database is not prepared for this version yet. Start the site once with ./run, or prepare it with "
    "./run manage migrate; then try again."
)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "appraise_gec.settings")
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        # What prepares the database cannot be helped by the advice to prepare it.
        if "--traceback" in sys.argv or "migrate" in sys.argv[1:2] or not migrations_are_missing():
            raise
        sys.exit(f"{str(error).strip()}\n{UNPREPARED}")


def migrations_are_missing() -> bool:
    """Whether the database can be reached, but lacks tables or columns of this version."""
    try:
        executor = MigrationExecutor(connection)
        return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError:
        return False


if __name__ == "__main__":
    main()
