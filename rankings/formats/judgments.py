"""Read judgments from a file in any known format, recognised by content; `writing` writes them."""

import csv
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from io import RawIOBase
from pkgutil import resolve_name
from typing import BinaryIO

import numpy as np

from rankings.formats.building import Codes
from rankings.formats.columns import Judgments
from rankings.formats.fields import YEARS, split_systems
from rankings.formats.problems import DEFAULT_LIMITS, Findings, Limits, figure, quoted
from rankings.formats.records import FormatError, Judgment, Problem
from rankings.formats.streams import (
    UTF8_BOM,
    UTF16_BOMS,
    BoundedSource,
    TooLargeError,
    not_text,
    text_lines,
    why_not_utf8,
)

# Characters that no name needs, and that XML or a database cannot hold.
_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def check_judgments(judgments: Judgments, lines: Sequence[int], findings: Findings, limits: Limits) -> None:
    """Note what is wrong with the judgments of a file, beyond what their reader knows.

    They must say who judged which sentence; no system may occur twice; names must be usable and not too long.
    Each name is told once, with the line of its first judgment.

    Args:
        lines: of each of them; 0 where that is not known.
    """

    def error(row: int, message: str) -> None:
        line = lines[row] or None
        findings.error(message if line else f"Judgment {figure(row + 1)}: {message}", line)

    def check_names(names: Sequence[str], codes: Codes, missing: str = "") -> None:
        for place, name in enumerate(names):
            if why_not := _problem(name, limits) or ("" if name.strip() else missing):
                error(int((codes == place).argmax()), why_not)

    check_names(judgments.judges, judgments.judge, "The judgment does not say who judged it.")
    missing = "The judgment does not say which sentence it is about."
    check_names(judgments.sentences, judgments.sentence, missing)
    check_names(judgments.items, judgments.item)
    check_names(judgments.documents, judgments.document)
    for part in range(3):
        check_names([texts[part] for texts in judgments.result_sets], judgments.result_set)
    for place, group in enumerate(judgments.groups_of_systems):
        for name in group:
            why_not = _problem(name, limits)
            if not why_not and split_systems(name) != (name,):
                why_not = f"The system name {quoted(name)} contains whitespace or a comma."
            if why_not:
                first = int((judgments.output == place).argmax())
                error(int(np.searchsorted(judgments.start, first, side="right")) - 1, why_not)
    for row in np.flatnonzero(judgments.number_of_outputs > limits.outputs_per_item)[: limits.problems]:
        error(int(row), f"The judgment has more than {figure(limits.outputs_per_item)} outputs.")
    for row, system in judgments.named_twice(limits.problems):
        error(row, f"The system {quoted(system)} occurs twice in one judgment.")
    for name in ("opened_at", "submitted_at"):
        moments = getattr(judgments, name)
        years = moments.astype("datetime64[Y]").astype(np.int64) + 1970
        wrong = ~np.isnat(moments) & ((years < YEARS[0]) | (years > YEARS[1]))
        if wrong.any():
            error(int(wrong.argmax()), f"{name} is not of the years {YEARS[0]} to {YEARS[1]}.")


def _problem(name: str, limits: Limits) -> str:
    """What is wrong with any name, as a sentence."""
    if why_not := why_not_utf8(name):
        return why_not
    if len(name) > limits.identifier_characters:
        return f"{quoted(name)} is longer than {figure(limits.identifier_characters)} characters."
    return f"{quoted(name)} contains a control character." if _CONTROL.search(name) else ""


# The module and function of each, which is loaded when it is needed.
_READERS = {
    "xml": "result_xml:read_result_xml",
    "json": "judgments_json:read_judgments_json",
    "csv": "judgments_csv:read_judgments_csv",
    "wmt-csv": "wmt_csv:read_wmt_csv",
    "pairs-tsv": "pairs_tsv:read_pairs_tsv",
    "pair-labels": "pairs_tsv:read_pair_labels",
}
_EXPECTED = (
    "Expected judgments: result XML, CSV or JSON as written by this program, WMT CSV, "
    "tab-separated pairs, or pairs per judge."
)
BYTES_TO_TELL = 65536
_PAIR_LINE = re.compile(r"[^\t]+\t[^\t]+\t([<>=]|\d+\t\d+)\s*")
_LABEL_LINE = re.compile(r"[^,]+,[^,]+,[^,<>=]+[<>=][^,<>=]+")
_WMT_COLUMNS = ("srcIndex", "system1Id")
_CSV_COLUMNS = ("judgment", "systems", "rank")


