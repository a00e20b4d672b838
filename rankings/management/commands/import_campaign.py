"""Import a campaign bundle."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from appraise_gec.accounts.models import User
from rankings.access.refusals import Refused
from rankings.bundles.bundle_file import BundleFile
from rankings.bundles.reading import check_bundle
from rankings.bundles.services import accounts_here, free_address
from rankings.bundles.storing import Wishes, store_bundle
from rankings.formats.records import FormatError
from rankings.people.judges import user_named


class Command(BaseCommand):
    help = (
        "Import a campaign bundle as a new campaign: all of it or nothing. What is wrong with it is printed "
        "as file:line: message, and the exit code is then 2."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--slug", default="", metavar="ADDRESS", help="another address than in the bundle"
        )
        parser.add_argument(
            "--accounts",
            action="store_true",
            help="give people accounts: those of the same user names, and new ones, which nobody can sign in "
            "to before a password is set (password_link); without this, judges keep their names",
        )
        parser.add_argument("--owner", metavar="USER", help="who owns the campaign unless the bundle says so")
        parser.add_argument("--check", action="store_true", help="say what is in the bundle; store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with options["file"].open("rb") as file:
                self._import(BundleFile(file, options["file"].name), options)
        except OSError as error:
            raise CommandError(
                f"{options['file']}: cannot be read: {error.strerror}.", returncode=2
            ) from error
        except FormatError as error:
            for problem in error.problems:
                self.stderr.write(str(problem), style_func=str)
            raise CommandError("Nothing was imported.", returncode=2) from None
        except Refused as refusal:
            raise CommandError(f"{refusal} Nothing was imported.", returncode=2) from None

    def _import(self, bundle: BundleFile, options: dict[str, Any]) -> None:
        checked = check_bundle(bundle, lambda _fraction, _message: None)
        named = bundle.manifest.campaign
        if options["check"]:
            self.stdout.write(f"{named.title} ({named.address}), people: {bundle.manifest.people}")
            for file, rows in checked.rows.items():
                self.stdout.write(f"{rows:>12,}  {file}")
            for name, account in accounts_here(checked.people):
                self.stdout.write(f"{name}: {'has an account here' if account else 'has no account here'}")
            return
        owner: User | None = user_named(options["owner"]) if options["owner"] else None
        if owner is None and not (options["accounts"] and checked.people):
            raise Refused("Nobody would own the campaign. Name its owner with --owner.")
        try:
            address = free_address(options["slug"] or named.address)
        except Refused as refusal:
            raise Refused(f"{refusal} Give another with --slug.") from None
        wishes = Wishes(address, with_accounts=options["accounts"])
        campaign = store_bundle(bundle, wishes, owner, lambda _fraction, _message: None)
        rows = sum(checked.rows.values())
        self.stdout.write(f"Imported {campaign.get_absolute_url()}: {rows:,} rows.")
