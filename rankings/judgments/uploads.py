"""Uploaded judgment files: read, kept until they are confirmed, described for the preview."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from appraise_gec.accounts.models import User
from appraise_gec.words import as_sentence, reason_of
from rankings.corpus.staging import CorpusFile, settle, site_limits, stage, staged_files, staged_upload
from rankings.formats.json_form import result
from rankings.formats.judgments import read_judgments
from rankings.formats.records import FormatError, Judgment, Problem, WithProblems, fatal_first
from rankings.items.sentence_numbers import Misfit, renumbered
from rankings.judgments.import_checks import check_judgments
from rankings.models import Campaign, CampaignFile, StagedUpload

IMPORTED = "imported"
# Larger files are read and imported by jobs.
MOST_IN_A_REQUEST = 2 * 1024 * 1024


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


@result("appraise-gec import preview", version=1)
@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What a file of judgments holds, as the page before its import shows it.

    Attributes:
        name: of the file.
        usable: whether it can be imported with `first_sentence`. If not, only the problems are meaningful.
        problems: what is wrong with it; fatal ones first.
        refused: why it cannot be imported with its sentences counted from 0, if another numbering is offered.
        first_sentence: the number of the first sentence in the file.
        rankings, skipped, sentences, systems: how many it holds.
        judges: rankings by judge.
    """

    name: str
    usable: bool
    problems: tuple[Problem, ...]
    refused: tuple[Problem, ...] = ()
    first_sentence: int = 0
    rankings: int = 0
    skipped: int = 0
    sentences: int = 0
    systems: int = 0
    judges: tuple[JudgeInFile, ...] = ()


def read_judgment_file(
    campaign: Campaign, name: str, content: bytes, first_sentence: int = 0
) -> JudgmentFile:
    """Read a file whose first sentence has this number, and check it against its campaign.

    Never raises for what is in the file.
    """
    file = CorpusFile(CampaignFile.Kind.JUDGMENTS, name, content)
    sha256 = file.sha256
    try:
        judgments = read_records(file, first_sentence)
    except FormatError as error:
        return JudgmentFile(name, sha256, len(content), (), fatal_first(error.problems), first_sentence)
    checked = check_judgments(campaign, judgments, name, sha256, first_sentence=first_sentence)
    problems = fatal_first(checked.problems)
    return JudgmentFile(name, sha256, len(content), judgments, problems, first_sentence, checked.misfit)


def read_records(file: CorpusFile, first_sentence: int) -> Sequence[Judgment]:
    """The judgments of a file whose first sentence has this number. Raises FormatError with every problem."""
    try:
        return renumbered(read_judgments(file.content, file.name, site_limits()), first_sentence)
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(Problem(file.name, as_sentence(reason_of(error)))) from error


def with_offered_numbers(campaign: Campaign, file: JudgmentFile, content: bytes) -> JudgmentFile | None:
    """The file read with the numbering that fits the campaign, if nothing else prevents the import."""
    if file.misfit is None or file.misfit.offered is None:
        return None
    renumbered_file = read_judgment_file(campaign, file.name, content, file.misfit.offered.first)
    return renumbered_file if renumbered_file.usable else None


def is_large(upload: StagedUpload) -> bool:
    """Whether the file is too large to be read or imported within a request."""
    return any(int(file["size"]) > MOST_IN_A_REQUEST for file in upload.form["files"])


def stage_judgments(campaign: Campaign, owner: User, name: str, content: bytes) -> StagedUpload:
    """Keep a judgment file until its owner has seen the preview."""
    file = CorpusFile(CampaignFile.Kind.JUDGMENTS, name, content)
    return stage(owner, {}, [file], campaign)


def staged_judgments(campaign: Campaign, owner: User, token: UUID) -> CorpusFile | None:
    """The person's own waiting judgment file for this campaign, or None when it was imported already.

    Http404 for everything else.
    """
    upload = staged_upload(owner, token, campaign)
    return None if IMPORTED in upload.form else staged_file(upload)


def staged_file(upload: StagedUpload) -> CorpusFile:
    """The judgment file of an upload; Http404 when it holds other files."""
    (file,) = staged_files(upload, CampaignFile.Kind.JUDGMENTS)
    return file


def preview_import(campaign: Campaign, file: CorpusFile) -> ImportPreview:
    """Read a file for its preview, with the numbering of sentences that fits."""
    read = read_judgment_file(campaign, file.name, file.content)
    offered = with_offered_numbers(campaign, read, file.content)
    if not read.usable and offered is None:
        return ImportPreview(read.name, usable=False, problems=read.problems)
    refused, read = (read.problems, offered) if offered else ((), read)
    judgments = read.judgments
    return ImportPreview(
        name=read.name,
        usable=True,
        problems=read.problems,
        refused=tuple(problem for problem in refused if problem.fatal),
        first_sentence=read.first_sentence,
        rankings=len(judgments),
        skipped=sum(judgment.skipped for judgment in judgments),
        sentences=len({judgment.sentence for judgment in judgments}),
        systems=len(
            {name for judgment in judgments for output in judgment.outputs for name in output.systems}
        ),
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


def judges_in(judgments: Sequence[Judgment]) -> tuple[JudgeInFile, ...]:
    """Rankings per judge, by name."""
    rankings = Counter(judgment.judge for judgment in judgments)
    skipped = Counter(judgment.judge for judgment in judgments if judgment.skipped)
    return tuple(JudgeInFile(name, rankings[name], skipped[name]) for name in sorted(rankings))
