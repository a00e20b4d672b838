"""Create a campaign from files on this machine."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from rankings.access.refusals import Refused
from rankings.corpus.creation import CampaignDetails, create_campaign
from rankings.corpus.forms import NewCampaignForm, slug_of
from rankings.corpus.open_corpus import DOCUMENTS, OUTPUTS, SOURCE, Documents, OpenCorpus
from rankings.corpus.previewing import preview_corpus
from rankings.formats.records import FormatError, Problem
from rankings.formats.uploads import read_upload
from rankings.models import Campaign
from rankings.people.judges import user_named
from rankings.plan.sampling import DrawOptions, draw_items
from rankings.uploads.files import File, site_limits


class Command(BaseCommand):
    help = (
        "Create a draft campaign from a source file and one output file per system. Problems are printed as "
        "file:line: message; with a fatal one nothing is created and the exit code is 2."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--title", required=True)
        parser.add_argument("--owner", required=True, metavar="USER", help="user name of the owner")
        parser.add_argument("--source", required=True, type=Path, metavar="FILE")
        outputs = "a folder, output files, or zip archives; a file's name is its system's name"
        parser.add_argument("--outputs", required=True, nargs="+", type=Path, metavar="PATH", help=outputs)
        ends = parser.add_mutually_exclusive_group()
        ends.add_argument("--documents", type=Path, metavar="FILE", help="document ids, one per source line")
        ends.add_argument(
            "--blank-lines", action="store_true", help="blank lines of the source end a document"
        )
        parser.add_argument("--slug", default="", metavar="ADDRESS", help="made from the title if not given")
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
            files = self._files(options)
            details = _details(options, files)
            corpus = OpenCorpus(files, documents=details.documents, include_input=details.include_input)
            problems, facts = preview_corpus(corpus, details.max_outputs)
            self._print(problems)
            if facts is None:
                raise CommandError("Nothing was created.", returncode=2)
            with transaction.atomic():
                campaign = create_campaign(owner, details, files)
                if options["items"]:
                    draw = DrawOptions(
                        options["items"], options["seed"], options["sampler"], options["judges_per_item"]
                    )
                    draw_items(campaign, draw, owner, items_before=0)
        except FormatError as error:
            self._print(error.problems)
            raise CommandError("Nothing was created.", returncode=2) from None
        except Refused as refusal:
            raise CommandError(str(refusal), returncode=2) from None
        self.stdout.write(
            f"Created {campaign.get_absolute_url()}: {facts.sentences:,} sentences, "
            f"{len(facts.systems)} systems, {options['items'] or 0:,} items."
        )

    def _print(self, problems: Any) -> None:
        for problem in problems:
            self.stderr.write(str(problem) if problem.fatal else f"{problem} (warning)", style_func=str)

    def _files(self, options: dict[str, Any]) -> list[File]:
        paths: list[Path] = []
        for path in options["outputs"]:
            paths += sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]
        upload = read_upload([(path.name, _read(path)) for path in paths], site_limits())
        if not upload.usable:
            raise FormatError(list(upload.problems))
        if upload.left_out:
            self.stderr.write(f"Left out, because they hold no outputs: {', '.join(upload.left_out)}")
        files = [File(SOURCE, options["source"].name, _read(options["source"]))]
        if options["documents"]:
            files.append(File(DOCUMENTS, options["documents"].name, _read(options["documents"])))
        return files + [File(OUTPUTS, name, content) for name, content in upload.files.items()]


def _details(options: dict[str, Any], files: list[File]) -> CampaignDetails:
    documents = Documents.FILE if options["documents"] else Documents.ONE
    fields = {
        **options,
        # Given as if typed: a command that is repeated must not make a twin under another address.
        "slug": options["slug"] or slug_of(options["title"]),
        "documents": Documents.BLANK_LINES if options["blank_lines"] else documents,
        "include_input": not options["no_input"],
    }
    form = NewCampaignForm(fields, kept=[{"role": file.role, "name": file.name} for file in files])
    if not form.is_valid():
        raise Refused(*(f"{name}: {reason}" for name, reasons in form.errors.items() for reason in reasons))
    return CampaignDetails.of(form.cleaned_data)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FormatError(Problem(str(path), f"The file cannot be read: {error.strerror}.")) from None
