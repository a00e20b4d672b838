"""Django's migrate, one at a time."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from appraise_gec.migrating import one_at_a_time


class Command(migrate.Command):
    """A second one waits for the first, and then finds nothing left to do."""

    def handle(self, *args: Any, **options: Any) -> None:
        if options["plan"] or options["check_unapplied"]:
            super().handle(*args, **options)
            return
        with one_at_a_time(connections[options["database"]], self.stderr.write):
            super().handle(*args, **options)
