"""Turn an upload (files, zip archives, or both) into named bytes, and file names into system names."""

import io
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import BinaryIO

from rankings.formats.problems import DEFAULT_LIMITS, MIB, Findings, Limits, figure, quoted
from rankings.formats.records import Problem, WithProblems
from rankings.formats.streams import ZIP_STARTS, read_bounded

# What reading a broken archive may raise.
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    OverflowError,
    NotImplementedError,
    RuntimeError,
)
_CHUNK = 64 * 1024


def why_broken(error: Exception) -> str:
    """What an error that reading an archive raised says to people; without a full stop."""
    return str(error).rstrip(".") or "it ends too early"


def member_problem(member: zipfile.ZipInfo) -> str:
    """Why a member must not be read, after its path; empty where it may."""
    path = member.filename.replace("\\", "/")
    if path.startswith("/") or path[1:2] == ":" or ".." in PurePosixPath(path).parts:
        return "has a path that leaves the archive. Make the archive again without such paths."
    if member.flag_bits & 0x1:
        return "is encrypted. Make the archive again without a password."
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in an unusual way. Make the archive again with the usual compression (deflate)."
    if stat.S_IFMT(member.external_attr >> 16) not in (0, stat.S_IFREG):
        return "is a link or a device, not a file. Put in the file itself."
    return ""


def unpack(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int, ratio: int) -> bytes | None:
    """The member's bytes; None where they are more than `most`, or `ratio` times the packed ones.

    Sizes that the archive states may lie: no more than the bound is unpacked.

    Raises:
        One of `BROKEN`.
    """
    # A tiny file may pack arbitrarily well; the ratio is only a danger sign beyond a few kilobytes.
    most = min(most, max(member.compress_size, 1024) * ratio)
    if member.file_size > most:
        return None
    parts: list[bytes] = []
    with archive.open(member) as stream:
        while part := stream.read(_CHUNK):
            parts.append(part)
            most -= len(part)
            if most < 0:
                return None
    return b"".join(parts)


INPUT_SYSTEM = "INPUT"
# Endings that name a format, not a system.
DROPPED_ENDINGS = (".txt", ".out", ".output", ".hyp", ".pred", ".cor", ".tok", ".sys", ".system", ".text")
# Whitespace, "+" and "," join names in files of this field; the signs compare them; the rest are paths.
FORBIDDEN_IN_NAMES = '+,<>="/\\|'
_CLUTTER = {"thumbs.db", "desktop.ini", ".ds_store", ".localized"}
# Files about the others, by their name without ending.
_ABOUT = {"readme", "license", "licence", "copying", "citation", "changelog"}
_ARCHIVE_ENDINGS = (".zip", ".gz", ".bz2", ".xz", ".7z", ".rar", ".tar", ".tgz", ".zst")
_AS_TEXT = "Put in plain UTF-8 text, one sentence per line."


