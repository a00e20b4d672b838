"""Write a backup of the whole site into one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from appraise_gec.backup import BackupError, back_up


class Command(BaseCommand):
    help = "Write everything in the database into one file that `restore` reads; the site may go on running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a new file")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            back_up(connection, file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Backed up into {file}, {file.stat().st_size / 1e6:.1f} MB. Keep the site's secret key with it: "
            "with another key, people must sign in again."
        )
