"""Our own JSON and JSON Lines of judgments: the record as it is, nothing lost."""

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec

from rankings.formats.problems import Findings, figure
from rankings.formats.records import Judgment
from rankings.formats.writing import format_moment

FORMAT = "appraise-gec judgments"
VERSION = 1
# Sentences and items are often numbers; they identify, so their digits are what counts.
_TEXTS = ("judge", "sentence", "item", "document", "result_set", "source_language", "target_language")
_NOT_JSON = (msgspec.DecodeError, ValueError, RecursionError)


class _Document(msgspec.Struct):
    """What `write_judgments_json` writes."""

    judgments: list[msgspec.Raw]
    version: int = VERSION


_one = msgspec.json.Decoder(Judgment)
_whole = msgspec.json.Decoder(_Document | list[msgspec.Raw])


def write_judgments_json(judgments: Iterable[Judgment]) -> Iterator[str]:
    """One JSON document: `{"format": ..., "version": 1, "judgments": [...]}`, one judgment a line."""
    yield f'{{"format": {json.dumps(FORMAT)}, "version": {VERSION}, "judgments": [\n'
    separator = ""
    for judgment in judgments:
        yield separator + _dump(judgment)
        separator = ",\n"
    yield "\n]}\n"


def write_judgments_jsonl(judgments: Iterable[Judgment]) -> Iterator[str]:
    """JSON Lines: one judgment a line."""
    return (_dump(judgment) + "\n" for judgment in judgments)


def read_judgments_json(lines: Iterable[str], findings: Findings) -> Iterator[tuple[int | None, Judgment]]:
    """The judgments of JSON Lines, or of a JSON document: an object as written above, or a list.

    Lines come one after the other; a document is read as a whole. Each judgment comes with its line, or where
    that is not known with None. What is wrong is noted.
    """
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    first = next(numbered, (1, ""))
    if _is_a_record(first[1]):
        for number, line in chain((first,), numbered):
            try:
                yield number, _read(line)
            except _NOT_JSON as error:
                findings.error(f"The line is no judgment: {_reason(error)}.", number)
    else:
        yield from _document("".join(chain((first[1],), (line for _, line in numbered))), findings)


def _dump(judgment: Judgment) -> str:
    record = msgspec.structs.asdict(judgment)
    record["outputs"] = [{"systems": output.systems, "rank": output.rank} for output in judgment.outputs]
    for name in ("opened_at", "submitted_at"):
        record[name] = record[name] and format_moment(record[name])
    return json.dumps(record, ensure_ascii=False, allow_nan=False)


def _is_a_record(line: str) -> bool:
    """Whether a line is a JSON object by itself, and no document of judgments."""
    try:
        record = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except _NOT_JSON:
        return False
    return "judgments" not in record


def _document(text: str, findings: Findings) -> Iterator[tuple[int | None, Judgment]]:
    try:
        document = _whole.decode(text)
    except _NOT_JSON as error:
        findings.error(
            f"The file is no JSON document of judgments: {_reason(error)}. Expected a list of judgments, or "
            'an object with the list "judgments".',
        )
        return
    if isinstance(document, _Document) and document.version != VERSION:
        findings.error(f"The file has version {figure(document.version)}; {VERSION} is known.")
        return
    records = document.judgments if isinstance(document, _Document) else document
    for number, record in enumerate(records, start=1):
        try:
            yield None, _read(record)
        except _NOT_JSON as error:
            findings.error(f"Judgment {figure(number)} cannot be read: {_reason(error)}.")


def _read(text: str | msgspec.Raw) -> Judgment:
    try:
        return _one.decode(text)
    except msgspec.ValidationError:
        record = msgspec.json.decode(text)
        if not isinstance(record, dict):
            raise
        return msgspec.convert({key: _named(key, value) for key, value in record.items()}, Judgment)


def _named(key: str, value: Any) -> Any:
    is_number = key in _TEXTS and isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_number else value


def _reason(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
