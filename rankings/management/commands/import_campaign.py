"""Make a campaign of the file of a whole campaign."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rankings.access.refusals import Refused
from rankings.archive.reading import Archive
from rankings.archive.storing import look_at, store_archive
from rankings.corpus.forms import NamedCampaignForm
from rankings.formats.records import FormatError
from rankings.people.judges import user_named


class Command(BaseCommand):
    help = (
        "Make a new campaign of a file that export_campaign or a site wrote: all of it or nothing. What is "
        "wrong with it is printed as file:line: message, and the exit code is then 2."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--owner", required=True, metavar="USER", help="user name of the owner")
        parser.add_argument("--slug", default="", metavar="ADDRESS", help="another address than in the file")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            owner = user_named(options["owner"])
            with path.open("rb") as file:
                archive = Archive(file, path.name)
                facts = look_at(archive)
                form = NamedCampaignForm({"title": facts["title"], "slug": options["slug"] or facts["slug"]})
                if not form.is_valid():
                    raise Refused(*(str(reason) for reasons in form.errors.values() for reason in reasons))
                campaign = store_archive(archive, owner, slug=form.cleaned_data["slug"])
        except OSError as error:
            raise CommandError(f"{path}: cannot be read: {error.strerror}.", returncode=2) from error
        except FormatError as error:
            for problem in error.problems:
                self.stderr.write(str(problem), style_func=str)
            raise CommandError("Nothing was imported.", returncode=2) from None
        except Refused as refusal:
            raise CommandError(f"{refusal} Nothing was imported.", returncode=2) from None
        self.stdout.write(f"Imported {campaign.get_absolute_url()}.")
