"""Our own JSON and JSON Lines of judgments: the record as it is, nothing lost."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import chain
from typing import Any

from rankings.formats.fields import LARGEST_RANK, not_a_rank, rank_wanted
from rankings.formats.json_stream import BrokenJsonError, JsonDocument
from rankings.formats.json_text import not_json, parse_json
from rankings.formats.judgment_checks import (
    LARGEST_VERSION,
    LONGEST_SECONDS,
    check_judgment,
    too_many_judgments,
)
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.shared_parts import SharedParts
from rankings.formats.times import WANTED, format_moment, parse_moment

FORMAT = "appraise-gec judgments"
LIST = "judgments"
VERSION = 1
_TEXTS = ("judge", "sentence", "item", "document", "result_set", "source_language", "target_language")


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


def read_judgments_json(
    lines: Iterable[str], name: str, limits: Limits = DEFAULT_LIMITS
) -> Iterator[Judgment]:
    """The judgments of a JSON document (an object as written above, or a list) or of JSON Lines.

    They come one after the other while the file is read; problems are raised at the end.

    Raises:
        FormatError: with every problem found, each with its line (JSON Lines) or its number.
    """
    findings = Findings(name, limits.problems)
    count = 0
    shared = SharedParts()
    for line, record in _records(lines, findings):
        if count >= limits.judgments:
            findings.error(too_many_judgments(limits), line)
            break
        judgment = _judgment(record, line, shared, findings)
        if judgment is not None:
            check_judgment(judgment, line, findings, limits)
            count += 1
            yield judgment
    findings.raise_if_fatal()


def _dump(judgment: Judgment) -> str:
    record = {
        "judge": judgment.judge,
        "sentence": judgment.sentence,
        "outputs": [{"systems": list(output.systems), "rank": output.rank} for output in judgment.outputs],
        "item": judgment.item,
        "document": judgment.document,
        "result_set": judgment.result_set,
        "seconds": judgment.seconds,
        "skipped": judgment.skipped,
        "source_language": judgment.source_language,
        "target_language": judgment.target_language,
        "active_seconds": judgment.active_seconds,
        "opened_at": _moment(judgment.opened_at),
        "submitted_at": _moment(judgment.submitted_at),
        "guidelines_version": judgment.guidelines_version,
    }
    return json.dumps(record, ensure_ascii=False, allow_nan=False)


def _records(lines: Iterable[str], findings: Findings) -> Iterator[tuple[int | None, Any]]:
    """Records, each with the line on which it begins."""
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    first = next(numbered, (1, ""))
    record, problem = parse_json(first[1])
    if problem is None and isinstance(record, dict) and "judgments" not in record:
        yield first[0], record
        yield from _json_lines(numbered, findings)
    else:
        yield from _document(chain((first,), numbered), findings)


def _json_lines(numbered: Iterable[tuple[int, str]], findings: Findings) -> Iterator[tuple[int | None, Any]]:
    for number, line in numbered:
        record, problem = parse_json(line)
        if problem is not None:
            message = f"The line is not well-formed JSON ({problem[1]})."
            findings.error(message, number)
        else:
            yield number, record


def _document(numbered: Iterable[tuple[int, str]], findings: Findings) -> Iterator[tuple[int | None, Any]]:
    document = JsonDocument(numbered, LIST)
    try:
        for record in document.elements():
            yield document.line, record
    except BrokenJsonError as broken:
        findings.error(not_json(str(broken)), broken.line)
        return
    whole = document.rest
    if isinstance(whole, dict):
        if LIST not in whole:
            yield None, whole
        elif whole.get("version", VERSION) != VERSION:
            findings.error(f"The file has version {_shown(whole['version'])}; {figure(VERSION)} is known.")
    if document.has_list:
        return
    if not isinstance(whole, dict) or LIST in whole:
        findings.error("Expected a list of judgments.")


def _judgment(record: Any, line: int | None, shared: SharedParts, findings: Findings) -> Judgment | None:
    if not isinstance(record, dict):
        findings.error(f"Expected a judgment, found {_shown(record)}.", line)
        return None
    values: dict[str, Any] = {}
    for key in _TEXTS:
        value = record.get(key, "")
        # Sentences and items are often numbers; they identify, so their digits are what counts.
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            findings.error(_unfit(key, value, "Expected a text."), line)
            return None
        values[key] = value if key == "item" else shared.text(value)
    for key, (fits, wanted) in _OTHERS.items():
        value = record.get(key)
        if value is not None and not fits(value):
            findings.error(_unfit(key, value, wanted), line)
            return None
    skipped = record.get("skipped", False)
    if not isinstance(skipped, bool):
        findings.error(_unfit("skipped", skipped, "Expected true or false."), line)
        return None
    outputs = _outputs(record.get("outputs", []), line, shared, findings)
    if outputs is None:
        return None
    return Judgment(
        outputs=outputs,
        seconds=_float(record.get("seconds")),
        skipped=skipped,
        active_seconds=_float(record.get("active_seconds")),
        opened_at=parse_moment(record.get("opened_at") or ""),
        submitted_at=parse_moment(record.get("submitted_at") or ""),
        guidelines_version=record.get("guidelines_version"),
        **values,
    )


def _outputs(
    value: Any, line: int | None, shared: SharedParts, findings: Findings
) -> tuple[JudgedOutput, ...] | None:
    if not isinstance(value, list):
        findings.error(f"{'outputs'} is not a list.", line)
        return None
    outputs = []
    for output in value:
        systems = output.get("systems") if isinstance(output, dict) else None
        rank = output.get("rank") if isinstance(output, dict) else None
        known = shared.known_output(systems, rank)
        if known is not None:
            outputs.append(known)
            continue
        if not isinstance(systems, list) or not systems or not all(isinstance(s, str) and s for s in systems):
            message = f"Expected an output with a list of systems, found {_shown(output)}."
            findings.error(message, line)
            return None
        if not isinstance(rank, int) or isinstance(rank, bool) or not 1 <= rank <= LARGEST_RANK:
            findings.error(not_a_rank(_shown(rank), rank_wanted(_shown_rank(rank))), line)
            return None
        outputs.append(shared.output(tuple(systems), rank))
    return tuple(outputs)


def _unfit(key: str, value: Any, wanted: str) -> str:
    return f"{key} is {_shown(value)}. {wanted}"


def _shown(value: Any) -> str:
    """A value for a message; of a nested one only its kind, since its text may be of any size and depth."""
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else quoted(str(value))


def _shown_rank(rank: Any) -> str:
    """The digits of a rank beyond the largest; anything else is no rank at all."""
    return str(LARGEST_RANK + 1) if _is_number(rank) and rank > LARGEST_RANK else ""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_duration(value: Any) -> bool:
    return _is_number(value) and 0 <= value < LONGEST_SECONDS


def _is_moment(value: Any) -> bool:
    return isinstance(value, str) and parse_moment(value) is not None


def _is_version(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST_VERSION


def _float(value: float | None) -> float | None:
    return None if value is None else float(value)


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else format_moment(moment)


_SECONDS_WANTED = f"Expected a number of seconds from 0 to below {figure(LONGEST_SECONDS)}, or null."
# What a judgment may have besides texts, by key: whether a value fits, and what to say if not.
_OTHERS = {
    "seconds": (_is_duration, _SECONDS_WANTED),
    "active_seconds": (_is_duration, _SECONDS_WANTED),
    "opened_at": (_is_moment, WANTED),
    "submitted_at": (_is_moment, WANTED),
    "guidelines_version": (_is_version, "Expected a whole number, from 1, or null."),
}
