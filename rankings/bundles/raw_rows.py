"""Lines of a bundle's files, taken apart: cells and fields as they stand there, not yet believed."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from rankings.bundles.values import usable_json
from rankings.formats.records import FormatError, Problem
from rankings.formats.safe_cells import unprotect_cell

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
            raise FormatError(Problem(file, f"The line cannot be read: {error}.", line)) from None
        if not isinstance(row, dict) or row.keys() != set(header):
            raise FormatError(Problem(file, f"Expected an object with the fields {', '.join(header)}.", line))
        yield line, row


def _cells(lines: Iterator[str], file: str, header: list[str]) -> Rows:
    reader = csv.reader(lines, strict=True)
    line = 1
    try:
        first = next(reader, None)
        if first != header:
            raise FormatError(Problem(file, f"Expected the header {','.join(header)}.", 1))
        line = reader.line_num + 1
        for cells in reader:
            if len(cells) != len(header):
                raise FormatError(Problem(file, f"Expected {len(header)} cells, not {len(cells)}.", line))
            yield line, dict(zip(header, map(unprotect_cell, cells), strict=True))
            line = reader.line_num + 1
    except csv.Error as error:
        raise FormatError(Problem(file, f"The line is no CSV: {error}.", line)) from None


def _lines(stream: Any, file: str) -> Iterator[str]:
    """Lines with their ends, none of them longer than memory should hold."""
    # Line ends within cells must stay as they are.
    buffered = io.BufferedReader(stream, MIB) if isinstance(stream, io.RawIOBase) else stream
    text = io.TextIOWrapper(buffered, "utf-8", newline="\n")
    number = 1
    try:
        while line := text.readline(MOST_LINE_CHARACTERS):
            if len(line) >= MOST_LINE_CHARACTERS:
                raise FormatError(
                    Problem(file, f"The line is longer than {MOST_LINE_CHARACTERS:,} characters.", number)
                )
            yield line
            number += 1
    except UnicodeDecodeError as error:
        raise FormatError(Problem(file, f"Expected UTF-8: {error.reason}.", number)) from None
