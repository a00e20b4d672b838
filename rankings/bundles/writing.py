"""A campaign as a bundle: row by row into a zip archive, so that memory stays bounded."""

import csv
import hashlib
import io
import json
import zipfile
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import IO, Any

from django.db.models import Model, QuerySet

import appraise_gec
from appraise_gec.present.safe_cells import protect_cell
from appraise_gec.snapshots import snapshot
from rankings.bundles.codebook import codebook
from rankings.bundles.description import (
    FORMAT,
    FORMAT_VERSION,
    PEOPLE_FILE,
    Table,
    all_tables,
    is_person,
    models_left_out,
    refers_to,
    table_of_model,
)
from rankings.bundles.people import PEOPLE_COLUMNS, InFull, People, Pseudonymous
from rankings.bundles.values import as_cell, as_plain, compact_json
from rankings.models import Bundle, Campaign

ROWS_AT_ONCE = 2000
Tell = Callable[[float, str], None]


def write_bundle(campaign: Campaign, people: str, target: IO[bytes], tell: Tell) -> dict[str, Any]:
    """Write everything of a campaign, as it is at one moment, to a file. Returns the manifest.

    Args:
        campaign: what is written.
        people: one of `Bundle.People`.
        target: may be a pipe.
        tell: is told how much is done, from 0 to 1; what it raises ends the work.
    """
    with snapshot():
        campaign.refresh_from_db()
        shown = InFull() if people == Bundle.People.FULL else Pseudonymous(campaign)
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            return _Writing(campaign, shown, archive, tell).all(people)


