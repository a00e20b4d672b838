"""Delete what has expired, as every worker does once a day."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from appraise_gec.jobs.tasks import keep_house


class Command(BaseCommand):
    """Reports what was deleted. Fails when something could not be deleted; the log says why."""

    help = "Delete expired sessions, unconfirmed uploads and counts, as every worker does once a day."

    def handle(self, *args: Any, **options: Any) -> None:
        gone = keep_house()
        for what, number in gone.items():
            self.stdout.write(f"{what}: {'failed' if number is None else number}")
        if None in gone.values():
            raise CommandError("Not everything could be deleted; see above.")