@dataclass(frozen=True, slots=True)
class Upload(WithProblems):
    """The files of one upload by base name, and everything found wrong with them.

    Attributes:
        files: contents by file name, folders removed, in the order given.
        problems: fatal problems and warnings.
        left_out: paths of files that hold no outputs, judged by their names alone.
    """

    files: dict[str, bytes]
    problems: tuple[Problem, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SystemFiles:
    """Which file holds the outputs of which system.

    Attributes:
        files: file name by system name, in the order given.
        problems: names that cannot be used, or that are used twice.
    """

    files: dict[str, str]
    problems: tuple[Problem, ...] = ()


def read_upload(
    files: Iterable[tuple[str, bytes | BinaryIO]],
    limits: Limits = DEFAULT_LIMITS,
    keep: Callable[[str, bytes], None] | None = None,
) -> Upload:
    """Read uploaded `(file name, content)` pairs; a zip archive stands for the files in it.

    Folders are flattened, and two files that end up with the same name are reported. Left out and listed are
    files that operating systems add (`__MACOSX`, `.DS_Store`, `Thumbs.db`), names that begin with a dot, and
    files about the others (`README.md`, `LICENSE`). No more than the limits is ever held in memory.

    Where `keep` is given, it takes each file as soon as that is unpacked, and the contents in the result are
    empty: then no more than one uploaded file and one file in it are in memory.
    """
    reader = _UploadReader(limits, keep)
    for name, content in files:
        reader.add(name, content)
    return Upload(
        reader.files,
        tuple(problem for findings in reader.findings.values() for problem in findings.problems()),
        tuple(reader.left_out),
    )


def name_systems(file_names: Iterable[str], chosen: Mapping[str, str] | None = None) -> SystemFiles:
    """The system that each file stands for: the name `chosen` for it, or its own without a known ending.

    Two names that differ only in case or in how an accent is encoded count as the same name: nobody could
    distinguish them in a table of results, and not every file system can hold both.
    """
    systems: dict[str, str] = {}
    folded: dict[str, str] = {}
    problems = []
    for file_name in file_names:
        name = (chosen or {}).get(file_name) or system_name(file_name)
        earlier = folded.get(name.casefold())
        if why_not := system_name_problem(name):
            problems.append(Problem(file_name, f"{why_not} Rename the file."))
        elif earlier is not None:
            taken = f"The system name {quoted(name)} is already taken by the file {quoted(earlier)}."
            advice = "Names must differ in more than case. Rename one of the files."
            problems.append(Problem(file_name, f"{taken} {advice}"))
        else:
            folded[name.casefold()] = file_name
            systems[name] = file_name
    return SystemFiles(systems, tuple(problems))


def system_name(file_name: str) -> str:
    """The name of the system whose outputs are in `file_name`; it may be unusable (`system_name_problem`)."""
    base = unicodedata.normalize("NFC", _base_name(file_name)).strip()
    for ending in DROPPED_ENDINGS:
        if base.lower().endswith(ending):
            base = base[: -len(ending)]
            break
    return "_".join(base.split())


def system_name_problem(name: str) -> str | None:
    """Why `name` cannot name a system, in a sentence, or None when it can."""
    if not name:
        return "The system name is empty."
    most = DEFAULT_LIMITS.name_characters
    reasons = {
        f"is longer than {most} characters": len(name) > most,
        f"begins with {name[0]}, which programs take for a command": name[0] in "-@",
        f"could be mistaken for {INPUT_SYSTEM}, the unchanged source": (
            name != INPUT_SYSTEM and name.casefold() == INPUT_SYSTEM.casefold()
        ),
        "contains whitespace": any(map(str.isspace, name)),
        "contains an invisible character": any(unicodedata.category(one)[0] == "C" for one in name),
    }
    reasons |= {
        f"contains {sign} (it separates or compares names in the files of this field)": sign in name
        for sign in FORBIDDEN_IN_NAMES
    }
    why_not = next((reason for reason, holds in reasons.items() if holds), None)
    return why_not and f"The system name {quoted(name)} {why_not}."


@dataclass(slots=True)
class _UploadReader:
    limits: Limits
    keep: Callable[[str, bytes], None] | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    findings: dict[str, Findings] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    total: int = 0
    count: int = 0

    def about(self, name: str) -> Findings:
        return self.findings.setdefault(name, Findings(name, self.limits.problems))

    def add(self, name: str, content: bytes | BinaryIO) -> None:
        data = read_bounded(content, self.limits.file_bytes)
        if data is None:
            self.about(name).error(f"The file is larger than {_size(self.limits.file_bytes)}.")
        elif data.startswith(ZIP_STARTS):
            self._add_archive(name, data)
        elif name.lower().endswith(".zip"):
            self.about(name).error(
                "The file is called .zip but is not a zip archive. Make the archive again."
            )
        elif self._is_wanted(name):
            self._keep(name, data, name)

    def _is_wanted(self, path: str) -> bool:
        *folders, base = path.replace("\\", "/").split("/")
        base = base.lower()
        is_clutter = "__MACOSX" in folders or base.startswith(".") or base in _CLUTTER
        if is_clutter or base.removesuffix(".txt").removesuffix(".md").removesuffix(".rst") in _ABOUT:
            self.left_out.append(path)
            return False
        return True

    def _keep(self, path: str, data: bytes, reported: str) -> None:
        base = unicodedata.normalize("NFC", _base_name(path))
        self.count += 1
        self.total += len(data)
        if self.count > self.limits.files:
            if self.count == self.limits.files + 1:
                self.about(reported).error(f"The upload holds more than {figure(self.limits.files)} files.")
        elif self.total > self.limits.total_bytes:
            most = _size(self.limits.total_bytes)
            self.about(reported).error(f"The upload holds more than {most} together with this file.")
        elif not base:
            self.about(reported).error(f"A file without a name ({quoted(path)}) cannot be used.")
        elif base in self.files:
            self.about(reported).error(
                f"The file {quoted(path)} has the same name as {quoted(self.origins[base])}. Folders "
                "do not count: give every file its own name."
            )
        else:
            if self.keep is not None:
                self.keep(base, data)
            self.files[base] = b"" if self.keep is not None else data
            self.origins[base] = path

    def _add_archive(self, name: str, data: bytes) -> None:
        findings, most = self.about(name), self.limits.files
        try:
            # Opening an archive costs memory for every entry of its directory, so these are counted first.
            if data.count(b"PK\x01\x02") > 10 * most:
                findings.error(f"The archive holds far more than {figure(most)} files.")
                return
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                members = [member for member in archive.infolist() if not member.is_dir()]
                names = {member.filename for member in members}
                if "[Content_Types].xml" in names or {"mimetype", "content.xml"} <= names:
                    findings.error(f"The file is an office document. {_AS_TEXT}")
                    return
                if len(members) > most:
                    findings.error(f"The archive holds {figure(len(members))} files; at most {figure(most)}.")
                    return
                before = self.count
                for member in members:
                    if self._is_wanted(member.filename):
                        self._add_member(archive, member, findings)
                if self.count == before and not findings.fatal:
                    findings.error("The archive holds no file of outputs. Expected one text file per system.")
        except (*BROKEN, ValueError) as error:
            why = why_broken(error)
            findings.error(f"The archive is damaged or of a kind that cannot be read ({why}). Make it again.")

    def _add_member(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo, findings: Findings) -> None:
        path, limits = member.filename, self.limits
        why_not = member_problem(member)
        room = min(limits.file_bytes, limits.total_bytes - self.total)
        data = b"" if why_not else unpack(archive, member, room, limits.compression_ratio)
        if data is None:
            why_not = (
                f"unpacks to more than is accepted ({_size(limits.file_bytes)} a file, "
                f"{_size(limits.total_bytes)} in all, {limits.compression_ratio} times its packed size)."
            )
        elif data.startswith((*ZIP_STARTS, b"\x1f\x8b")) or path.lower().endswith(_ARCHIVE_ENDINGS):
            why_not = f"is an archive inside the archive, or an office document. {_AS_TEXT}"
        if why_not:
            findings.error(f"{quoted(path)} {why_not}")
        elif data is not None:
            self._keep(path, data, findings.file)


def _base_name(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1]


def _size(count: int) -> str:
    megabytes, rest = divmod(count, MIB)
    return f"{figure(megabytes)} MB" if megabytes and not rest else f"{figure(count)} bytes"
