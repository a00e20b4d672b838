"""Uploaded judgment files: read, kept until they are confirmed, described for the preview."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404

from appraise_gec.accounts.models import User
from rankings.campaigns.staging import CorpusFile, site_limits, stage, staged_files, staged_upload
from rankings.formats.judgments import read_judgments
from rankings.formats.records import FormatError, Judgment, Problem
from rankings.models import Campaign, CampaignFile, StagedUpload
from rankings.reports.import_checks import check_judgments


@dataclass(frozen=True, slots=True)
class JudgmentFile:
    """A judgment file as it was read.

    Attributes:
        name, sha256, size: of the file.
        judgments: its records; empty if it cannot be read.
        problems: what is wrong with it, by itself or in its campaign; the fatal ones, which stand against an
            import, come first.
    """

    name: str
    sha256: str
    size: int
    judgments: Sequence[Judgment]
    problems: tuple[Problem, ...]

    @property
    def usable(self) -> bool:
        return not any(problem.fatal for problem in self.problems)


@dataclass(frozen=True, slots=True)
class JudgeInFile:
    """What a file holds of one judge."""

    name: str
    rankings: int
    skipped: int


def read_judgment_file(campaign: Campaign, name: str, content: bytes) -> JudgmentFile:
    """Read a file and check it against its campaign. Never raises for what is in the file."""
    sha256 = hashlib.sha256(content).hexdigest()
    try:
        judgments = read_judgments(content, name, site_limits())
    except FormatError as error:
        return JudgmentFile(name, sha256, len(content), (), _fatal_first(error.problems))
    problems = check_judgments(campaign, judgments, name, sha256)
    return JudgmentFile(name, sha256, len(content), judgments, _fatal_first(problems))


def _fatal_first(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: not problem.fatal))


def stage_judgments(campaign: Campaign, owner: User, name: str, content: bytes) -> StagedUpload:
    """Keep a judgment file until its owner has seen the preview."""
    file = CorpusFile(CampaignFile.Kind.JUDGMENTS, name, content)
    return stage(owner, {}, [file], campaign)


def staged_judgments(campaign: Campaign, owner: User, token: UUID) -> tuple[StagedUpload, CorpusFile]:
    """The person's own waiting judgment file for this campaign; Http404 for everything else."""
    upload = staged_upload(owner, token, campaign)
    if {one["kind"] for one in upload.form["files"]} != {CampaignFile.Kind.JUDGMENTS}:
        raise Http404
    (file,) = staged_files(upload)
    return upload, file


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
