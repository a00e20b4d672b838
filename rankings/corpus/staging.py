"""Uploaded files that wait for their owner's confirmation: bound to a person, bounded in number, expiring."""

import hashlib
import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import WORKING_STATES
from rankings.corpus.open_corpus import NamedFile, OpenCorpus
from rankings.formats.corpus import CorpusReading
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.records import FormatError
from rankings.formats.text import read_text
from rankings.formats.uploads import read_upload
from rankings.models import Campaign, CampaignFile, StagedUpload

KEPT_FOR = timedelta(hours=12)
LEFT_OUT_KEPT = 100
MOST_PER_PERSON = 5
# What is larger than this, unpacked, is worked on by a job: about a second of work is left to a request.
MOST_IN_A_REQUEST = 4 * 1024 * 1024
HASHED_AT_ONCE = 1024 * 1024
Kind = CampaignFile.Kind


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """One file of a campaign's texts, as it was uploaded.

    Attributes:
        system: the name that somebody chose for the system; "" for that of the file.
        spacing: how its spaces are changed when it is read: see `rankings.items.spacing`; "" for not at all.
    """

    kind: str
    name: str
    content: bytes
    system: str = ""
    spacing: str = ""

    @property
    def size(self) -> int:
        return len(self.content)

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


class StagedFile:
    """One file of a staged upload; unpacked each time it is read, and never kept."""

    def __init__(self, entry: Mapping[str, Any], archive: zipfile.ZipFile, member: str) -> None:
        self.kind: str = entry["kind"]
        self.name: str = entry["name"]
        self.system: str = entry.get("system", "")
        self.spacing: str = entry.get("spacing", "")
        self._archive = archive
        self._member = member

    @property
    def content(self) -> bytes:
        return self._archive.read(self._member)

    @property
    def size(self) -> int:
        return self._archive.getinfo(self._member).file_size

    @property
    def sha256(self) -> str:
        digest = hashlib.sha256()
        with self._archive.open(self._member) as stream:
            while piece := stream.read(HASHED_AT_ONCE):
                digest.update(piece)
        return digest.hexdigest()


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
) -> tuple[list[CorpusFile], list[str]]:
    """Output files, with archives unpacked; and the names of files that were left out.

    Raises FormatError where something cannot be unpacked: with every problem, also of the `others` and of the
        readable outputs, so that all files can be fixed at once.
    """
    upload = read_upload(files, site_limits())
    outputs = [CorpusFile(Kind.OUTPUT, name, content) for name, content in upload.files.items()]
    if upload.usable:
        return outputs, list(upload.left_out)
    rest = merge_files(others, outputs)
    problems = list(upload.problems)
    source = next((file for file in rest if file.kind == Kind.SOURCE), None)
    if source is not None and any(file.kind == Kind.OUTPUT for file in rest):
        corpus = open_corpus(rest, documents=documents, include_input=include_input)
        problems += corpus.read_all(of_the_whole=False).problems
    elif source is not None:
        problems += read_text(source.content, source.name, site_limits()).problems
    raise FormatError(problems)


def merge_files(kept: list[CorpusFile], new: list[CorpusFile]) -> list[CorpusFile]:
    """Files of an earlier upload with new ones in their place: by kind, and for outputs by name.

    What was decided about an output file stays with its name.
    """
    decided = {file.name: file for file in kept if file.kind == Kind.OUTPUT}
    new = [
        replace(file, system=decided[file.name].system, spacing=decided[file.name].spacing)
        if file.kind == Kind.OUTPUT and file.name in decided
        else file
        for file in new
    ]
    kinds = {file.kind for file in new}
    names = {file.name for file in new if file.kind == Kind.OUTPUT}
    rest = [
        file
        for file in kept
        if (file.name not in names if file.kind == Kind.OUTPUT else file.kind not in kinds)
    ]
    return [*rest, *new]


