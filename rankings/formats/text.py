"""Text from files: sentences, one a line."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from rankings.formats.problems import DEFAULT_LIMITS, Findings, Limits, figure
from rankings.formats.records import Problem, WithProblems
from rankings.formats.streams import NOT_UTF8, UTF8_BOM, larger_than, not_text, read_bounded, why_not_utf8

# Beside what is not UTF-8: control characters, line separators, marks that turn the direction of writing,
# which show a sentence in another order than the one that is compared, and characters that are none.
_ODD = re.compile(
    f"[{NOT_UTF8}\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]"
)


@dataclass(frozen=True, slots=True)
class TextFile(WithProblems):
    """The lines of a text file, without line ends, and everything found wrong with it.

    Attributes:
        name: the file's name as the person knows it.
        lines: the text of every line; empty when the file could not be read at all.
        problems: fatal problems and warnings, in the order of the file.
    """

    name: str
    lines: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


def read_text(source: bytes | BinaryIO, name: str, limits: Limits = DEFAULT_LIMITS) -> TextFile:
    """Read UTF-8 text, one sentence per line.

    Lines end at LF or CR LF (or at CR in a file without any LF), and at nothing else: a form feed or a
    Unicode line separator stays inside its line and is reported. A byte order mark is removed; a missing
    last line end is fine. Nothing else is changed. No input raises: whatever is wrong is in `problems`.
    """
    findings = Findings(name, limits.problems)
    data = read_bounded(source, limits.file_bytes)
    lines: tuple[str, ...] = ()
    if data is None:
        findings.error(larger_than(limits.file_bytes))
    elif not data.removeprefix(UTF8_BOM):
        findings.error("The file is empty. Expected one sentence per line.")
    elif what := not_text(data):
        findings.error(f"The file is {what}. Expected plain UTF-8 text, one sentence per line.")
    else:
        lines = _split(data.removeprefix(UTF8_BOM), findings, limits)
        _check(lines, findings, limits)
    return TextFile(name, lines, tuple(findings.problems()))


def blocks(lines: Iterable[str]) -> Iterator[list[tuple[int, str]]]:
    """Lines between blank lines, each with its number counted from 1."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _split(data: bytes, findings: Findings, limits: Limits) -> tuple[str, ...]:
    end = b"\n" if b"\n" in data or b"\r" not in data else b"\r"
    if data.count(end) > limits.lines:
        findings.error(f"The file has more than {figure(limits.lines)} lines, the most that is read.")
        return ()
    lines = data.decode("utf-8", "surrogateescape").split(end.decode())
    if lines[-1] == "":
        lines.pop()
    if end == b"\n" and b"\r" in data:
        lines = [line.removesuffix("\r") for line in lines]
    return tuple(lines)


def _check(lines: tuple[str, ...], findings: Findings, limits: Limits) -> None:
    longest = limits.line_characters
    # The common case must be cheap: nearly every line is short and holds printable characters only.
    if max(map(len, lines), default=0) <= longest and all(map(str.isprintable, lines)):
        return
    for number, line in enumerate(lines, start=1):
        if len(line) > longest:
            findings.error(
                f"The line has {figure(len(line))} characters; at most {figure(longest)} are allowed. "
                "Expected one sentence per line.",
                number,
            )
        if not line.isprintable() and (odd := _ODD.search(line)):
            _tell_odd(odd.group(), odd.start() + 1, number, findings)


def _tell_odd(character: str, column: int, line: int, findings: Findings) -> None:
    place, code = f"Character {figure(column)} of the line is", f"U+{ord(character):04X}"
    if why_not := why_not_utf8(character):
        findings.error(f"Character {figure(column)} of the line: {why_not}", line)
    elif character == "\r":
        findings.warn(
            f"{place} a carriage return ({code}) inside the line. It is ignored when outputs are compared; "
            "check that no line end was lost.",
            line,
            kind="carriage return",
        )
    elif character < " ":
        findings.error(f"{place} the control character {code}, which no sentence has. Remove it.", line)
    else:
        kind = f"the invisible character {code}"
        findings.warn(f"{place} {kind}. Kept as it is.", line, kind=kind)
