"""Write a campaign into one file."""

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from appraise_gec.accounts.services import record_event
from rankings.archive.writing import write_archive
from rankings.models import Campaign


class Command(BaseCommand):
    help = "Write a whole campaign into one file, which another site reads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="the campaign's address, as in its links")
        parser.add_argument("file", type=Path, metavar="FILE", help="must not exist yet")
        parser.add_argument("--names", action="store_true", help="name judges; else they have pseudonyms")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = Campaign.objects.filter(slug=options["campaign"]).first()
        if campaign is None:
            raise CommandError(
                f"There is no campaign with the address {options['campaign']!r}.", returncode=2
            )
        path: Path = options["file"]
        if path.exists():
            raise CommandError(f"{path} exists already. Choose another name.", returncode=2)
        try:
            # Under its name only when all of it is there. Readable by this user alone: it may name people.
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
                try:
                    write_archive(campaign, file, names=options["names"])
                except BaseException:
                    Path(file.name).unlink()
                    raise
            Path(file.name).replace(path)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.", returncode=2) from error
        record_event(None, "archive.download", campaign.pk, names=options["names"])
        self.stdout.write(f"Wrote {path}: {path.stat().st_size:,} bytes.")