def stage(
    owner: User,
    details: dict[str, Any],
    files: list[CorpusFile],
    campaign: Campaign | None = None,
    left_out: Sequence[str] = (),
) -> StagedUpload:
    """Keep the files for a few hours under a token of `owner` alone, for `campaign` or for a new one.

    `left_out` are the names of files that were sent with them and are not kept.
    """
    sweep(owner)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number, file in enumerate(files):
            archive.writestr(f"{number}", file.content)
    manifest = [
        {"kind": str(file.kind), "name": file.name, "size": len(file.content)}
        | {name: value for name, value in (("system", file.system), ("spacing", file.spacing)) if value}
        for file in files
    ]
    return StagedUpload.objects.create(
        owner=owner,
        campaign=campaign,
        expires_at=timezone.now() + KEPT_FOR,
        form={"details": details, "files": manifest, "left_out": list(left_out[:LEFT_OUT_KEPT])},
        content=packed.getvalue(),
    )


def staged_upload(
    owner: User, token: UUID, campaign: Campaign | None = None, *, locked: bool = False
) -> StagedUpload:
    """The own live upload of a person, for `campaign` or for a new one; Http404 for everything else.

    With `locked`, until the end of the transaction, so that two confirmations do not act both.
    """
    # Many megabytes, which are read when they are asked for.
    uploads = StagedUpload.objects.defer("content")
    uploads = uploads.select_for_update() if locked else uploads
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
    return unpack(upload.content, upload.form["files"])


def unpack(content: bytes | memoryview, entries: Sequence[Mapping[str, Any]]) -> list[CorpusFile]:
    """The files in an archive that `stage` made, given what is known of each."""
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as archive:
        return [
            CorpusFile(
                entry["kind"],
                entry["name"],
                archive.read(str(number)),
                entry.get("system", ""),
                entry.get("spacing", ""),
            )
            for number, entry in enumerate(entries)
        ]


def lazy_files(upload: StagedUpload) -> list[StagedFile]:
    """The same without unpacking them: of many large files, only the one that is being read is in memory."""
    archive = zipfile.ZipFile(io.BytesIO(upload.content))
    return [StagedFile(entry, archive, str(number)) for number, entry in enumerate(upload.form["files"])]


def unfinished(user: User) -> list[StagedUpload]:
    """The person's uploads that wait to become campaigns, the newest first, without their files."""
    own = StagedUpload.objects.filter(owner=user, campaign=None, expires_at__gt=timezone.now())
    uploads = own.select_related("job").defer("content", "preview").order_by("-created_at")
    return [upload for upload in uploads if "campaign" not in upload.form]


def is_large(upload: StagedUpload) -> bool:
    """Whether the files are too large to be worked on within a request."""
    return sum(int(file["size"]) for file in upload.form["files"]) > MOST_IN_A_REQUEST


def settle(upload: StagedUpload, outcome: dict[str, Any]) -> None:
    """Keep the outcome of a confirmed upload in place of its files, so that a second click finds it."""
    upload.form = {**outcome, "files": []}
    upload.content = b""
    upload.save(update_fields=["form", "content"])


def kinds_of_files(upload: StagedUpload | None) -> set[str]:
    """Which kinds of files an upload holds."""
    return {file["kind"] for file in upload.form["files"]} if upload else set()


def open_corpus(files: Sequence[NamedFile], *, documents: str, include_input: bool) -> OpenCorpus:
    """The texts of these files, under the limits of this site; only the source is read."""
    return OpenCorpus(files, documents=documents, include_input=include_input, limits=site_limits())


def read_files(files: Sequence[NamedFile], *, documents: str, include_input: bool) -> CorpusReading:
    """Read sources, outputs and documents; problems of names and texts are all in the reading."""
    return open_corpus(files, documents=documents, include_input=include_input).read_all()


def sweep(owner: User | None = None) -> int:
    """Delete uploads that have expired, and of `owner` all but the newest few. Returns how many went.

    Uploads that a job works on stay until it has ended.
    """
    idle = StagedUpload.objects.exclude(job__state__in=WORKING_STATES)
    deleted, _ = idle.filter(expires_at__lte=timezone.now()).delete()
    if owner is not None:
        newest = idle.filter(owner=owner).order_by("-created_at").values_list("pk", flat=True)
        surplus = list(newest[MOST_PER_PERSON - 1 :])
        deleted += StagedUpload.objects.filter(pk__in=surplus).delete()[0]
    return deleted