def read_judgments(
    source: bytes | BinaryIO | RawIOBase, name: str, limits: Limits = DEFAULT_LIMITS
) -> Judgments:
    """The judgments of a file in any known format, in the order of the file; `name` is for messages.

    The file is read piece by piece.

    Raises:
        FormatError: with every problem found, each with its line; also when the format is not known.
    """
    bounded = BoundedSource(source, limits.file_bytes, BYTES_TO_TELL)
    findings = Findings(name, limits.problems)
    kind = detect_format(bounded.start)
    try:
        if kind is None:
            raise FormatError(Problem(name, _why_unknown(bounded.start), line=1))
        read = resolve_name(f"rankings.formats.{_READERS[kind]}")
        records = read(bounded if kind == "xml" else text_lines(bounded), findings)
        lines = array("q")
        judgments = Judgments.of(_counted(records, lines, findings, limits))
        check_judgments(judgments, lines, findings, limits)
    except TooLargeError:
        message = f"The file is larger than {figure(limits.file_bytes)} bytes."
        raise FormatError(Problem(name, message)) from None
    except csv.Error as error:
        from rankings.formats.judgments_csv import not_csv  # noqa: PLC0415 - of CSV alone

        findings.error(not_csv(error))
    if findings.fatal:
        by_line = sorted(findings.problems(), key=lambda one: (one.line is None, one.line or 0))
        raise FormatError(by_line)
    return judgments


def _counted(
    records: Iterable[tuple[int | None, Judgment]], lines: "array[int]", findings: Findings, limits: Limits
) -> Iterator[Judgment]:
    """The records, as many as there may be; keeps their lines."""
    for line, judgment in records:
        if len(lines) >= limits.judgments:
            findings.error(f"The file has more than {figure(limits.judgments)} judgments.", line)
            return
        lines.append(line or 0)
        yield judgment


def detect_format(data: bytes) -> str | None:
    """Which reader a file that begins so is for: xml, json (or JSON Lines), csv, wmt-csv, pairs-tsv,
    pair-labels.
    """
    if data.startswith(UTF16_BOMS):
        # XML states its encoding, and its parser knows UTF-16; of the others, all are UTF-8.
        return "xml" if b"<" in data[:8] else None
    line = _first_line(data)
    if line[:1] in {"<", "{", "["}:
        return "xml" if line[:1] == "<" else "json"
    columns = _columns(line)
    if columns >= {name.lower() for name in _WMT_COLUMNS}:
        return "wmt-csv"
    if columns >= set(_CSV_COLUMNS):
        return "csv"
    if _PAIR_LINE.fullmatch(line):
        return "pairs-tsv"
    return "pair-labels" if _LABEL_LINE.fullmatch(line) else None


def _first_line(data: bytes) -> str:
    start = data[:BYTES_TO_TELL].removeprefix(UTF8_BOM).lstrip()
    return re.split(rb"[\r\n]", start, maxsplit=1)[0].decode("utf-8", "replace")


def _columns(line: str) -> set[str]:
    from rankings.formats.judgments_csv import separator_of  # noqa: PLC0415 - of CSV alone

    return {column.strip().strip('"').lower() for column in line.split(separator_of(line))}


def _why_unknown(start: bytes) -> str:
    if what := not_text(start):
        return f"The file is {what}. {_EXPECTED}"
    columns = _columns(_first_line(start))
    for needed in (_WMT_COLUMNS, _CSV_COLUMNS):
        missing = [name for name in needed if name.lower() not in columns]
        if len(missing) < len(needed):
            return f"The heading has no column {', '.join(missing)}, which a file of judgments as CSV needs."
    return f"The file is {'in no known format' if start.strip() else 'empty'}. {_EXPECTED}"
