"""Uploaded judgment files: read, kept until they are confirmed, described for the preview."""

import hashlib
import io
from dataclasses import dataclass
from typing import IO, BinaryIO, cast
from uuid import UUID

import numpy as np
from django.conf import settings
from django.http import Http404

from appraise_gec.accounts.models import User
from appraise_gec.words import as_sentence
from rankings.corpus.staging import (
    HASHED_AT_ONCE,
    StagedFile,
    Staging,
    kinds_of_files,
    lazy_files,
    settle,
    site_limits,
    staged_upload,
    sweep,
)
from rankings.formats.columns import Judgments
from rankings.formats.judgments import read_judgments
from rankings.formats.limits import Limits, in_streams
from rankings.formats.records import FormatError, Problem, WithProblems, fatal_first
from rankings.items.sentence_numbers import renumbered
from rankings.judgments.import_checks import check_judgments
from rankings.models import Campaign, CampaignFile, StagedUpload

IMPORTED = "imported"
Content = bytes | IO[bytes]
"""The bytes of a file, or the file, in which one can go back."""
# Larger files are read and imported by jobs.
MOST_IN_A_REQUEST = 2 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class JudgmentFile(WithProblems):
    """A judgment file as it was read.

    Attributes:
        name, sha256, size: of the file.
        judgments: empty if it cannot be read.
        problems: what is wrong with it, by itself or in its campaign; the fatal ones, which prevent an
            import, come first.
    """

    name: str
    sha256: str
    size: int
    judgments: Judgments
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class JudgeInFile:
    """One judge's judgments in a file."""

    name: str
    rankings: int
    skipped: int


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What a file of judgments holds, as the page before its import shows it.

    Attributes:
        name: of the file.
        usable: whether it can be imported. If not, only the problems are meaningful.
        problems: what is wrong with it; fatal ones first.
        first_sentence: the number of the first sentence in the file, as its owner has said.
        rankings, skipped, sentences, systems: how many it holds.
        judges: rankings by judge.
    """

    name: str
    usable: bool
    problems: tuple[Problem, ...]
    first_sentence: int = 0
    rankings: int = 0
    skipped: int = 0
    sentences: int = 0
    systems: int = 0
    judges: tuple[JudgeInFile, ...] = ()


def read_judgment_file(
    campaign: Campaign, name: str, content: Content, first_sentence: int = 0, limits: Limits | None = None
) -> JudgmentFile:
    """Read a file whose first sentence has this number, and check it against its campaign.

    Never raises for what is in the file.

    Args:
        campaign: of the import.
        name: of the file.
        content: read from its beginning.
        first_sentence: the number of the first sentence in the file.
        limits: those of the site where none are given.
    """
    sha256, size = _measured(content)
    try:
        judgments = read_records(name, content, first_sentence, limits)
    except FormatError as error:
        return JudgmentFile(name, sha256, size, Judgments.of(()), fatal_first(error.problems))
    problems = check_judgments(campaign, judgments, name, sha256, first_sentence=first_sentence)
    return JudgmentFile(name, sha256, size, judgments, fatal_first(problems))


def judgment_limits() -> Limits:
    """Bounds on files of judgments: read piece by piece, they may be as large as a request."""
    return in_streams(site_limits(), settings.MAX_UPLOAD_BYTES)


def read_records(name: str, content: Content, first_sentence: int, limits: Limits | None = None) -> Judgments:
    """The judgments of a file whose first sentence has this number. Raises FormatError with every problem."""
    bounds = limits or judgment_limits()
    try:
        return renumbered(read_judgments(_from_start(content), name, bounds), first_sentence)
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(Problem(name, as_sentence(str(error)))) from error


def _from_start(content: Content) -> BinaryIO:
    if isinstance(content, bytes):
        return io.BytesIO(content)
    content.seek(0)
    return cast("BinaryIO", content)


def _measured(content: Content) -> tuple[str, int]:
    """SHA-256 and number of bytes."""
    digest, size = hashlib.sha256(), 0
    stream = _from_start(content)
    while piece := stream.read(HASHED_AT_ONCE):
        digest.update(piece)
        size += len(piece)
    return digest.hexdigest(), size


def is_large(upload: StagedUpload) -> bool:
    """Whether the file is too large to be read or imported within a request."""
    return any(int(file["size"]) > MOST_IN_A_REQUEST for file in upload.form["files"])


def stage_judgments(
    campaign: Campaign, owner: User, name: str, content: Content, first_sentence: int = 0
) -> StagedUpload:
    """Keep a judgment file, whose first sentence has this number, until its owner has seen the preview."""
    sweep(owner)
    staging = Staging(owner, campaign)
    staging.add(CampaignFile.Kind.JUDGMENTS, name, _from_start(content))
    return staging.finish({"first_sentence": first_sentence})


def staged_judgments(campaign: Campaign, owner: User, token: UUID) -> StagedFile | None:
    """The person's own waiting judgment file for this campaign, or None when it was imported already.

    Http404 for everything else.
    """
    upload = staged_upload(owner, token, campaign)
    return None if IMPORTED in upload.form else staged_file(upload)


def staged_file(upload: StagedUpload) -> StagedFile:
    """The judgment file of an upload; Http404 when it holds other files."""
    if kinds_of_files(upload) != {CampaignFile.Kind.JUDGMENTS}:
        raise Http404
    (file,) = lazy_files(upload)
    return file


def first_sentence_of(upload: StagedUpload) -> int:
    """The number of the first sentence in a waiting file, as its owner has said."""
    return int(upload.form["details"].get("first_sentence", 0))


def preview_import(campaign: Campaign, upload: StagedUpload) -> ImportPreview:
    """Read a file for its preview."""
    file, first_sentence = staged_file(upload), first_sentence_of(upload)
    with file.open() as content:
        read = read_judgment_file(campaign, file.name, content, first_sentence)
    if not read.usable:
        return ImportPreview(read.name, usable=False, problems=read.problems)
    judgments = read.judgments
    return ImportPreview(
        name=read.name,
        usable=True,
        problems=read.problems,
        first_sentence=first_sentence,
        rankings=len(judgments),
        skipped=int(judgments.skipped.sum()),
        sentences=len(judgments.sentences),
        systems=len(judgments.named_systems),
        judges=judges_in(judgments),
    )


def claim_judgments(campaign: Campaign, owner: User, token: UUID) -> bool:
    """Mark the waiting file as imported, in the transaction that imports it. False when it was already.

    Http404 when the file is not waiting any more.
    """
    upload = staged_upload(owner, token, campaign, locked=True)
    if IMPORTED in upload.form:
        return False
    settle(upload, {IMPORTED: True})
    return True


def judges_in(judgments: Judgments) -> tuple[JudgeInFile, ...]:
    """Rankings per judge, by name."""
    number = len(judgments.judges)
    rankings = np.bincount(judgments.judge, minlength=number).tolist()
    skipped = np.bincount(judgments.judge[judgments.skipped], minlength=number).tolist()
    return tuple(map(JudgeInFile, judgments.judges, rankings, skipped))
