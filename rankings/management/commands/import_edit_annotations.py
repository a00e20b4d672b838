"""Import judgments of single edits into a campaign."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from appraise_gec.accounts.models import User
from rankings.access.refusals import Refused
from rankings.formats.records import FormatError
from rankings.judgments.edit_annotations import import_annotations, read_annotation_files
from rankings.models import Campaign


class Command(BaseCommand):
    help = (
        "Import judgments of single edits, as SEEDA publishes them, into a campaign with their sentences. "
        "All files are stored, or none. Problems are printed as file:line: message, and the exit code is "
        "then 2."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="the campaign's address, as in its links")
        parser.add_argument(
            "paths",
            nargs="+",
            type=Path,
            metavar="PATH",
            help="files whose folder names the annotator, folders with such folders, or zip archives of them",
        )
        parser.add_argument("--as", dest="username", help="who imports, for the audit trail")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = Campaign.objects.filter(slug=options["campaign"], made_from=None).first()
        if campaign is None:
            raise CommandError(
                f"There is no campaign with the address {options['campaign']!r}.", returncode=2
            )
        actor = User.objects.filter(username=options["username"]).first() if options["username"] else None
        if options["username"] and actor is None:
            raise CommandError(f"There is no account {options['username']!r}.", returncode=2)
        paths: list[Path] = options["paths"]
        name = paths[0].name if len(paths) == 1 else f"{len(paths)} files"
        try:
            files = [file for path in paths for file in _files(path)]
            made = import_annotations(campaign, read_annotation_files(files), name, actor)
        except OSError as error:
            raise CommandError(
                f"{error.filename}: cannot be read ({error.strerror}).", returncode=2
            ) from error
        except FormatError as error:
            for problem in error.problems:
                self.stderr.write(f"{'error' if problem.fatal else 'warning'}: {problem}")
            raise CommandError(
                "Nothing was imported. Fix the problems listed above.", returncode=2
            ) from error
        except Refused as refusal:
            raise CommandError(" ".join(refusal.reasons), returncode=2) from refusal
        for problem in made.warnings:
            self.stderr.write(f"warning: {problem}")
        self.stdout.write(
            f"{made.edits:,} edits in {made.corrections:,} corrections of {made.sentences:,} sentences, by "
            f"{', '.join(made.annotators)}."
        )


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    """A file, or every file of a folder, named with the folder it lies in; archives name their own."""
    if not path.is_dir():
        is_archive = path.suffix.lower() == ".zip"
        yield path.name if is_archive else f"{path.resolve().parent.name}/{path.name}", path.read_bytes()
        return
    for file in sorted(path.rglob("*")):
        if file.is_file():
            yield f"{file.resolve().parent.name}/{file.name}", file.read_bytes()
