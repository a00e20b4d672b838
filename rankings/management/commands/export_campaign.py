"""Write a campaign bundle."""

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from appraise_gec.accounts.services import record_event
from rankings.bundles.writing import write_bundle
from rankings.models import Bundle, Campaign


class Command(BaseCommand):
    help = (
        "Write everything of a campaign into one file, a campaign bundle, which import_campaign reads. "
        "Without --people full, people stand in it under pseudonyms."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="the campaign's address, as in its links")
        parser.add_argument("file", type=Path, metavar="FILE", help="must not exist yet")
        parser.add_argument("--people", choices=Bundle.People.values, default=Bundle.People.PSEUDONYMS)

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
                    manifest = write_bundle(
                        campaign, options["people"], file, lambda _fraction, _message: None
                    )
                except BaseException:
                    Path(file.name).unlink()
                    raise
            Path(file.name).replace(path)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.", returncode=2) from error
        record_event(None, "bundle.export", campaign.pk, people=options["people"])
        rows = sum(entry.get("rows") or 0 for entry in manifest["files"])
        self.stdout.write(
            f"Wrote {path}: {path.stat().st_size:,} bytes, {rows:,} rows in {len(manifest['files'])} files."
        )
