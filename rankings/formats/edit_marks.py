"""What judges say of single edits, as CSV and JSON: one row per edit that a judge could mark.

`COLUMNS` is the codebook. Edits that a judge left unmarked have rows too, with an empty verdict: without them
nobody could say which share is rejected.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO, Literal, get_args

from appraise_gec.present.safe_cells import csv_lines
from rankings.formats.csv_rows import not_csv, read_named_cells
from rankings.formats.fields import split_systems
from rankings.formats.json_text import not_json, parse_json
from rankings.formats.judgments import in_pieces
from rankings.formats.judgments_csv import join_systems
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.text import read_text

FORMAT = "appraise-gec edit marks"
VERSION = 1
MOST_EDITS = 2_000_000
Verdict = Literal["", "wrong", "unneeded"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

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
_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class EditJudgment:
    """One edit of one output as one judge saw it: a field for each of `COLUMNS`."""

    judge: str
    sentence: str
    systems: tuple[str, ...]
    start: int
    end: int
    original: str
    correction: str
    verdict: Verdict
    item: str = ""
    kind: str = ""
    tokens: str = ""


def write_edit_marks_csv(edits: Iterable[EditJudgment]) -> Iterator[bytes]:
    """CSV with a header, lines ending in CR LF. Raises FormatError for a system name with a separator."""
    return in_pieces(csv_lines(chain([tuple(COLUMNS)], map(_cells, edits))))


def write_edit_marks_json(edits: Iterable[EditJudgment]) -> Iterator[bytes]:
    """`{"format": ..., "version": 1, "columns": {...}, "edits": [...]}`, one edit a line."""
    return in_pieces(_json_texts(edits))


def _json_texts(edits: Iterable[EditJudgment]) -> Iterator[str]:
    head = json.dumps({"format": FORMAT, "version": VERSION, "columns": COLUMNS}, ensure_ascii=False)
    yield f'{head[:-1]}, "edits": ['
    for number, edit in enumerate(edits):
        yield f"{',' if number else ''}\n{json.dumps(_record(edit), ensure_ascii=False)}"
    yield "\n]}\n"


def read_edit_marks(
    source: bytes | BinaryIO, name: str, limits: Limits = DEFAULT_LIMITS
) -> list[EditJudgment]:
    """The edits of a file as one of the functions above writes it; columns of a CSV may be in any order.

    Raises:
        FormatError: with every problem found, each with its line (CSV) or its number (JSON).
    """
    text = read_text(source, name, limits)
    findings = Findings(name, limits.problems)
    for problem in text.problems:
        (findings.error if problem.fatal else findings.warn)(problem.message, problem.line)
    findings.raise_if_fatal()
    whole = "\n".join(text.lines)
    is_json = whole.lstrip()[:1] == "{"
    edits: list[EditJudgment] = []
    rows = _json_rows(whole, findings) if is_json else _csv_rows(whole, findings)
    for line, fields in rows:
        if len(edits) >= MOST_EDITS:
            findings.error(f"The file has more than {figure(MOST_EDITS)} edits.", line)
            break
        if (edit := _edit(fields, line, findings)) is not None:
            edits.append(edit)
    findings.raise_if_fatal()
    return edits


def _cells(edit: EditJudgment) -> list[str]:
    record = {**_record(edit), "systems": join_systems(edit.systems)}
    return [str(record[column]) for column in COLUMNS]


def _record(edit: EditJudgment) -> dict[str, object]:
    made = {column: getattr(edit, column) for column in COLUMNS}
    return {**made, "systems": list(edit.systems)}


def _csv_rows(text: str, findings: Findings) -> Iterator[tuple[int, Mapping[str, object]]]:
    try:
        yield from read_named_cells(text, _REQUIRED, findings)
    except csv.Error as error:
        findings.error(not_csv(error))


def _json_rows(text: str, findings: Findings) -> Iterator[tuple[int, Mapping[str, object]]]:
    document, wrong = parse_json(text)
    if wrong is not None:
        findings.error(not_json(wrong[1]), wrong[0])
        return
    edits = document.get("edits") if isinstance(document, dict) else None
    if not isinstance(edits, list) or document.get("format") != FORMAT:
        findings.error("Expected {what}.".format(what=f'{{"format": "{FORMAT}", "edits": [...]}}'))
        return
    if document.get("version") != VERSION:
        found = quoted(str(document.get("version")))
        findings.error(f"Expected version {figure(VERSION)} and found {found}.")
        return
    for number, record in enumerate(edits, start=1):
        if isinstance(record, dict):
            yield number, record
        else:
            findings.error(f"Edit {figure(number)} is no object.")


def _edit(fields: Mapping[str, object], line: int, findings: Findings) -> EditJudgment | None:
    named = {name: _text(fields.get(name)) for name in COLUMNS if name != "systems"}
    systems = _systems(fields.get("systems"))
    verdict = named["verdict"].strip().lower()
    problems: list[str] = []
    if not named["judge"]:
        problems.append("The row has no judge.")
    if not named["sentence"]:
        problems.append("The row has no sentence.")
    whole = "Expected a whole number from 0."
    problems += [
        f"{name} is {quoted(named[name])}. {whole}"
        for name in ("start", "end")
        if not _WHOLE.fullmatch(named[name])
    ]
    if verdict not in VERDICTS:
        problems.append(
            f"The verdict is {quoted(named['verdict'])}. Expected "
            f"{', '.join(filter(None, VERDICTS))} or nothing."
        )
    if not problems and int(named["end"]) < int(named["start"]):
        problems.append("The edit ends before it starts.")
    if named["original"] == named["correction"]:
        problems.append("The edit changes nothing: original and correction are the same.")
    for problem in problems:
        findings.error(problem, line)
    if problems:
        return None
    return EditJudgment(
        judge=named["judge"],
        sentence=named["sentence"],
        systems=systems,
        start=int(named["start"]),
        end=int(named["end"]),
        original=named["original"],
        correction=named["correction"],
        verdict=next(one for one in VERDICTS if one == verdict),
        item=named["item"],
        kind=named["kind"],
        tokens=named["tokens"],
    )


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _systems(value: object) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(str(name) for name in value)
    return split_systems(_text(value))
