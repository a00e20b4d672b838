"""Read a plain text file with one sentence per line: the form in which systems hand in their outputs."""

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.office import ZIP_STARTS
from rankings.formats.problems import Findings, figure
from rankings.formats.records import Problem, WithProblems

UTF8_BOM = b"\xef\xbb\xbf"
# Control characters that no text has, and that every picture, document and program is full of.
_NO_TEXT = bytes({*range(32)} - set(b"\t\n\r\f\v"))
_LOOKED_AT = 1 << 16
# The marks that turn the direction of writing show a sentence in another order than the one that is compared.
_TURNING = "\u202a-\u202e\u2066-\u2069"
_ODD_CHARACTERS = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029{_TURNING}\ufdd0-\ufdef\ufffe\uffff]")


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
    elif not _looks_binary(data, findings):
        lines = _decode_lines(data.removeprefix(UTF8_BOM), findings, limits)
        _check_lines(lines, findings, limits)
    return TextFile(name, lines, tuple(findings.problems()))


def read_bounded(source: bytes | BinaryIO, most: int) -> bytes | None:
    """All of `source`, or None when it holds more than `most` bytes; never reads much more than that."""
    if isinstance(source, bytes):
        return None if len(source) > most else source
    # A file that is asked for 64 MB takes as much memory at once, however small it is. So it is asked for its
    # size and a byte, and for the rest where it is longer than it says.
    size = 0
    if source.seekable():
        here = source.tell()
        size = source.seek(0, io.SEEK_END) - here
        source.seek(here)
    data = source.read(min(size, most) + 1)
    if size < len(data) <= most:
        data += source.read(most + 1 - len(data))
    return None if len(data) > most else data


def larger_than(most: int) -> str:
    """The message for a file of more bytes."""
    return f"The file is larger than {figure(most)} bytes, the most that is read."


def _looks_binary(data: bytes, findings: Findings) -> bool:
    """Report a file that is no UTF-8 text at all, once, instead of a problem for each of its lines."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or _is_utf16_without_mark(data):
        findings.error("The file is encoded in UTF-16 (or UTF-32). Save it as UTF-8 and upload it again.")
        return True
    if what := not_text(data):
        findings.error(f"The file is {what}. Expected plain UTF-8 text, one sentence per line.")
        return True
    zeros = data.count(0)
    if zeros * 100 > len(data) or zeros > 1000:
        line = data.count(b"\n", 0, data.index(0)) + 1
        findings.error("The file is not text: it holds zero bytes. Expected plain UTF-8 text.", line)
        return True
    return False


def not_text(data: bytes) -> str:
    """What a file is that holds something else than text, as far as anybody can tell; empty for a text."""
    if data.startswith(ZIP_STARTS):
        return "a zip archive or an office document"
    head = data[:_LOOKED_AT]
    odd = len(head) - len(head.translate(None, _NO_TEXT))
    return "not UTF-8 text" if odd * 20 > len(head) and not _is_utf8(head) else ""


def _is_utf8(head: bytes) -> bool:
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        # The last character may be cut in two.
        return error.start > len(head) - 4
    return True


def _is_utf16_without_mark(data: bytes) -> bool:
    head = data[:2000]
    half = len(head) // 2
    zeros = (head[0::2].count(0), head[1::2].count(0))
    return half >= 2 and max(zeros) > half * 0.6 and min(zeros) < half * 0.1


def _decode_lines(data: bytes, findings: Findings, limits: Limits) -> tuple[str, ...]:
    end = b"\n" if b"\n" in data or b"\r" not in data else b"\r"
    if data.count(end) > limits.lines:
        findings.error(f"The file has more than {figure(limits.lines)} lines, the most that is read.")
        return ()
    try:
        lines = data.decode("utf-8").split(end.decode())
    except UnicodeDecodeError:
        lines = [_decode_line(raw, number, findings) for number, raw in enumerate(data.split(end), start=1)]
    if lines[-1] == "":
        lines.pop()
    if end == b"\n" and b"\r" in data:
        lines = [line[:-1] if line.endswith("\r") else line for line in lines]
    return tuple(lines)


def _decode_line(raw: bytes, number: int, findings: Findings) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = raw[error.start]
        guess = bytes([byte]).decode("windows-1252", "ignore")
        wrong = {"place": figure(error.start + 1), "byte": f"0x{byte:02X}"}
        if guess.isprintable() and guess:
            message = (
                "Byte {place} of the line, {byte}, is not valid UTF-8 (in Windows-1252 this would be "
                "{guess}). Save the file as UTF-8 and upload it again."
            ).format(guess=guess, **wrong)
        else:
            message = (
                "Byte {place} of the line, {byte}, is not valid UTF-8. Save the file as UTF-8 and "
                "upload it again."
            ).format(**wrong)
        findings.error(message, number)
        return raw.decode("utf-8", "replace")


_ESSAY = re.compile(r"#+\s*essay_id\b", re.IGNORECASE)


def _check_lines(lines: tuple[str, ...], findings: Findings, limits: Limits) -> None:
    header = next((number for number, line in enumerate(lines, start=1) if _ESSAY.match(line)), None)
    if header is not None:
        findings.error(
            (
                "The line is the header of an essay, and essays are not read. Expected one sentence "
                "a line: take out the headers and the empty lines around them, likewise from source "
                "and outputs."
            ),
            header,
        )
    # The common case must be cheap: nearly every line is short and holds printable characters only.
    if max(map(len, lines), default=0) <= limits.line_characters and all(map(str.isprintable, lines)):
        return
    for number, line in enumerate(lines, start=1):
        if len(line) > limits.line_characters:
            findings.error(
                (
                    f"The line has {figure(len(line))} characters; at most "
                    f"{figure(limits.line_characters)} are allowed. Expected one sentence per line."
                ),
                number,
            )
        if not line.isprintable() and (odd := _ODD_CHARACTERS.search(line)):
            _tell_odd_character(odd.group(), odd.start() + 1, number, findings)


def _tell_odd_character(character: str, column: int, line: int, findings: Findings) -> None:
    code = f"U+{ord(character):04X}"
    if character == "\x00":
        findings.error(
            (f"Character {figure(column)} of the line is a zero byte. The file is damaged or not text."),
            line,
        )
    elif character == "\r":
        findings.warn(
            (
                f"Character {figure(column)} of the line is a carriage return ({code}) inside the "
                "line. It is ignored when outputs are compared; check that no line end was lost."
            ),
            line,
            kind="carriage return",
        )
    elif character < " ":
        findings.error(
            (
                f"Character {figure(column)} of the line is the control character {code}, which has "
                "no place in a sentence. Remove it."
            ),
            line,
        )
    else:
        findings.warn(
            (f"Character {figure(column)} of the line is the invisible character {code}. Kept as it is."),
            line,
            kind=f"invisible character {code}",
        )
