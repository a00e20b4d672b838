"""Where two files of the same kind first say something else."""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from rankings.formats.problems import quoted

# Other processors and libraries compute other last bits.
RELATIVE = 1e-9
# Figures are written with six digits after the point.
_OF_DRAWINGS = 2e-6
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_MISSING = object()


@dataclass(slots=True)
class Finding:
    """What comparing two files gave.

    Attributes:
        cells: how many values were compared.
        close: how many of them differ in their last digits alone.
        difference: the first place where they differ by more, and both values; empty where there is none.
    """

    cells: int = 0
    close: int = 0
    difference: str = ""


def compare(path: str, theirs: bytes, ours: bytes) -> Finding:
    """Compare the file of a bundle with the same computed anew, cell by cell or line by line."""
    if path.endswith(".csv"):
        return _of_tables(_rows(theirs), _rows(ours))
    if path.endswith(".json"):
        finding = Finding()
        try:
            known = json.loads(theirs)
        except (ValueError, RecursionError):
            finding.difference = "it is not JSON"
            return finding
        _of_documents(known, json.loads(ours), "", finding)
        return finding
    return _of_lines(theirs, ours, _OF_DRAWINGS if path.endswith(".svg") else 0.0)


def _of_tables(theirs: Iterator[list[str]], ours: Iterator[list[str]]) -> Finding:
    finding = Finding()
    head: list[str] = []
    for number, (one, other) in enumerate(zip_longest(theirs, ours)):
        head = head or other or []
        if one is None or other is None:
            missing = "in the archive" if one is None else "computed"
            finding.difference = f"line {number + 1} is not {missing}"
            return finding
        for place, (cell, computed) in enumerate(zip_longest(one, other)):
            finding.cells += 1
            if cell == computed:
                continue
            if cell is not None and computed is not None and _both_close(cell, computed):
                finding.close += 1
                continue
            column = head[place] if place < len(head) else f"column {place + 1}"
            row = f"line {number + 1} ({quoted(other[0])})" if number and other else f"line {number + 1}"
            finding.difference = f"{row}, {column}: {_both(cell, computed)}"
            return finding
    return finding


def _of_documents(theirs: Any, ours: Any, place: str, finding: Finding) -> None:
    if finding.difference:
        return
    if isinstance(theirs, Mapping) and isinstance(ours, Mapping):
        for key in sorted({*theirs, *ours}):
            inner = f"{place}.{key}" if place else str(key)
            _of_documents(theirs.get(key, _MISSING), ours.get(key, _MISSING), inner, finding)
        return
    if isinstance(theirs, list) and isinstance(ours, list):
        for number, (one, other) in enumerate(zip_longest(theirs, ours, fillvalue=_MISSING)):
            _of_documents(one, other, f"{place}[{number}]", finding)
        return
    finding.cells += 1
    if theirs is not ours and (type(theirs) is not type(ours) or theirs != ours):
        numbers = (int, float)
        if (
            type(theirs) in numbers
            and type(ours) in numbers
            and float in (type(theirs), type(ours))
            and _are_close(theirs, ours)
        ):
            finding.close += 1
        else:
            finding.difference = f"{place}: {_both(_plain(theirs), _plain(ours))}"


def _of_lines(theirs: bytes, ours: bytes, nearness: float) -> Finding:
    finding = Finding()
    lines = [content.decode("utf-8", "replace").splitlines() for content in (theirs, ours)]
    for number, (one, other) in enumerate(zip_longest(*lines), start=1):
        finding.cells += 1
        if one == other:
            continue
        if one is not None and other is not None and _lines_are_close(one, other, nearness):
            finding.close += 1
            continue
        finding.difference = f"line {number}: {_both(one, other)}"
        return finding
    return finding


def _lines_are_close(one: str, other: str, nearness: float) -> bool:
    if _NUMBER.split(one) != _NUMBER.split(other):
        return False
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all(a == b or ("." in a + b and _are_close(float(a), float(b), nearness)) for a, b in pairs)


def _both_close(one: str, other: str) -> bool:
    """Whether two cells hold numbers that differ in their last digits alone; whole numbers never do."""
    if not (_NUMBER.fullmatch(one) and _NUMBER.fullmatch(other) and "." in one + other):
        return False
    return _are_close(float(one), float(other))


def _are_close(one: float, other: float, nearness: float = 0.0) -> bool:
    return abs(one - other) <= max(nearness, RELATIVE * max(abs(one), abs(other)))


def _rows(content: bytes) -> Iterator[list[str]]:
    """The rows of a table; from where it is no CSV, the reason as its last row."""
    try:
        yield from csv.reader(io.StringIO(content.decode("utf-8", "replace"), newline=""))
    except csv.Error as error:
        yield [f"no CSV: {error}"]


def _plain(value: Any) -> str | None:
    return None if value is _MISSING else json.dumps(value, ensure_ascii=False)


def _both(theirs: str | None, ours: str | None) -> str:
    shown = ["nothing" if value is None else quoted(value) for value in (theirs, ours)]
    return f"{shown[0]} in the archive, {shown[1]} computed"
