"""Import files of judgments into a campaign."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from appraise_gec.accounts.models import User
from rankings.formats.limits import OWN_FILES
from rankings.formats.records import FormatError
from rankings.items.sentence_numbers import NUMBERINGS
from rankings.judgments.import_checks import Target
from rankings.judgments.importing import import_judgments
from rankings.judgments.upload import read_judgment_file
from rankings.models import Campaign


class Command(BaseCommand):
    help = (
        "Import judgments into a campaign that has their sentences and systems. Each file is stored whole or "
        "not at all; a file that was imported before is refused. Problems are printed as file:line: message, "
        "and the exit code is then 2."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="the campaign's address, as in its links")
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="result XML, CSV, JSON, ...")
        parser.add_argument(
            "--check", action="store_true", help="say what is wrong with the files; store nothing"
        )
        parser.add_argument(
            "--first-sentence",
            type=int,
            choices=sorted(NUMBERINGS),
            default=0,
            help="number of the first sentence in the files (default: 0)",
        )
        parser.add_argument("--as", dest="username", help="who imports, for the audit trail")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = Campaign.objects.filter(slug=options["campaign"]).first()
        if campaign is None:
            raise CommandError(
                f"There is no campaign with the address {options['campaign']!r}.", returncode=2
            )
        actor = self._actor(options["username"])
        for path in options["files"]:
            self._import(campaign, path, actor, options["first_sentence"], check_only=options["check"])

    def _actor(self, username: str | None) -> User | None:
        if username is None:
            return None
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no account {username!r}.", returncode=2)
        return user

    def _import(
        self, campaign: Campaign, path: Path, actor: User | None, first_sentence: int, *, check_only: bool
    ) -> None:
        try:
            with path.open("rb") as content:
                file = read_judgment_file(
                    Target.of_campaign(campaign), path.name, content, first_sentence, OWN_FILES
                )
        except OSError as error:
            raise CommandError(f"{path}: cannot be read ({error.strerror}).", returncode=2) from error
        for problem in file.problems:
            self.stderr.write(f"{'error' if problem.fatal else 'warning'}: {problem}")
        if not file.usable:
            raise CommandError(f"{path}: nothing was imported. Fix the problems listed above.", returncode=2)
        if check_only:
            self.stdout.write(f"{path}: {len(file.judgments):,} judgments can be imported.")
            return
        try:
            summary = import_judgments(
                campaign,
                file.judgments,
                file.name,
                file.sha256,
                actor,
                size=file.size,
                first_sentence=first_sentence,
            )
        except FormatError as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(
            f"{path}: {summary.rankings:,} rankings ({summary.skipped:,} skipped) by {len(summary.judges):,} "
            f"judges on {summary.sentences:,} sentences; {summary.new_items:,} new items."
        )
