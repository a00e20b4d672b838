"""What judges say of single edits, as CSV: one row per edit that a judge could mark.

`COLUMNS` is the codebook. Edits that a judge left unmarked have rows too, with an empty verdict: without them
nobody could say which share is rejected.
"""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, BinaryIO, Literal, get_args

import msgspec
from msgspec import Meta

from appraise_gec.present.csv import csv_lines
from rankings.formats.fields import split_systems
from rankings.formats.judgments_csv import not_csv, read_named_cells
from rankings.formats.problems import DEFAULT_LIMITS, Findings, Limits, figure
from rankings.formats.records import FormatError, Name
from rankings.formats.text import read_text
from rankings.formats.writing import in_pieces, join_systems

MOST_EDITS = 2_000_000
Verdict = Literal["", "wrong", "unneeded"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
Token = Annotated[int, Meta(ge=0, lt=10**9)]

COLUMNS = {
    "judge": "who could mark the edit",
    "sentence": "number of the source sentence, from 0",
    "item": "number of the sampled item",
    "systems": "systems whose output has the edit, separated by spaces; one mark counts for all of them",
    "start": "the first source token that is replaced, from 0; an insertion stands before it",
    "end": "the first source token after those replaced; that of start for an insertion",
    "original": "what the source has there",
    "correction": "what the output has there",
    "kind": "what the edit does: insertion, deletion, replacement, punctuation, case, order, spacing or "
    "encoding",
    "tokens": "what a token is: cut at spaces, or at the boundaries of words",
    "verdict": "wrong, unneeded, or empty for an edit that the judge left unmarked",
}
_REQUIRED = ("judge", "sentence", "systems", "start", "end", "original", "correction", "verdict")


@dataclass(frozen=True, slots=True)
class EditJudgment:
    """One edit of one output as one judge saw it: a field for each of `COLUMNS`."""

    judge: Name
    sentence: Name
    systems: tuple[str, ...]
    start: Token
    end: Token
    original: str
    correction: str
    verdict: Verdict
    item: str = ""
    kind: str = ""
    tokens: str = ""


def write_edit_marks(edits: Iterable[EditJudgment]) -> Iterator[bytes]:
    """CSV with a header, lines ending in CR LF. Raises FormatError for a system name with a separator."""
    rows = (
        [
            join_systems(edit.systems) if column == "systems" else str(getattr(edit, column))
            for column in COLUMNS
        ]
        for edit in edits
    )
    return in_pieces(csv_lines(chain([tuple(COLUMNS)], rows)))


def read_edit_marks(
    source: bytes | BinaryIO, name: str, limits: Limits = DEFAULT_LIMITS
) -> list[EditJudgment]:
    """The edits of a file as `write_edit_marks` writes it, with columns in any order.

    Raises:
        FormatError: with every problem found, each with its line.
    """
    text = read_text(source, name, limits)
    if not text.usable:
        raise FormatError(list(text.problems))
    findings = Findings(name, limits.problems)
    edits: list[EditJudgment] = []
    try:
        for line, cells in read_named_cells("\n".join(text.lines), _REQUIRED, findings):
            fields = {**cells, "systems": split_systems(cells["systems"])}
            try:
                edits.append(_checked(msgspec.convert(fields, EditJudgment, strict=False)))
            except ValueError as error:
                findings.error(f"{error}.", line)
            if len(edits) > MOST_EDITS:
                findings.error(f"The file has more than {figure(MOST_EDITS)} edits.", line)
                break
    except csv.Error as error:
        findings.error(not_csv(error))
    findings.raise_if_fatal()
    return edits


def _checked(edit: EditJudgment) -> EditJudgment:
    if edit.end < edit.start:
        raise ValueError("The edit ends before it starts")
    if edit.original == edit.correction:
        raise ValueError("The edit changes nothing: original and correction are the same")
    return edit
