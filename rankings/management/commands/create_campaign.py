"""Create a campaign from files on this machine."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from rankings.access.refusals import Refused
from rankings.corpus import staging
from rankings.corpus.creation import CampaignDetails, create_campaign, details_of
from rankings.corpus.forms import CampaignDetailsForm, slug_of
from rankings.corpus.staging import CorpusFile, Kind
from rankings.formats.records import FormatError, Problem
from rankings.models import Campaign
from rankings.people.judges import user_named
from rankings.plan.sampling import DrawOptions, draw_items

Documents = CampaignDetailsForm.Documents


class Command(BaseCommand):
    help = (
        "Create a draft campaign from a source file and one output file per system. Problems are printed as "
        "file:line: message; with a fatal one nothing is created and the exit code is 2."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--title", required=True)
        parser.add_argument("--owner", required=True, metavar="USER", help="user name of the owner")
        parser.add_argument("--source", required=True, type=Path, metavar="FILE")
        parser.add_argument(
            "--outputs",
            required=True,
            nargs="+",
            type=Path,
            metavar="PATH",
            help="a folder, output files, or zip archives; a file's name is its system's name",
        )
        documents = parser.add_mutually_exclusive_group()
        documents.add_argument(
            "--documents", type=Path, metavar="FILE", help="document ids, one per source line"
        )
        documents.add_argument(
            "--blank-lines", action="store_true", help="blank lines of the source end a document"
        )
        parser.add_argument(
            "--slug",
            default="",
            metavar="ADDRESS",
            help="made from the title when not given; one that is taken is refused",
        )
        parser.add_argument("--language", default="", metavar="CODE")
        parser.add_argument("--direction", default="auto", choices=Campaign.Direction.values)
        parser.add_argument("--max-outputs", default=5, type=int, metavar="M")
        parser.add_argument("--no-input", action="store_true", help="the unchanged source does not take part")
        parser.add_argument("--items", type=int, metavar="N", help="draw this many items at once")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--sampler", choices=Campaign.Sampler.values, default="diversity")
        parser.add_argument("--judges-per-item", type=int, default=2)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            owner = user_named(options["owner"])
            details = details_of(self._checked_details(options))
            files = self._files(options, details)
            reading = staging.read_files(
                files, documents=details.documents, include_input=details.include_input
            )
            self._print(list(reading.problems))
            with transaction.atomic():
                campaign = create_campaign(owner, details, files, reading=reading)
                if options["items"]:
                    draw = DrawOptions(
                        options["items"], options["seed"], options["sampler"], options["judges_per_item"]
                    )
                    draw_items(campaign, draw, owner, items_before=0)
        except FormatError as error:
            if error.problems and not any(problem in self._printed for problem in error.problems):
                self._print(error.problems)
            raise CommandError("Nothing was created.", returncode=2) from None
        except Refused as refusal:
            raise CommandError(str(refusal), returncode=2) from None
        self.stdout.write(
            f"Created {campaign.get_absolute_url()}: {len(reading.sentences):,} sentences, "
            f"{len(reading.outputs)} systems, {options['items'] or 0:,} items."
        )

    _printed: frozenset[Problem] = frozenset()

    def _print(self, problems: list[Problem]) -> None:
        for problem in problems:
            self.stderr.write(str(problem) if problem.fatal else f"{problem} (warning)", style_func=str)
        self._printed = frozenset(problems)

    def _checked_details(self, options: dict[str, Any]) -> dict[str, Any]:
        documents = Documents.FILE if options["documents"] else Documents.ONE
        if options["blank_lines"]:
            documents = Documents.BLANK_LINES
        form = CampaignDetailsForm(
            {
                "title": options["title"],
                # Given as if typed: a command that is repeated must not make a twin under another address.
                "slug": options["slug"] or slug_of(options["title"]),
                "documents": documents,
                "language": options["language"],
                "direction": options["direction"],
                "max_outputs": options["max_outputs"],
                "include_input": not options["no_input"],
            }
        )
        if not form.is_valid():
            reasons = [f"{name}: {reason}" for name, reasons in form.errors.items() for reason in reasons]
            if "slug" in form.errors and not options["slug"]:
                reasons.append("The address was made from the title; give another with --slug.")
            raise Refused(*reasons)
        return form.cleaned_data

    def _files(self, options: dict[str, Any], details: CampaignDetails) -> list[CorpusFile]:
        paths: list[Path] = []
        for path in options["outputs"]:
            paths += sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]
        files = [CorpusFile(Kind.SOURCE, options["source"].name, _read(options["source"]))]
        if options["documents"]:
            files.append(CorpusFile(Kind.DOCUMENTS, options["documents"].name, _read(options["documents"])))
        outputs, left_out = staging.unpack_outputs(
            [(path.name, _read(path)) for path in paths],
            files,
            documents=details.documents,
            include_input=details.include_input,
        )
        if left_out:
            self.stderr.write(f"Left out, because they hold no outputs: {', '.join(left_out)}")
        return files + outputs


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FormatError(Problem(str(path), f"The file cannot be read: {error.strerror}.")) from None
