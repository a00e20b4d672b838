"""Read the M2 format: a source sentence, its edits, an empty line.

    S source tokens
    A start end|||type|||correction||other correction|||required|||comment|||annotator

Read as the official MaxMatch scorer reads it (metrics by Dahlmeier and Ng, 2012): `noop` says that the
annotator finds nothing to correct, `-NONE-` as a correction is the empty text, and an edit outside of the
sentence is left out; the last is reported.
"""

import re
from dataclasses import replace
from typing import BinaryIO

from appraise_gec.present.numbers import counted
from metrics.references.edits import NOOP, Annotation, Edit, Gold, GoldSentence
from rankings.formats.problems import DEFAULT_LIMITS, Findings, Limits, quoted
from rankings.formats.records import FormatError, Problem
from rankings.formats.streams import UTF8_BOM
from rankings.formats.text import blocks, read_text

EMPTY = "-NONE-"
FIELDS = 6
LINES_PER_SENTENCE = 20
MOST_EDITS_OF_SENTENCE = 2_000
MOST_ANNOTATOR = 9_999
_SPAN = re.compile(r"\s*(-?[0-9]{1,9})\s+(-?[0-9]{1,9})\s*")
_EXPECTED_SENTENCE = 'Expected lines that begin with "S ", each with the edits of its sentence below.'
_EXPECTED = '"A start end|||type|||correction|||required|||comment|||annotator"'


def read_m2(source: bytes | BinaryIO, name: str, limits: Limits = DEFAULT_LIMITS) -> Gold:
    """Read a gold standard in M2 format.

    Sentences are separated by empty lines. Raises FormatError with every problem (file, line, what was
    expected); what is left out or odd without making the file unusable is in `Gold.warnings`.
    """
    if isinstance(source, bytes) and not source.removeprefix(UTF8_BOM):
        raise FormatError(Problem(name, f"The file is empty. {_EXPECTED_SENTENCE}"))
    text = read_text(source, name, replace(limits, lines=limits.lines * LINES_PER_SENTENCE))
    if not text.usable:
        raise FormatError(list(text.problems))
    findings = Findings(name, limits.problems)
    sentences: list[GoldSentence] = []
    for block in blocks(text.lines):
        if len(sentences) >= limits.lines:
            findings.error(f"More than {limits.lines:,} sentences, the most that is read.", block[0][0])
            break
        sentence = _read_block(block, findings)
        if sentence:
            sentences.append(sentence)
    if not sentences and not findings.fatal:
        findings.error(f"The file holds no sentence. {_EXPECTED_SENTENCE}")
    findings.raise_if_fatal()
    return Gold(name, tuple(sentences), (*text.problems, *findings.problems()))


def looks_like_m2(data: bytes) -> bool:
    """Whether a file's beginning reads as M2: a line beginning with "S ", then edits or an empty line."""
    head = data[:20_000].removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").split("\n")
    lines = [line.rstrip("\r") for line in head]
    while lines and not lines[0].strip():
        lines.pop(0)
    return (
        bool(lines)
        and _is_source(lines[0])
        and any(line.startswith("A ") and line.count("|||") >= FIELDS - 1 for line in lines)
    )


def _is_source(line: str) -> bool:
    return line.startswith("S ") or line == "S"


def _read_block(block: list[tuple[int, str]], findings: Findings) -> GoldSentence | None:
    first, line = block[0]
    if not _is_source(line):
        findings.error(f'Expected a source sentence, "S " and its tokens, and found {quoted(line)}.', first)
        return None
    if len(block) - 1 > MOST_EDITS_OF_SENTENCE:
        findings.error(f"The sentence has more than {MOST_EDITS_OF_SENTENCE:,} edit lines.", first)
        return None
    source = line[2:].strip()
    length = len(source.split())
    edits: dict[int, list[Edit]] = {}
    noops: set[int] = set()
    for number, text in block[1:]:
        if text.startswith("I "):
            continue
        read = _read_edit(text, number, findings)
        if read is None:
            continue
        annotator, edit = read
        known = edits.setdefault(annotator, [])
        if edit.type == NOOP:
            noops.add(annotator)
        elif not 0 <= edit.start <= edit.end <= length:
            _tell_span(edit, length, number, findings)
        else:
            known.append(edit)
    for annotator in sorted(edits):
        _tell_contradictions(annotator, edits[annotator], annotator in noops, findings)
    annotations = tuple(
        Annotation(annotator, tuple(edits[annotator]), annotator in noops) for annotator in sorted(edits)
    )
    return GoldSentence(source, annotations or (Annotation(0),), first)


def _read_edit(text: str, number: int, findings: Findings) -> tuple[int, Edit] | None:
    if not text.startswith("A "):
        more = " A new sentence needs an empty line before it." if _is_source(text) else ""
        findings.error(f"Expected an edit, {_EXPECTED}, and found {quoted(text)}.{more}", number)
        return None
    fields = text[2:].split("|||")
    if len(fields) != FIELDS:
        expected = f'Expected {FIELDS} fields separated by "|||", {_EXPECTED}'
        findings.error(f"{expected}, and found {len(fields):,}.", number)
        return None
    span, kind, corrections, required, comment, annotator = fields
    offsets = _SPAN.fullmatch(span)
    if not offsets:
        findings.error(f"Expected two token offsets, as in A 3 4, and found {quoted(span)}.", number)
        return None
    name = annotator.strip()
    if not (name.isascii() and name.isdigit() and len(name) < 9 and int(name) <= MOST_ANNOTATOR):
        expected = f"Expected the annotator's number, 0 to {MOST_ANNOTATOR:,}, as the last field"
        findings.error(f"{expected} and found {quoted(annotator)}.", number)
        return None
    start, end = int(offsets[1]), int(offsets[2])
    texts = tuple("" if correction == EMPTY else correction.strip() for correction in corrections.split("||"))
    return int(name), Edit(start, end, kind, texts, required, comment, number)


def _tell_span(edit: Edit, length: int, number: int, findings: Findings) -> None:
    span = f"{edit.start} {edit.end}"
    if 0 <= edit.end < edit.start <= length:
        findings.error(f"The edit ends before it begins ({span}). Expected start, then end.", number)
    else:
        findings.warn(
            f"The edit {span} lies outside of the sentence, which has {counted(length, 'token')}. It is left "
            "out, as the official scorer leaves it out.",
            number,
            kind="edit outside",
        )


def _tell_contradictions(annotator: int, edits: list[Edit], noop: bool, findings: Findings) -> None:
    if noop and edits:
        findings.warn(
            f"Annotator {annotator} has {NOOP} (nothing to correct) and edits for the same sentence. The "
            "edits count.",
            edits[0].line,
            kind="noop and edits",
        )
    done = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < done:
            findings.warn(
                f"The edit {edit.start} {edit.end} of annotator {annotator} overlaps an earlier one. Where a "
                "corrected text is made from the edits, it is left out.",
                edit.line,
                kind="overlapping edits",
            )
        else:
            done = edit.end
