"""Lines of a bundle's files, taken apart: cells and fields as they stand there, not yet believed."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from appraise_gec.present.safe_cells import unprotect_cell
from appraise_gec.words import plural
from rankings.bundles.values import usable_json
from rankings.formats.problems import figure
from rankings.formats.records import FormatError, Problem

Rows = Iterator[tuple[int, dict[str, Any]]]
MIB = 1024 * 1024
MOST_LINE_CHARACTERS = 64 * MIB


def raw_rows(stream: Any, file: str, header: list[str]) -> Rows:
    """Rows as they stand in the file, each with its line.

    Raises FormatError where rows cannot be told apart.
    """
    lines = _lines(stream, file)
    yield from _objects(lines, file, header) if file.endswith(".jsonl") else _cells(lines, file, header)


def _objects(lines: Iterator[str], file: str, header: list[str]) -> Rows:
    for line, text in enumerate(lines, start=1):
        try:
            row = usable_json(text)
        except ValueError as error:
            message = f"The line cannot be read: {error!s}."
            raise FormatError(Problem(file, message, line)) from None
        if not isinstance(row, dict) or row.keys() != set(header):
            message = f"Expected an object with the fields {', '.join(header)}."
            raise FormatError(Problem(file, message, line))
        yield line, row


def _cells(lines: Iterator[str], file: str, header: list[str]) -> Rows:
    reader = csv.reader(lines, strict=True)
    line = 1
    try:
        first = next(reader, None)
        if first != header:
            message = f"Expected the header {','.join(header)}."
            raise FormatError(Problem(file, message, 1))
        line = reader.line_num + 1
        for cells in reader:
            if len(cells) != len(header):
                message = plural(
                    len(header),
                    "Expected {n} cell, not {found}.",
                    "Expected {n} cells, not {found}.",
                    found=figure(len(cells)),
                )
                raise FormatError(Problem(file, message, line))
            yield line, dict(zip(header, map(unprotect_cell, cells), strict=True))
            line = reader.line_num + 1
    except csv.Error as error:
        message = f"The line is no CSV: {error}."
        raise FormatError(Problem(file, message, line)) from None


def _lines(stream: Any, file: str) -> Iterator[str]:
    """Lines with their ends, none of them longer than memory should hold."""
    # Line ends within cells must stay as they are.
    buffered = io.BufferedReader(stream, MIB) if isinstance(stream, io.RawIOBase) else stream
    text = io.TextIOWrapper(buffered, "utf-8", newline="\n")
    number = 1
    try:
        while line := text.readline(MOST_LINE_CHARACTERS):
            if len(line) >= MOST_LINE_CHARACTERS:
                message = f"The line is longer than {figure(MOST_LINE_CHARACTERS)} characters."
                raise FormatError(Problem(file, message, number))
            yield line
            number += 1
    except UnicodeDecodeError as error:
        raise FormatError(Problem(file, not_utf8(error), number)) from None


def not_utf8(error: UnicodeDecodeError) -> str:
    """The message for a file that is not UTF-8."""
    return "Expected UTF-8, and found the byte {byte}.".format(byte=f"0x{error.object[error.start]:02X}")
