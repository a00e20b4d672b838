"""What may be decided about the systems of a staged upload: their names, and their spaces."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from appraise_gec.accounts.models import User
from appraise_gec.jobs import services
from rankings.access.refusals import Refused
from rankings.corpus.open_corpus import Kind
from rankings.corpus.staging import site_limits, staged_upload
from rankings.formats.uploads import name_systems, system_name
from rankings.models import StagedUpload

STYLES = {
    "": "As in the file",
    "apart": "Set apart: “do n't eat fish .”",
    "joined": "Joined: “don't eat fish.”",
}


@dataclass(frozen=True, slots=True)
class OutputRow:
    """One output file: its number among the files, and what is decided about it."""

    number: int
    file: str
    system: str
    spacing: str


def rows(upload: StagedUpload, typed: Mapping[str, str] | None = None) -> list[OutputRow]:
    """The output files; with what was `typed`, where that could not be taken."""
    found = []
    for number, entry in enumerate(upload.form["files"]):
        if entry["kind"] != Kind.OUTPUT:
            continue
        system = entry.get("system") or system_name(entry["name"])
        spacing = entry.get("spacing", "")
        if typed is not None:
            system = typed.get(f"system-{number}", system)
            spacing = typed.get(f"spacing-{number}", spacing)
        found.append(OutputRow(number, entry["name"], system, spacing))
    return sorted(found, key=lambda row: row.file.casefold())


def change(owner: User, token: UUID, typed: Mapping[str, str]) -> bool:
    """Take names and spacing from a form; returns whether anything is different now.

    Raises:
        Refused: with every name that cannot be used, or that two systems would have. Then nothing changes.
    """
    with transaction.atomic():
        upload = staged_upload(owner, token, locked=True)
        wanted = {
            row.file: (
                "_".join(typed.get(f"system-{row.number}", row.system).split()) or system_name(row.file),
                _known(typed.get(f"spacing-{row.number}", row.spacing)),
            )
            for row in rows(upload)
        }
        names = {file: name for file, (name, _) in wanted.items()}
        problems = name_systems(names, site_limits(), names, in_a_form=True).problems
        if problems:
            raise Refused(*(str(problem) for problem in problems))
        files = [_entry(entry, wanted) for entry in upload.form["files"]]
        if files == upload.form["files"]:
            return False
        upload.form = {**upload.form, "files": files}
        # What a worker computed for the preview, or is computing, names the systems as they were.
        if upload.job is not None:
            services.cancel(upload.job)
        upload.preview, upload.job = None, None
        upload.save(update_fields=["form", "preview", "job"])
    return True


def _entry(entry: dict[str, object], wanted: Mapping[str, tuple[str, str]]) -> dict[str, object]:
    name = str(entry["name"])
    if entry["kind"] != Kind.OUTPUT:
        return entry
    system, spacing = wanted[name]
    plain = {key: value for key, value in entry.items() if key not in ("system", "spacing")}
    return (
        plain
        | ({"system": system} if system != system_name(name) else {})
        | ({"spacing": spacing} if spacing else {})
    )


def _known(spacing: str) -> str:
    return spacing if spacing in STYLES else ""
