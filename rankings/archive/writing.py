"""A campaign as one archive: what is written, and its download."""

import re
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import IO, Any

import msgspec
from django.contrib.auth.decorators import login_required
from django.db.models import ForeignKey, Q
from django.http import FileResponse, HttpRequest
from django.views.decorators.http import require_GET

import appraise_gec
from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.database import snapshot
from rankings.access import managed, signed_in
from rankings.archive.contents import Table, tables
from rankings.models import Campaign, Judge

ABOUT = "archive.json"
FORMAT = 1
ROWS_AT_ONCE = 2000
Show = Callable[[Any], Any]


def write_archive(campaign: Campaign, target: IO[bytes], *, names: bool, as_copy: bool = False) -> None:
    """Write a campaign as it is at one moment; `as_copy`, only what a copy of the campaign begins with.

    Without `names` judges have pseudonyms, which sort as the names do, so that the same seed gives the same
    report, and nothing stands in it that people wrote about each other.
    """
    with snapshot(), zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        _Writing(campaign, archive, names=names, as_copy=as_copy).all()


class _Writing:
    def __init__(self, campaign: Campaign, archive: zipfile.ZipFile, *, names: bool, as_copy: bool) -> None:
        self.campaign = campaign
        self.archive = archive
        self.names = names
        self.as_copy = as_copy
        self.pseudonyms = {} if names else _pseudonyms(campaign)
        # The longest first; a letter or digit more is another word.
        known = "|".join(map(re.escape, sorted(self.pseudonyms, key=len, reverse=True)))
        self._judges = re.compile(rf"(?<![^\W_])(?:{known or '(?!)'})(?![^\W_])", re.IGNORECASE)
        self._folded = {name.casefold(): pseudonym for name, pseudonym in self.pseudonyms.items()}
        # How rows are named in files that refer to them, by table and key.
        self.named: dict[type, dict[int, Any]] = {}

    def all(self) -> None:
        about = {
            "format": FORMAT,
            "program": f"Appraise GEC {appraise_gec.__version__}",
            "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "names": self.names,
        }
        self.archive.writestr(ABOUT, msgspec.json.format(msgspec.json.encode(about)) + b"\n")
        for table in tables():
            with self.archive.open(table.file, "w", force_zip64=True) as file:
                for row in self._rows(table):
                    file.write(msgspec.json.encode(row) + b"\n")

    def _rows(self, table: Table) -> Iterator[dict[str, Any]]:
        chosen = table.in_copy if self.as_copy else Q()
        if chosen is None:
            return
        fields = {
            name: field
            for name, field in table.fields.items()
            if not (self.as_copy and name in table.not_in_copy)
        }
        names = [field.attname for field in fields.values()]
        show = {name: shown for name in fields if (shown := self._show(table, name))}
        marks = {name: mark(self.campaign) for name, mark in table.marks.items()}
        keys = self.named.setdefault(table.model, {})
        rows = table.model._default_manager.filter(table.only, chosen, **{table.of: self.campaign.pk})
        stored = rows.order_by(*table.order).values_list("pk", *names).iterator(chunk_size=ROWS_AT_ONCE)
        for number, (key, *values) in enumerate(stored, start=1):
            row = dict(zip(fields, values, strict=True))
            for name, shown in show.items():
                row[name] = shown(row[name])
            if not self.names:
                row |= {name: note(row) for name, note in table.notes.items()}
            row |= {name: row[name] == mark for name, mark in marks.items()}
            if not table.plain:
                keys[key] = row[table.by] if table.by else number
            yield row

    def _show(self, table: Table, name: str) -> Show | None:
        """What makes a stored value one of the archive; None where it stays as it is."""
        field = table.fields[name]
        if isinstance(field, ForeignKey):
            return self.named.setdefault(field.related_model, {}).get
        if self.names:
            return None
        if table.model is Judge and name == "name":
            return self.pseudonyms.__getitem__
        return self._without_names if name in table.names else None

    def _without_names(self, text: str) -> str:
        """The text with pseudonyms where judges' names stand as words, in capitals or not."""
        return self._judges.sub(lambda match: self._folded.get(match.group().casefold(), "judge"), text)


def _pseudonyms(campaign: Campaign) -> dict[str, str]:
    names = sorted(Judge.objects.filter(campaign=campaign).values_list("name", flat=True))
    width = len(str(len(names)))
    return {name: f"judge-{number:0{width}}" for number, name in enumerate(names, start=1)}


def archive_response(campaign: Campaign, person: User, *, names: bool) -> FileResponse:
    """The campaign's archive as it is now, as a download. The history keeps who took it."""
    file = archive_file(campaign, names=names)
    record_event(person, "archive.download", campaign.pk, names=names)
    name = f"{campaign.slug}{'' if names else '-without-names'}.campaign.zip"
    return FileResponse(file, as_attachment=True, filename=name)


def archive_file(campaign: Campaign, *, names: bool, as_copy: bool = False) -> IO[bytes]:
    """An archive on a disk of this process, which is gone when it is closed."""
    file = tempfile.TemporaryFile(prefix="appraise-gec-archive-")  # noqa: SIM115 - lives until it is sent
    write_archive(campaign, file, names=names, as_copy=as_copy)
    file.seek(0)
    return file


@login_required
@require_GET
def download(request: HttpRequest, slug: str) -> FileResponse:
    """The whole campaign as one file; names stand in it where `?names=true` says so."""
    campaign = managed(request, slug).campaign
    return archive_response(campaign, signed_in(request), names=request.GET.get("names") == "true")
