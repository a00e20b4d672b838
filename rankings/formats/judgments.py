"""Read judgments from a file in any known format, recognised by content, and write them in any."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from io import RawIOBase
from typing import BinaryIO

from appraise_gec.words import words
from rankings.formats import losses
from rankings.formats.judgments_csv import read_judgments_csv, write_judgments_csv
from rankings.formats.judgments_json import (
    read_judgments_json,
    write_judgments_json,
    write_judgments_jsonl,
)
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.pairs_tsv import (
    read_pair_labels,
    read_pairs_tsv,
    write_pair_labels,
    write_pairs_tsv,
)
from rankings.formats.records import FormatError, Judgment, Problem
from rankings.formats.result_xml import read_result_xml, write_result_xml
from rankings.formats.safe_cells import separator_of
from rankings.formats.sources import BoundedSource, TooLargeError, text_lines
from rankings.formats.text import KNOWN_BINARIES, UTF8_BOM
from rankings.formats.wmt_csv import read_wmt_csv, write_wmt_csv, write_wmt_pairs_csv


@dataclass(frozen=True, slots=True)
class JudgmentFormat:
    """A file format for judgments.

    Attributes:
        name: the name by which it is chosen.
        title: what people call it.
        extension: ending of its files, with the dot.
        media_type: for a download.
        write: turns judgments into the bytes of a file.
        loses: what the files cannot hold; () where reading back gives everything.
        on_site: whether the site and the API offer it.
    """

    name: str
    title: str
    extension: str
    media_type: str
    write: Callable[[Iterable[Judgment]], bytes]
    loses: tuple[losses.Aspect, ...] = ()
    on_site: bool = False


FORMATS: dict[str, JudgmentFormat] = {
    judgment_format.name: judgment_format
    for judgment_format in (
        JudgmentFormat(
            "xml",
            words("Result XML (2015)"),
            ".xml",
            "application/xml",
            write_result_xml,
            loses=(losses.BELOW_MICROSECONDS,),
            on_site=True,
        ),
        JudgmentFormat(
            "csv",
            words("CSV, one row per judged output"),
            ".csv",
            "text/csv",
            write_judgments_csv,
            on_site=True,
        ),
        JudgmentFormat("json", "JSON", ".json", "application/json", write_judgments_json, on_site=True),
        JudgmentFormat("jsonl", "JSON Lines", ".jsonl", "application/jsonl", write_judgments_jsonl),
        JudgmentFormat(
            "wmt-csv",
            words("WMT CSV, one row per ranking"),
            ".wmt.csv",
            "text/csv",
            write_wmt_csv,
            loses=(*losses.WMT, losses.OUTPUTS_OF_SKIPPED, losses.WITHOUT_OUTPUTS),
        ),
        JudgmentFormat(
            "wmt-pairs-csv",
            words("WMT CSV, expanded pairs"),
            ".wmt-pairs.csv",
            "text/csv",
            write_wmt_pairs_csv,
            loses=(*losses.WMT, *losses.PAIRS, losses.TOGETHER),
        ),
        JudgmentFormat(
            "pairs-tsv",
            words("Expanded pairs"),
            ".pairs.tsv",
            "text/tab-separated-values",
            write_pairs_tsv,
            loses=(losses.JUDGES, *losses.RECORD, *losses.PAIRS, losses.TOGETHER, losses.RANKS),
        ),
        JudgmentFormat(
            "ranked-pairs-tsv",
            words("Expanded pairs with ranks"),
            ".ranked-pairs.tsv",
            "text/tab-separated-values",
            partial(write_pairs_tsv, ranks=True),
            loses=(losses.JUDGES, *losses.RECORD, *losses.PAIRS, losses.TOGETHER),
        ),
        JudgmentFormat(
            "pair-labels",
            words("Pairs per judge"),
            ".labels.csv",
            "text/csv",
            write_pair_labels,
            loses=(*losses.RECORD, *losses.PAIRS, losses.TOGETHER, losses.RANKS),
        ),
    )
}
_EXPECTED = (
    "Expected judgments: result XML, CSV or JSON as written by this program, WMT CSV, tab-separated pairs, "
    "or pairs per judge."
)
BYTES_TO_TELL = 65536
_PAIR_LINE = re.compile(r"[^\t]+\t[^\t]+\t([<>=]|\d+\t\d+)\s*")
_LABEL_LINE = re.compile(r"[^,]+,[^,]+,[^,<>=]+[<>=][^,<>=]+")
_AGREEMENT_LINE = re.compile(r"[^\t]+\t[^\t]+\t\[[\d, ]*\]\s*")


def read_judgments(
    source: bytes | BinaryIO | RawIOBase, name: str, limits: Limits = DEFAULT_LIMITS
) -> list[Judgment]:
    """The judgments of a file in any known format, in the order of the file; `name` is for messages.

    The file is read piece by piece; only a JSON document that is not JSON Lines is in memory as a whole.

    Raises:
        FormatError: with every problem found, each with its line; also when the format is not known.
    """
    bounded = BoundedSource(source, limits.file_bytes, BYTES_TO_TELL)
    kind = detect_format(bounded.start)
    try:
        if kind == "xml":
            # Its reader sees to the limit itself, and says where in the file it is.
            return read_result_xml(bounded, name, limits)
        if kind is None:
            raise FormatError(Problem(name, _why_unknown(bounded.start), line=1))
        return _READERS[kind](text_lines(bounded, name), name, limits)
    except TooLargeError:
        raise FormatError(Problem(name, f"The file is larger than {limits.file_bytes:,} bytes.")) from None


def write_judgments(judgments: Iterable[Judgment], format: str) -> bytes:
    """The bytes of a file in one of `FORMATS`.

    Raises:
        FormatError: if a judgment cannot be written in this format (a separator inside of a name).
        ValueError: for an unknown format.
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; expected one of {', '.join(FORMATS)}")
    return FORMATS[format].write(judgments)


