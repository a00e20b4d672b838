"""Empties the database after a test that could not be rolled back."""

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand
from django.core.management.color import no_style
from django.db import connections

# Migrating fills these from the code, and no test changes them.
KEPT = {"auth_permission", "django_content_type"}


class Command(BaseCommand):
    """Takes the options of Django's command, and ends in the same state.

    That command empties all tables, most of which hold no row, and then makes the rows of `KEPT` again.
    This took longer than some tests.
    """

    stealth_options = ("database", "interactive", "reset_sequences", "allow_cascade", "inhibit_post_migrate")

    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        models = apps.get_models(include_auto_created=True)
        tables = sorted({model._meta.db_table for model in models if model._meta.managed} - KEPT)
        quote = connection.ops.quote_name
        with connection.cursor() as cursor:
            exist = ", ".join(f"EXISTS (SELECT 1 FROM {quote(table)})" for table in tables)  # noqa: S608
            cursor.execute(f"SELECT {exist}")
            filled = [table for table, has_rows in zip(tables, cursor.fetchone(), strict=True) if has_rows]
        # Postgres truncates no table to which another one refers, unless that one is truncated too.
        cascade = connection.vendor == "postgresql"
        connection.ops.execute_sql_flush(
            connection.ops.sql_flush(no_style(), filled, reset_sequences=False, allow_cascade=cascade)
        )
