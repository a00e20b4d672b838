"""Writes the result XML of the 2015 campaign, and what any XML of ours is made of."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from xml.sax.saxutils import escape

from rankings.formats.problems import quoted
from rankings.formats.records import FormatError, Judgment, Problem
from rankings.formats.result_xml import ITEM, OUTPUT, RESULT_SET
from rankings.formats.writing import format_duration, format_moment, join_systems

_IN_ATTRIBUTE = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
# Characters that XML 1.0 cannot hold in any form.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def attribute_value(text: str) -> str:
    """`text` as a quoted attribute value.

    Raises:
        FormatError: if the text has a character that XML cannot hold.
    """
    # Most values are plain names, and there are many of them: the slow way only where it is needed.
    if text.isascii() and text.isalnum():
        return f'"{text}"'
    _refuse_what_xml_cannot_hold(text)
    return '"' + escape(text, _IN_ATTRIBUTE) + '"'


def attributes(values: dict[str, str]) -> str:
    """` name="value"` for every value that is not empty. Raises FormatError likewise."""
    return "".join(f" {key}={attribute_value(value)}" for key, value in values.items() if value)


def element_text(text: str) -> str:
    """`text` as the content of an element. Raises FormatError likewise."""
    _refuse_what_xml_cannot_hold(text)
    return escape(text, {"\r": "&#13;"})


def _refuse_what_xml_cannot_hold(text: str) -> None:
    if _NOT_XML.search(text):
        message = f"XML cannot hold a control character of the text {quoted(text)}."
        raise FormatError(Problem("XML", message))


def write_result_xml(judgments: Iterable[Judgment]) -> Iterator[str]:
    """The judgments as one XML file, piece by piece.

    Neighbours with the same result set and languages share an element.

    The layout is that of the published 2015 data: reading that file and writing it gives the same bytes.
    What that file does not record (times of opening and submission, active time, version of the guidelines)
    is in further attributes of the item, which older readers ignore. Durations are rounded to microseconds,
    and system names are joined by spaces.

    Raises:
        FormatError: if XML cannot hold a character, or a system name has whitespace or a comma.
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<appraise-results>\n'
    for (identifier, source, target), members in groupby(judgments, key=_result_set_of):
        values = {"source-language": source, "id": identifier, "target-language": target}
        yield f"\n<{RESULT_SET}{attributes(values)}>\n"
        yield from map(_item_text, members)
        yield f"</{RESULT_SET}>\n"
    yield "\n</appraise-results>\n"


def _result_set_of(judgment: Judgment) -> tuple[str, str, str]:
    return judgment.result_set, judgment.source_language, judgment.target_language


def _item_text(judgment: Judgment) -> str:
    shown = attributes(
        {
            "active-duration": _duration_text(judgment.active_seconds),
            "doc-id": judgment.document,
            "duration": _duration_text(judgment.seconds),
            "guidelines-version": str(judgment.guidelines_version or ""),
            "id": judgment.item,
            "opened-at": _moment_text(judgment.opened_at),
            "skipped": "true" if judgment.skipped else "",
            "src-id": judgment.sentence,
            "submitted-at": _moment_text(judgment.submitted_at),
            "user": judgment.judge,
        }
    )
    if not judgment.outputs:
        return f"\n  <{ITEM}{shown}/>\n"
    outputs = "".join(
        f'    <{OUTPUT} rank="{output.rank}" system={attribute_value(join_systems(output.systems))}/>\n'
        for output in judgment.outputs
    )
    return f"\n  <{ITEM}{shown}>\n{outputs}  </{ITEM}>\n"


def _duration_text(seconds: float | None) -> str:
    return "" if seconds is None else format_duration(seconds)


def _moment_text(moment: datetime | None) -> str:
    return "" if moment is None else format_moment(moment)
