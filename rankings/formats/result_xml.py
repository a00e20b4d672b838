"""The result XML of the 2015 campaign (`appraise-results`), in and out."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from io import RawIOBase
from itertools import groupby
from typing import Any, BinaryIO

from rankings.formats.fields import (
    DURATION_WANTED,
    Outputs,
    format_duration,
    format_moment,
    join_systems,
    judgment_of,
    parse_duration,
    tell_no_output,
)
from rankings.formats.limits import Limits
from rankings.formats.problems import Findings, quoted
from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.xml_files import XmlHandler, attribute_value, attributes, parse_pieces

ROOT = "appraise-results"
RESULT_SET = "error-correction-ranking-result"
# What the first release of Appraise wrote: its items have no src-id, and their id is the sentence.
FIRST_RELEASE = "ranking-result"
ITEM = "ranking-item"
OUTPUT = "translation"
_CHILDREN = {
    "": (ROOT,),
    ROOT: (RESULT_SET, FIRST_RELEASE),
    RESULT_SET: (ITEM,),
    FIRST_RELEASE: (ITEM,),
    ITEM: (OUTPUT,),
    OUTPUT: (),
}

# Attributes of an item and of its result set, by the fields that they are.
_DURATIONS = {"duration": "seconds", "active-duration": "active_seconds"}
_OF_ITEM = {
    "user": "judge",
    "src-id": "sentence",
    "id": "item",
    "doc-id": "document",
    "skipped": "skipped",
    "opened-at": "opened_at",
    "submitted-at": "submitted_at",
    "guidelines-version": "guidelines_version",
    **_DURATIONS,
}
_OF_SET = {
    "id": "result_set",
    "source-language": "source_language",
    "target-language": "target_language",
}


def read_result_xml(
    source: BinaryIO | RawIOBase, findings: Findings, limits: Limits
) -> Iterator[tuple[int | None, Judgment]]:
    """The judgments of all result sets of a file, each with its line, one after the other while it is read.

    `system` may separate names by whitespace or commas. A repeated `id`, `doc-id` or `src-id` is normal:
    judgments are never joined or merged. Unknown attributes are ignored; unknown elements are refused.

    In a `ranking-result`, as the first release wrote it, an item without `src-id` is about the sentence `id`.

    Raises:
        FormatError: where reading on makes no sense; other problems are noted.
    """
    handler = _ResultHandler(findings, limits)
    for _ in parse_pieces(source, handler):
        yield from handler.take()
    yield from handler.take()


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


class _ResultHandler(XmlHandler):
    """Turns elements into judgments as they end; whatever is wrong is noted and the element left out."""

    def __init__(self, findings: Findings, limits: Limits) -> None:
        super().__init__(findings, limits, _CHILDREN)
        self._judgments: list[tuple[int | None, Judgment]] = []
        self._set: dict[str, str] = {}
        self._is_first_release = False
        self._item: dict[str, str] = {}
        self._outputs: list[JudgedOutput] = []
        self._line = 0
        self._known = Outputs()
        self._as_written: dict[tuple[str, ...], JudgedOutput] = {}

    def take(self) -> list[tuple[int | None, Judgment]]:
        """The judgments since the last call."""
        taken, self._judgments = self._judgments, []
        return taken

    def attach(self, expat: Any) -> None:
        """As for any file, but shortest for what nearly all of it is: outputs as there were before."""
        super().attach(expat)
        written, is_open, outputs = self._as_written, self.open, self._outputs
        start, finish = self.start, self.finish

        def start_shortly(tag: str, names_and_values: list[str]) -> None:
            if tag == OUTPUT and is_open[-1] == ITEM:
                output = written.get(tuple(names_and_values))
                if output is not None:
                    is_open.append(tag)
                    outputs.append(output)
                    return
            start(tag, names_and_values)

        def finish_shortly(tag: str) -> None:
            if tag == OUTPUT:
                is_open.pop()
            else:
                finish(tag)

        expat.StartElementHandler, expat.EndElementHandler = start_shortly, finish_shortly

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == OUTPUT:
            self._add_output(attributes)
        elif tag == ITEM:
            self._item = attributes
            self._outputs.clear()
            self._line = self.line
        elif tag in {RESULT_SET, FIRST_RELEASE}:
            self._set = {_OF_SET[name]: attributes[name] for name in attributes if name in _OF_SET}
            self._is_first_release = tag == FIRST_RELEASE

    def end(self, tag: str) -> None:
        if tag == ITEM:
            self._finish_item()

    def _add_output(self, attributes: dict[str, str]) -> None:
        systems, rank = attributes.get("system", ""), attributes.get("rank", "")
        output = self._known[systems, rank]
        if output is None:
            tell_no_output(systems, rank, self.findings, self.line)
            return
        self._outputs.append(output)
        if attributes.keys() == {"system", "rank"}:
            self._as_written[tuple(part for pair in attributes.items() for part in pair)] = output

    def _finish_item(self) -> None:
        item = self._item
        self.count(len(self._outputs))
        values: dict[str, Any] = {
            _OF_ITEM[name]: item[name] for name in item if name in _OF_ITEM and item[name]
        }
        if self._is_first_release and "item" in values:
            values.setdefault("sentence", values["item"])
        for name, field in _DURATIONS.items():
            if field in values:
                values[field] = parse_duration(item[name])
                if values[field] is None and item[name].strip():
                    self.error(f"{name} is {quoted(item[name])}. {DURATION_WANTED}", self._line)
        values |= self._set
        values["outputs"] = tuple(self._outputs)
        self._judgments.append((self._line, judgment_of(values, self.findings, self._line)))


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