def judgment_losses(judgments: Sequence[Judgment], format: str) -> list[losses.Loss]:
    """The losses of these judgments in one of `FORMATS`; none where reading back gives everything."""
    return losses.losses_of(judgments, FORMATS[format].loses)


def detect_format(data: bytes) -> str | None:
    """Which reader a file that begins so is for: xml, json (or JSON Lines), csv, wmt-csv, pairs-tsv,
    pair-labels.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        # XML states its encoding, and its parser knows UTF-16; of the others, all are UTF-8.
        return "xml" if b"<" in data[:8] else None
    start = data[:BYTES_TO_TELL].removeprefix(UTF8_BOM).lstrip()
    line = re.split(rb"[\r\n]", start, maxsplit=1)[0].decode("utf-8", "replace")
    by_first_character = {"<": "xml", "{": "json", "[": "json"}
    return by_first_character.get(line[:1]) or _format_of_line(line)


_READERS: dict[str, Callable[[Iterable[str], str, Limits], list[Judgment]]] = {
    "json": read_judgments_json,
    "csv": read_judgments_csv,
    "wmt-csv": read_wmt_csv,
    "pairs-tsv": read_pairs_tsv,
    "pair-labels": read_pair_labels,
}


def _format_of_line(line: str) -> str | None:
    columns = {column.strip().strip('"').lower() for column in line.split(separator_of(line))}
    if {"srcindex", "system1id"} <= columns:
        return "wmt-csv"
    if {"judgment", "systems", "rank"} <= columns:
        return "csv"
    if _PAIR_LINE.fullmatch(line):
        return "pairs-tsv"
    return "pair-labels" if _LABEL_LINE.fullmatch(line) else None


def _why_unknown(start: bytes) -> str:
    for magic, what in KNOWN_BINARIES:
        if start.startswith(magic):
            return f"The file is {what}. {_EXPECTED}"
    # The last character may be cut in two.
    text = start.removeprefix(UTF8_BOM).decode("utf-8", "replace")
    if not text.strip():
        return f"The file is empty. {_EXPECTED}"
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return f"Byte 0x{start[0]:02X} is not valid UTF-8. Save the file as UTF-8."
    if _AGREEMENT_LINE.fullmatch(text.split("\n", 1)[0]):
        return f"The file holds ranks without the names of systems, which say nothing alone. {_EXPECTED}"
    return f"The file is in no known format. {_EXPECTED}"
