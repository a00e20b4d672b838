"""Hand in files as on the pages of the site: every kind of upload, by the fields of its form."""

import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.files.base import File
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.http import Http404
from django.utils.datastructures import MultiValueDict

from appraise_gec.jobs.running import run_job
from rankings.access import Refused
from rankings.formats.records import FormatError
from rankings.models import Upload
from rankings.people.judges import user_named
from rankings.uploads import flow
from rankings.uploads.kinds import kinds
from rankings.uploads.views import target_of

State = Upload.State


class Command(BaseCommand):
    help = (
        "Hand in files: a new campaign, judgments, references and all else that the site takes. What is "
        "wrong is printed as file:line: message; with a fatal problem nothing is stored, exit code 2."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", choices=sorted(kinds()))
        told = "fields of the form on the page; of files their paths, or a folder for the files in it"
        parser.add_argument("fields", nargs="+", metavar="FIELD=VALUE", help=told)
        parser.add_argument("--as", dest="owner", required=True, metavar="USER", help="who hands them in")
        parser.add_argument("--campaign", default="", metavar="ADDRESS", help="that they are for")
        parser.add_argument("--check", action="store_true", help="only say what is wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            upload = _staged(options)
            told = self._told(upload)
            try:
                if upload.standing == State.READY and not options["check"]:
                    upload = _worked_at(flow.confirm(upload))
            except (FormatError, Refused):
                upload.refresh_from_db()
        except Http404:
            raise CommandError("There is no such campaign for this person.", returncode=2) from None
        except (Refused, PermissionDenied) as error:
            raise CommandError(str(error), returncode=2) from None
        except OSError as error:
            raise CommandError(
                f"{error.filename}: cannot be read: {error.strerror}.", returncode=2
            ) from error
        if upload.standing == State.DONE:
            self.stdout.write(f"{upload.told} {upload.leads_to}")
            return
        self._told(upload, told)
        is_usable = upload.standing == State.READY
        flow.drop(upload)
        if not is_usable:
            raise CommandError("Nothing was stored.", returncode=2)
        self.stdout.write("This can be stored.")

    def _told(self, upload: Upload, before: Collection[str] = ()) -> list[str]:
        """Say what is wrong with an upload, and was not said before."""
        errors = flow.form_of(upload).errors if upload.standing != State.DONE else {}
        lines = [f"{name}: {reason}" for name, reasons in errors.items() for reason in reasons]
        lines += [
            str(problem) if problem.fatal else f"{problem} (warning)" for problem in flow.problems_of(upload)
        ]
        if upload.standing == State.FAILED and upload.job is not None:
            lines.append(upload.job.error)
        for line in lines:
            if line not in before:
                self.stderr.write(line, style_func=str)
        return lines


def _staged(options: dict[str, Any]) -> Upload:
    kind, owner = kinds()[options["kind"]], user_named(options["owner"])
    campaign = target_of(owner, kind, options["campaign"])
    blank = kind.form(campaign=campaign)
    usual = {name: field.initial for name, field in blank.fields.items() if field.initial is not None}
    values = MultiValueDict({name: [value] for name, value in {**usual, **kind.initial(campaign)}.items()})
    files: MultiValueDict[str, Any] = MultiValueDict()
    for name, _, value in (field.partition("=") for field in options["fields"]):
        if name not in blank.fields:
            raise Refused(f"There is no field {name}. There are: {', '.join(blank.fields)}.")
        if name not in blank.file_fields():
            values.setlist(name, [value])
            continue
        path = Path(value)
        inside = sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]
        for file in inside:
            files.appendlist(name, File(file.open("rb"), file.name))
    upload, form = flow.stage(kind, owner, campaign, values, files)
    if upload is None:
        raise Refused(*(f"{name}: {reason}" for name, reasons in form.errors.items() for reason in reasons))
    return _worked_at(upload)


def _worked_at(upload: Upload) -> Upload:
    """The upload when nobody works at it any more: this process does, unless a worker was quicker."""
    while upload.is_working and upload.job is not None:
        if not run_job(upload.job.pk):
            time.sleep(0.3)
        upload = Upload.objects.select_related("job", "campaign", "owner").get(pk=upload.pk)
    return upload
