"""Uploaded files that wait for their owner's confirmation: bound to a person, bounded in number, expiring."""

import hashlib
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.corpus.forms import CampaignDetailsForm
from rankings.formats.corpus import CorpusReading, read_corpus
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.records import FormatError, Problem
from rankings.formats.text import read_text
from rankings.formats.uploads import INPUT_SYSTEM, name_systems, read_upload
from rankings.models import Campaign, CampaignFile, StagedUpload

KEPT_FOR = timedelta(hours=12)
MOST_PER_PERSON = 5
ONE_SYSTEM = (
    "This is the only system, so there is nothing to compare it with. Add the outputs of another system"
)
Kind = CampaignFile.Kind


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """One file of a campaign's texts, as it was uploaded."""

    kind: str
    name: str
    content: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def site_limits() -> Limits:
    """The limits of this site: those of the readers, or the upload limit where that is lower."""
    most = settings.MAX_UPLOAD_BYTES
    return replace(
        DEFAULT_LIMITS,
        file_bytes=min(DEFAULT_LIMITS.file_bytes, most),
        total_bytes=min(DEFAULT_LIMITS.total_bytes, 4 * most),
    )


def unpack_outputs(
    files: list[tuple[str, bytes]], others: list[CorpusFile], *, documents: str, include_input: bool
) -> list[CorpusFile]:
    """Output files, with archives unpacked.

    Raises FormatError where something cannot be unpacked: with every problem, also of the `others` and of the
        readable outputs, so that all files can be fixed at once.
    """
    upload = read_upload(files, site_limits())
    outputs = [CorpusFile(Kind.OUTPUT, name, content) for name, content in upload.files.items()]
    if upload.usable:
        return outputs
    rest = merge_files(others, outputs)
    problems = list(upload.problems)
    source = next((file for file in rest if file.kind == Kind.SOURCE), None)
    if source is not None and any(file.kind == Kind.OUTPUT for file in rest):
        problems += _read_texts(rest, documents, include_input=include_input).problems
    elif source is not None:
        problems += read_text(source.content, source.name, site_limits()).problems
    raise FormatError(problems)


def merge_files(kept: list[CorpusFile], new: list[CorpusFile]) -> list[CorpusFile]:
    """Files of an earlier upload with new ones in their place: by kind, and for outputs by name."""
    kinds = {file.kind for file in new}
    names = {file.name for file in new if file.kind == Kind.OUTPUT}
    rest = [
        file
        for file in kept
        if (file.name not in names if file.kind == Kind.OUTPUT else file.kind not in kinds)
    ]
    return [*rest, *new]


def stage(
    owner: User, details: dict[str, Any], files: list[CorpusFile], campaign: Campaign | None = None
) -> StagedUpload:
    """Keep the files for a few hours under a token of `owner` alone, for `campaign` or for a new one."""
    sweep(owner)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number, file in enumerate(files):
            archive.writestr(f"{number}", file.content)
    manifest = [{"kind": str(file.kind), "name": file.name, "size": len(file.content)} for file in files]
    return StagedUpload.objects.create(
        owner=owner,
        campaign=campaign,
        expires_at=timezone.now() + KEPT_FOR,
        form={"details": details, "files": manifest},
        content=packed.getvalue(),
    )


def staged_upload(
    owner: User, token: UUID, campaign: Campaign | None = None, *, locked: bool = False
) -> StagedUpload:
    """The own live upload of a person, for `campaign` or for a new one; Http404 for everything else.

    With `locked`, until the end of the transaction, so that two confirmations do not act both.
    """
    uploads = StagedUpload.objects.select_for_update() if locked else StagedUpload.objects.all()
    live = uploads.filter(token=token, owner=owner, campaign=campaign, expires_at__gt=timezone.now()).first()
    if live is None:
        raise Http404
    return live


def staged_files(upload: StagedUpload, kind: str = "") -> list[CorpusFile]:
    """The files of a staged upload, in the order in which they were given.

    Http404 if they should all be of one kind and are not.
    """
    if kind and kinds_of_files(upload) != {kind}:
        raise Http404
    names = [(file["kind"], file["name"]) for file in upload.form["files"]]
    return unpack(upload.content, names)


def unpack(content: bytes | memoryview, names: Sequence[tuple[str, str]]) -> list[CorpusFile]:
    """The files in an archive that `stage` made, given their kinds and names."""
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as archive:
        return [CorpusFile(*name, archive.read(str(number))) for number, name in enumerate(names)]


def settle(upload: StagedUpload, outcome: dict[str, Any]) -> None:
    """Keep the outcome of a confirmed upload in place of its files, so that a second click finds it."""
    upload.form = {**outcome, "files": []}
    upload.content = b""
    upload.save(update_fields=["form", "content"])


def kinds_of_files(upload: StagedUpload | None) -> set[str]:
    """Which kinds of files an upload holds."""
    return {file["kind"] for file in upload.form["files"]} if upload else set()


def read_files(files: list[CorpusFile], *, documents: str, include_input: bool) -> CorpusReading:
    """Read sources, outputs and documents; problems of names and texts are all in the reading."""
    reading = _read_texts(files, documents, include_input=include_input)
    problems = reading.problems
    source = next(file for file in files if file.kind == Kind.SOURCE)
    outputs = [file.name for file in files if file.kind == Kind.OUTPUT]
    if len(outputs) == 1 and len(reading.outputs) == 1 and reading.usable:
        or_source = "" if INPUT_SYSTEM in reading.outputs else ", or include the unchanged source"
        problems = (*problems, Problem(outputs[0], f"{ONE_SYSTEM}{or_source}."))
    if documents != CampaignDetailsForm.Documents.ONE or len(set(reading.documents)) < 2:
        return replace(reading, problems=problems)
    blank = Problem(
        source.name,
        "The source has blank lines, but you chose one document for everything. The blank lines are left "
        "out, and sentences around them are shown as neighbours.",
        fatal=False,
    )
    return replace(reading, documents=("1",) * len(reading.documents), problems=(*problems, blank))


def _read_texts(files: list[CorpusFile], documents: str, *, include_input: bool) -> CorpusReading:
    """The texts, with the problems of names too. Systems come by name, whatever the order of files."""
    limits = site_limits()
    outputs = {file.name: file.content for file in files if file.kind == Kind.OUTPUT}
    by_kind = {file.kind: file for file in files if file.kind != Kind.OUTPUT}
    ids = by_kind.get(Kind.DOCUMENTS) if documents == CampaignDetailsForm.Documents.FILE else None
    named = name_systems(outputs, limits)
    source = by_kind[Kind.SOURCE]
    reading = read_corpus(
        (source.name, source.content),
        {system: (file, outputs[file]) for system, file in sorted(named.files.items())},
        (ids.name, ids.content) if ids else None,
        add_input=include_input,
        limits=limits,
    )
    return replace(reading, problems=(*named.problems, *reading.problems))


def sweep(owner: User | None = None) -> int:
    """Delete uploads that have expired, and of `owner` all but the newest few. Returns how many went."""
    deleted, _ = StagedUpload.objects.filter(expires_at__lte=timezone.now()).delete()
    if owner is not None:
        newest = StagedUpload.objects.filter(owner=owner).order_by("-created_at").values_list("pk", flat=True)
        surplus = list(newest[MOST_PER_PERSON - 1 :])
        deleted += StagedUpload.objects.filter(pk__in=surplus).delete()[0]
    return deleted
