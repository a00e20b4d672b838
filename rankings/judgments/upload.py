"""Judgments that were collected elsewhere, as a kind of upload."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import IO, Any, BinaryIO, cast

import numpy as np
from django import forms
from django.conf import settings
from django.urls import reverse

from appraise_gec.words import as_sentence
from rankings.access import MANAGERS
from rankings.formats.columns import Judgments
from rankings.formats.judgments import read_judgments
from rankings.formats.records import FormatError, Problem, WithProblems, fatal_first
from rankings.formats.results import from_json, to_json
from rankings.items.sentence_numbers import renumbered
from rankings.judgments.import_checks import Target, check_judgments
from rankings.judgments.importing import import_judgments
from rankings.models import Campaign, Upload
from rankings.uploads.files import site_limits
from rankings.uploads.kinds import MIB, Applied, Preview, UploadForm, UploadKind, Waiting

MOST_JUDGMENTS = 2_000_000


class JudgmentsForm(UploadForm):
    """A file of judgments, and where it begins to count."""

    judgments = forms.FileField(
        max_length=200,
        widget=forms.FileInput,
        error_messages={"required": "Choose a file with judgments."},
        label="File with judgments",
        help_text=(
            "The result XML of Appraise, as in the published 2015 data, or any other format that this site "
            "exports."
        ),
    )
    first_sentence = forms.TypedChoiceField(
        choices=[(0, "0, as in most files"), (1, "1, as in those of SEEDA")],
        coerce=int,
        empty_value=0,  # type: ignore[arg-type]
        initial=0,
        required=False,
        label="Number of the first sentence",
        help_text="By which the file of judgments names the first sentence.",
    )


class ImportOfJudgments(UploadKind):
    """Rankings by judges without accounts, in one of the exchange formats."""

    name = "judgments"
    title = "Import judgments"
    button = "Import the rankings"
    lead = (
        "Rankings that were collected elsewhere. The campaign must have the sentences and systems that the "
        "file names. You see a preview before anything is stored."
    )
    roles = MANAGERS
    form = JudgmentsForm
    template = "uploads/judgments.html"
    tab = "report"
    most_in_a_request = 2 * MIB
    names_judges = True

    def read(self, upload: Waiting) -> Preview:
        (file,) = upload.files("judgments")
        target = Target.of_campaign(upload.target)
        with file.open() as content:
            first = upload.values["first_sentence"]
            found = read_judgment_file(target, file.name, content, file.sha256, first)
        return Preview(found.problems, to_json(judgment_facts(found)))

    def apply(self, upload: Waiting) -> Applied:
        told = import_upload(upload, upload.target)
        return Applied(reverse("reports:overview", args=[upload.target.slug]), told)

    def context(self, upload: Upload, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"judgments": from_json(JudgmentFacts, facts)}


def import_upload(upload: Waiting, campaign: Campaign) -> str:
    """Import the file of judgments of an upload. Returns what was done, in a sentence."""
    (file,) = upload.files("judgments")
    first = upload.values["first_sentence"]
    with file.open() as content:
        judgments = read_records(file.name, content, first)
    return import_judgments(
        campaign,
        judgments,
        file.name,
        file.sha256,
        upload.owner,
        size=file.size,
        first_sentence=first,
        look=upload.progress,
    )


@dataclass(frozen=True, slots=True)
class JudgmentFile(WithProblems):
    """A judgment file as it was read: no judgments if it cannot be; problems, the fatal ones first."""

    judgments: Judgments
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class JudgeInFile:
    """One judge's judgments in a file."""

    name: str
    rankings: int
    skipped: int


@dataclass(frozen=True, slots=True)
class JudgmentFacts:
    """What a file of judgments holds: numbers, rankings by judge, and whether nothing is doubtful."""

    rankings: int
    skipped: int
    sentences: int
    systems: int
    judges: tuple[JudgeInFile, ...]
    fits: bool


def judgment_facts(read: JudgmentFile) -> JudgmentFacts:
    """What a file holds."""
    judgments = read.judgments
    number = len(judgments.judges)
    rankings = np.bincount(judgments.judge, minlength=number).tolist()
    skipped = np.bincount(judgments.judge[judgments.skipped], minlength=number).tolist()
    return JudgmentFacts(
        rankings=len(judgments),
        skipped=int(judgments.skipped.sum()),
        sentences=len(judgments.sentences),
        systems=len(judgments.named_systems),
        judges=tuple(map(JudgeInFile, judgments.judges, rankings, skipped)),
        fits=not read.problems,
    )


def read_judgment_file(
    target: Target, name: str, content: IO[bytes], sha256: str, first_sentence: int = 0
) -> JudgmentFile:
    """Read a file whose first sentence has this number, and check it against its target.

    Never raises for what is in the file.
    """
    try:
        judgments = read_records(name, content, first_sentence)
    except FormatError as error:
        return JudgmentFile(Judgments.of(()), fatal_first(error.problems))
    problems = check_judgments(target, judgments, name, sha256, first_sentence=first_sentence)
    return JudgmentFile(judgments, fatal_first(problems))


def read_records(name: str, content: IO[bytes], first_sentence: int) -> Judgments:
    """The judgments of a file whose first sentence has this number. Raises FormatError with every problem."""
    # Read piece by piece, files of judgments may be as large as a request; each takes some hundred bytes.
    bounds = replace(site_limits(), file_bytes=settings.MAX_UPLOAD_BYTES, judgments=MOST_JUDGMENTS)
    content.seek(0)
    try:
        return renumbered(read_judgments(cast("BinaryIO", content), name, bounds), first_sentence)
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(Problem(name, as_sentence(str(error)))) from error
