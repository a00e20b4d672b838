"""Bring the catalogs of translations up to date with the texts of the site."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from appraise_gec.languages.catalogs import up_to_date


class Command(BaseCommand):
    help = "Bring the catalogs in locale/ up to date: new texts in, old ones out, and what the site reads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="Change nothing; fail if something is old.")

    def handle(self, *args: Any, check: bool = False, **options: Any) -> None:
        old = [made for made in up_to_date() if not made.is_current]
        names = [made.path.relative_to(settings.BASE_DIR).as_posix() for made in old]
        if check and old:
            raise CommandError(f"Not up to date: {', '.join(names)}. Run `manage.py translations`.")
        for made in old:
            made.write()
        self.stdout.write("\n".join(names) or "Everything is up to date.")
