"""Uploaded files that wait for their owner's confirmation: bound to a person, bounded in number, expiring."""

import hashlib
import io
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import IO, Any, BinaryIO, NamedTuple, Protocol, TypeVar, cast
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import WORKING_STATES
from rankings.corpus.open_corpus import NamedFile, OpenCorpus
from rankings.corpus.parts import PartsWriter, open_parts, parts_of
from rankings.formats.corpus import CorpusReading
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.records import FormatError, Problem
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

    def open(self) -> IO[bytes]:
        """The content as a file, unpacked piece by piece."""
        return self._archive.open(self._member)

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
    raise FormatError(
        problems_of_all(upload.problems, rest, documents=documents, include_input=include_input)
    )


def problems_of_all(
    problems: Sequence[Problem], rest: Sequence[NamedFile], *, documents: str, include_input: bool
) -> list[Problem]:
    """Problems of files that cannot be unpacked, and those of the `rest`, which can be read."""
    found = list(problems)
    source = next((file for file in rest if file.kind == Kind.SOURCE), None)
    if source is not None and any(file.kind == Kind.OUTPUT for file in rest):
        corpus = open_corpus(rest, documents=documents, include_input=include_input)
        found += corpus.read_all(of_the_whole=False).problems
    elif source is not None:
        found += read_text(source.content, source.name, site_limits()).problems
    return found


def merge_files(kept: Sequence[CorpusFile], new: Sequence[CorpusFile]) -> list[CorpusFile]:
    """Files of an earlier upload with new ones in their place: by kind, and for outputs by name."""
    return [*files_to_keep(kept, new), *new]


