"""Uploaded judgment files: read, kept until they are confirmed, described for the preview."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from appraise_gec.accounts.models import User
from rankings.corpus.staging import CorpusFile, settle, site_limits, stage, staged_files, staged_upload
from rankings.formats.judgments import read_judgments
from rankings.formats.records import FormatError, Judgment, Problem, WithProblems, fatal_first
from rankings.items.sentence_numbers import Misfit, renumbered
from rankings.judgments.import_checks import check_judgments
from rankings.models import Campaign, CampaignFile, StagedUpload

IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class JudgmentFile(WithProblems):
    """A judgment file as it was read.

    Attributes:
        name, sha256, size: of the file.
        judgments: its records; empty if it cannot be read.
        problems: what is wrong with it, by itself or in its campaign; the fatal ones, which prevent an
            import, come first.
        first_sentence: the number that the file's first sentence was taken to have.
        misfit: set if the sentence numbers do not fit the campaign's outputs; also among the problems.
    """

    name: str
    sha256: str
    size: int
    judgments: Sequence[Judgment]
    problems: tuple[Problem, ...]
    first_sentence: int = 0
    misfit: Misfit | None = None


@dataclass(frozen=True, slots=True)
class JudgeInFile:
    """One judge's judgments in a file."""

    name: str
    rankings: int
    skipped: int


def read_judgment_file(
    campaign: Campaign, name: str, content: bytes, first_sentence: int = 0
) -> JudgmentFile:
    """Read a file whose first sentence has this number, and check it against its campaign.

    Never raises for what is in the file.
    """
    sha256 = hashlib.sha256(content).hexdigest()
    try:
        judgments = read_judgments(content, name, site_limits())
        judgments = renumbered(judgments, first_sentence)
    except FormatError as error:
        return JudgmentFile(name, sha256, len(content), (), fatal_first(error.problems), first_sentence)
    except ValueError as error:
        message = str(error)
        problem = Problem(name, f"{message[:1].upper()}{message[1:]}.")
        return JudgmentFile(name, sha256, len(content), (), (problem,), first_sentence)
    checked = check_judgments(campaign, judgments, name, sha256, first_sentence=first_sentence)
    problems = fatal_first(checked.problems)
    return JudgmentFile(name, sha256, len(content), judgments, problems, first_sentence, checked.misfit)


def with_offered_numbers(campaign: Campaign, file: JudgmentFile, content: bytes) -> JudgmentFile | None:
    """The file read with the numbering that fits the campaign, if nothing else prevents the import."""
    if file.misfit is None or file.misfit.offered is None:
        return None
    renumbered_file = read_judgment_file(campaign, file.name, content, file.misfit.offered.first)
    return renumbered_file if renumbered_file.usable else None


def stage_judgments(campaign: Campaign, owner: User, name: str, content: bytes) -> StagedUpload:
    """Keep a judgment file until its owner has seen the preview."""
    file = CorpusFile(CampaignFile.Kind.JUDGMENTS, name, content)
    return stage(owner, {}, [file], campaign)


def staged_judgments(campaign: Campaign, owner: User, token: UUID) -> CorpusFile | None:
    """The person's own waiting judgment file for this campaign, or None when it was imported already.

    Http404 for everything else.
    """
    upload = staged_upload(owner, token, campaign)
    if IMPORTED in upload.form:
        return None
    (file,) = staged_files(upload, CampaignFile.Kind.JUDGMENTS)
    return file


def claim_judgments(campaign: Campaign, owner: User, token: UUID) -> bool:
    """Mark the waiting file as imported, in the transaction that imports it; False when it was already.

    Http404 when the file is not waiting any more.
    """
    upload = staged_upload(owner, token, campaign, locked=True)
    if IMPORTED in upload.form:
        return False
    settle(upload, {IMPORTED: True})
    return True


def judges_in(judgments: Sequence[Judgment]) -> list[JudgeInFile]:
    """Rankings per judge, by name."""
    names = sorted({judgment.judge for judgment in judgments})
    return [
        JudgeInFile(
            name,
            sum(judgment.judge == name for judgment in judgments),
            sum(judgment.judge == name and judgment.skipped for judgment in judgments),
        )
        for name in names
    ]