class _Writing:
    """One bundle on its way into an archive; also the `Origin` of derived columns."""

    def __init__(self, campaign: Campaign, people: People, archive: zipfile.ZipFile, tell: Tell) -> None:
        self.campaign = campaign
        self.people = people
        self.archive = archive
        self.tell = tell
        self.files: list[dict[str, Any]] = []
        # The keys of the rows of referred tables, in the order of the file.
        self._keys: dict[str, array[int]] = {}
        self._sorted: dict[str, tuple[array[int], array[int]] | None] = {}
        self._total = 1
        self._done = 0

    def all(self, people: str) -> dict[str, Any]:
        tables = all_tables()
        self.tell(0.0, "Counting rows")
        counts = {table.name: self._rows(table).count() for table in tables}
        self._total = sum(counts.values()) or 1
        for table in tables:
            self._table(table)
        with self._entry(PEOPLE_FILE) as entry:
            entry.begin(["id", *PEOPLE_COLUMNS])
            for row in self.people.rows():
                entry.row([str(value) for value in row.values()])
        with self._entry("README.md") as entry:
            entry.write(codebook().encode())
        manifest = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "program": "Appraise GEC",
            "program_version": appraise_gec.__version__,
            "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "campaign": {
                "address": self.people.shown(self.campaign.slug, "words"),
                "title": self.people.shown(self.campaign.title, "words"),
                "state": self.campaign.state,
            },
            "people": people,
            "files": self.files,
            "left_out": models_left_out(),
        }
        self.archive.writestr("manifest.json", json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")
        return manifest

    def number_of(self, model: str, key: int | None) -> int | None:
        """The id of a row of a referred table; None where the bundle does not hold it."""
        if key is None:
            return None
        keys = self._keys_of(model)
        order = self._sorted[model]
        if order is None:
            place = bisect_left(keys, key)
            return place + 1 if place < len(keys) and keys[place] == key else None
        by_key, numbers = order
        place = bisect_left(by_key, key)
        return numbers[place] if place < len(by_key) and by_key[place] == key else None

    def _keys_of(self, model: str) -> "array[int]":
        if model not in self._keys:
            table = table_of_model(model)
            if table is None:
                raise LookupError(f"no table of a bundle holds {model}")
            rows = self._rows(table).values_list("pk", flat=True)
            self._keys[model] = keys = array("q", rows.iterator(chunk_size=ROWS_AT_ONCE))
            self._sorted[model] = None
            if any(keys[place] > keys[place + 1] for place in range(len(keys) - 1)):
                places = sorted(range(len(keys)), key=keys.__getitem__)
                self._sorted[model] = (
                    array("q", (keys[place] for place in places)),
                    array("q", (place + 1 for place in places)),
                )
        return self._keys[model]

    def _rows(self, table: Table) -> "QuerySet[Model]":
        rows = table.rows_model._default_manager.filter(table.only)
        if table.only_in_full and not isinstance(self.people, InFull):
            return rows.none()
        own = rows.filter(**{table.of: self.campaign}) if table.of else rows.filter(pk=self.campaign.pk)
        return own.order_by(*table.order)

    def _table(self, table: Table) -> None:
        fields = table.fields
        names = [*(field.attname for field in fields.values()), *table.reads]
        names += ["pk"] if table.attached else []
        json_columns = {name for name in table.columns if name in table.derived} | {
            name for name, field in fields.items() if field.get_internal_type() == "JSONField"
        }
        show = {name: self._show(table, name) for name in table.columns if name not in table.derived}
        attname = {name: field.attname for name, field in fields.items()}
        with self._entry(table.file) as entry:
            entry.begin(None if table.documents else table.header)
            rows = self._rows(table).values(*names).iterator(chunk_size=ROWS_AT_ONCE)
            attachments = []
            for number, row in enumerate(rows, start=1):
                derived = table.derive(row, self) if table.derive else {}
                values = {
                    name: derived[name] if name in derived else show[name](row[attname[name]])
                    for name in table.columns
                }
                if table.documents:
                    plain = {name: as_plain(value) for name, value in values.items()}
                    entry.line(compact_json({"id": number, **plain}))
                else:
                    cells = [as_cell(value, is_json=name in json_columns) for name, value in values.items()]
                    entry.row([str(number), *cells])
                if table.attached:
                    attachments.append((number, row["pk"]))
                self._done += 1
                if self._done % ROWS_AT_ONCE == 0:
                    self.tell(self._done / self._total, f"Writing {table.file}")
        for number, key in attachments:
            stored = table.rows_model._default_manager.values_list(table.attached, flat=True).get(pk=key)
            self._attached(table, number, bytes(stored))

    def _show(self, table: Table, name: str) -> Callable[[Any], Any]:
        field, privacy = table.fields[name], table.columns[name].privacy
        if is_person(field):
            return self.people.number_of
        if target := refers_to(field):
            return lambda key: self.number_of(target, key)
        if privacy:
            return lambda value: self.people.shown(value, privacy)
        return lambda value: value

    def _attached(self, table: Table, number: int, content: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(content)) as stored:
            for place in range(len(stored.namelist())):
                with self._entry(f"{table.name}/{number}/{place}") as entry:
                    entry.write(stored.read(str(place)))

    @contextmanager
    def _entry(self, name: str) -> "Iterator[_Entry]":
        with self.archive.open(name, "w", force_zip64=True) as stream:
            entry = _Entry(stream)
            yield entry
            entry.flush()
        facts: dict[str, Any] = {"path": name, "sha256": entry.digest.hexdigest(), "bytes": entry.size}
        self.files.append(facts if entry.rows is None else {**facts, "rows": entry.rows})


class _Entry:
    """A file of the archive that is being written; knows its digest, size and rows."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.digest = hashlib.sha256()
        self.size = 0
        self.rows: int | None = None
        self._text = io.StringIO(newline="")
        self._writer = csv.writer(self._text)

    def begin(self, header: list[str] | None) -> None:
        """Begin a table; CSV has a header."""
        self.rows = 0
        if header is not None:
            self._writer.writerow(header)

    def row(self, cells: list[str]) -> None:
        self._writer.writerow([protect_cell(cell) for cell in cells])
        self._counted()

    def line(self, text: str) -> None:
        self._text.write(text + "\n")
        self._counted()

    def write(self, content: bytes) -> None:
        self.digest.update(content)
        self.size += len(content)
        self.stream.write(content)

    def flush(self) -> None:
        self.write(self._text.getvalue().encode())
        self._text.seek(0)
        self._text.truncate()

    def _counted(self) -> None:
        self.rows = (self.rows or 0) + 1
        if self.rows % 200 == 0:
            self.flush()


def as_bundle_name(campaign: Mapping[str, Any], people: str) -> str:
    """The name under which a bundle is downloaded."""
    kind = "" if people == Bundle.People.FULL else "-pseudonyms"
    return f"{campaign['address']}{kind}.bundle.zip"