class _Named(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...


File = TypeVar("File", bound=_Named)


class _Entry(NamedTuple):
    kind: str
    name: str


_DECIDED = ("system", "spacing")


def files_to_keep(kept: Iterable[File], new: Sequence[_Named]) -> list[File]:
    """Those that no new file takes the place of: by kind, and for outputs by name."""
    kinds = {file.kind for file in new}
    names = {file.name for file in new if file.kind == Kind.OUTPUT}
    return [
        file
        for file in kept
        if (file.name not in names if file.kind == Kind.OUTPUT else file.kind not in kinds)
    ]


class Staging:
    """An upload on its way into the database: files are packed one after another, and none stays in memory.

    Until `finish` it has no files. What is left of one that never came so far expires as all uploads do.
    """

    def __init__(self, owner: User, campaign: Campaign | None = None) -> None:
        self.upload = StagedUpload.objects.create(
            owner=owner,
            campaign=campaign,
            expires_at=timezone.now() + KEPT_FOR,
            form={"details": {}, "files": []},
        )
        self._parts = PartsWriter(self.upload)
        # Nobody can go back in there, which the archive notices by itself.
        self._archive = zipfile.ZipFile(
            cast("BinaryIO", self._parts), "w", zipfile.ZIP_DEFLATED, compresslevel=1
        )
        self._files: list[dict[str, Any]] = []
        self._left_out: list[str] = []
        self._new = 0

    def add(
        self, kind: str, name: str, content: bytes | IO[bytes], system: str = "", spacing: str = ""
    ) -> None:
        """Keep a file, with the name chosen for its system and how its spaces are set, where decided."""
        member = str(len(self._files))
        size = 0
        with self._archive.open(member, "w", force_zip64=True) as packed:
            for piece in (content,) if isinstance(content, bytes) else _pieces(content):
                size += packed.write(piece)
        entry = {"kind": str(kind), "name": name, "size": size, "member": member}
        decided = zip(_DECIDED, (system, spacing), strict=True)
        self._files.append(entry | {key: value for key, value in decided if value})

    def add_outputs(self, files: Iterable[tuple[str, Any]]) -> tuple[Problem, ...]:
        """Keep output files, with archives unpacked. Returns all problems if something cannot be unpacked."""
        upload = read_upload(files, site_limits(), lambda name, content: self.add(Kind.OUTPUT, name, content))
        self._left_out += upload.left_out
        return () if upload.usable else upload.problems

    def add_kept(self, earlier: StagedUpload | None, removed: Collection[str]) -> None:
        """Keep the files of an earlier upload, but those outputs, and those that are replaced.

        What was decided about an output file stays with its name.
        """
        if earlier is None:
            return
        decided = {
            entry["name"]: {key: entry[key] for key in _DECIDED if key in entry}
            for entry in earlier.form["files"]
            if entry["kind"] == Kind.OUTPUT
        }
        for entry in self._files:
            if entry["kind"] == Kind.OUTPUT:
                entry.update(decided.get(entry["name"], {}))
        self._left_out = [*earlier.form.get("left_out", []), *self._left_out]
        new = [_Entry(file["kind"], file["name"]) for file in self._files]
        files = [
            file for file in lazy_files(earlier) if not (file.kind == Kind.OUTPUT and file.name in removed)
        ]
        self._new = len(self._files)
        for file in files_to_keep(files, new):
            self.add(file.kind, file.name, file.content, file.system, file.spacing)

    def give_up(self) -> None:
        """Delete what was kept so far."""
        self._archive.close()
        self.upload.delete()

    def finish(self, details: dict[str, Any]) -> StagedUpload:
        """The upload: files that were kept before the new ones."""
        self._archive.close()
        self._parts.close()
        files = [*self._files[self._new :], *self._files[: self._new]]
        left_out = list(dict.fromkeys(self._left_out))[:LEFT_OUT_KEPT]
        self.upload.form = {"details": details, "files": files, "left_out": left_out}
        self.upload.size = self._parts.size
        self.upload.save(update_fields=["form", "size"])
        return self.upload


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(HASHED_AT_ONCE):
        yield piece


def stage(
    owner: User, details: dict[str, Any], files: Iterable[NamedFile], campaign: Campaign | None = None
) -> StagedUpload:
    """Keep the files for a few hours under a token of `owner` alone, for `campaign` or for a new one."""
    sweep(owner)
    staging = Staging(owner, campaign)
    for file in files:
        staging.add(file.kind, file.name, file.content, file.system, file.spacing)
    return staging.finish(details)


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
    return [
        CorpusFile(file.kind, file.name, file.content, file.system, file.spacing)
        for file in lazy_files(upload)
    ]


def unpack(content: bytes | memoryview, entries: Sequence[Mapping[str, Any]]) -> list[CorpusFile]:
    """The files in an archive that `stage` made, given what is known of each."""
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as archive:
        return [
            CorpusFile(entry["kind"], entry["name"], archive.read(str(number)))
            for number, entry in enumerate(entries)
        ]


def lazy_files(upload: StagedUpload) -> list[StagedFile]:
    """The same without unpacking them: of many large files, only the one that is being read is in memory."""
    files = upload.form["files"]
    if not files:
        return []
    archive = zipfile.ZipFile(open_parts(upload))
    return [StagedFile(entry, archive, entry["member"]) for entry in files]


def packed_files(upload: StagedUpload) -> bytes:
    """The archive of the upload as a whole, for `unpack`."""
    return b"".join(parts_of(upload))


def unfinished(user: User) -> list[StagedUpload]:
    """The person's uploads that wait to become campaigns, the newest first."""
    own = StagedUpload.objects.filter(owner=user, campaign=None, expires_at__gt=timezone.now())
    uploads = own.select_related("job").defer("preview").order_by("-created_at")
    return [upload for upload in uploads if "campaign" not in upload.form]


def is_large(upload: StagedUpload) -> bool:
    """Whether the files are too large to be worked on within a request."""
    return size_of(upload) > MOST_IN_A_REQUEST


def size_of(upload: StagedUpload) -> int:
    """How many bytes the files of an upload have, unpacked."""
    return sum(int(file["size"]) for file in upload.form["files"])


def settle(upload: StagedUpload, outcome: dict[str, Any]) -> None:
    """Keep the outcome of a confirmed upload in place of its files, so that a second click finds it."""
    upload.form = {**outcome, "files": []}
    upload.size = 0
    upload.save(update_fields=["form", "size"])
    upload.parts.all().delete()


def kinds_of_files(upload: StagedUpload | None) -> set[str]:
    """Which kinds of files an upload holds."""
    return {file["kind"] for file in upload.form["files"]} if upload else set()


def open_corpus(files: Sequence[NamedFile], *, documents: str, include_input: bool) -> OpenCorpus:
    """The texts of these files, under the limits of this site; only the source is read."""
    return OpenCorpus(files, documents=documents, include_input=include_input, limits=site_limits())


def read_files(files: Sequence[NamedFile], *, documents: str, include_input: bool) -> CorpusReading:
    """Read sources, outputs and documents; problems of names and texts are all in the reading."""
    return open_corpus(files, documents=documents, include_input=include_input).read_all()


def sweep(owner: User | None = None, *, beside: StagedUpload | None = None) -> int:
    """Delete uploads that have expired, and of `owner` all but the newest few. Returns how many went.

    There is room for one more then, or for `beside`. Uploads that a job works on stay until it has ended.
    """
    idle = StagedUpload.objects.exclude(job__state__in=WORKING_STATES)
    if beside is not None:
        idle = idle.exclude(pk=beside.pk)
    deleted = _delete(idle.filter(expires_at__lte=timezone.now()))
    if owner is not None:
        newest = idle.filter(owner=owner).order_by("-created_at").values_list("pk", flat=True)
        surplus = list(newest[MOST_PER_PERSON - 1 :])
        deleted += _delete(StagedUpload.objects.filter(pk__in=surplus))
    return deleted


def _delete(uploads: QuerySet[StagedUpload]) -> int:
    """Delete them with their parts; returns how many uploads there were."""
    _, by_model = uploads.delete()
    return by_model.get(StagedUpload._meta.label, 0)
