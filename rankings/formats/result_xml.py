"""The result XML of the 2015 campaign (`appraise-results`), in and out."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from io import RawIOBase
from itertools import groupby
from typing import Any, BinaryIO

from rankings.formats.fields import (
    format_duration,
    not_a_rank,
    not_true_or_false,
    parse_duration,
    parse_rank,
    rank_wanted,
    split_systems,
)
from rankings.formats.judgment_checks import OutputsOfText, parse_time, parse_version
from rankings.formats.limits import Limits
from rankings.formats.problems import Findings, quoted
from rankings.formats.records import FormatError, JudgedOutput, Judgment, Problem
from rankings.formats.times import format_moment
from rankings.formats.xml_stream import XmlHandler, parse_pieces
from rankings.formats.xml_text import (
    attribute_value,
    attributes,
    joins_names,
    output_without_system,
)

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
_TRUTH = {"true": True, "1": True, "false": False, "0": False, "": False}


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
        self._known = OutputsOfText()

    def take(self) -> list[tuple[int | None, Judgment]]:
        """The judgments since the last call."""
        taken, self._judgments = self._judgments, []
        return taken

    def attach(self, expat: Any) -> None:
        """As for any file, but shortest for what nearly all of it is: outputs as there were before."""
        super().attach(expat)
        known, is_open, outputs = self._known, self._open, self._outputs
        start, finish = self.start, self.finish

        def start_shortly(tag: str, attributes: dict[str, str]) -> None:
            if tag == OUTPUT and len(attributes) == 2 and is_open and is_open[-1] == ITEM:
                output = known.get((attributes.get("system", ""), attributes.get("rank", "")))
                if output is not None:
                    is_open.append(tag)
                    outputs.append(output)
                    return
            start(tag, attributes)

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
            self._set = attributes
            self._is_first_release = tag == FIRST_RELEASE

    def end(self, tag: str) -> None:
        if tag == ITEM:
            self._finish_item()

    def _add_output(self, attributes: dict[str, str]) -> None:
        names, text = attributes.get("system", ""), attributes.get("rank", "")
        output = self._known[names, text]
        if output is not None:
            self._outputs.append(output)
        else:
            if not split_systems(names):
                self.error(output_without_system())
            if parse_rank(text) is None:
                shown = quoted(text) if "rank" in attributes else "missing"
                self.error(not_a_rank(shown, rank_wanted(text)))

    def _finish_item(self) -> None:
        item, line, of_set = self._item, self._line, self._set
        self.count(len(self._outputs))
        skipped = _TRUTH.get(item.get("skipped", "").lower())
        if skipped is None:
            self.error(not_true_or_false("skipped", item["skipped"]), line)
        version = item.get("guidelines-version")
        judgment = Judgment(
            item.get("user", ""),
            item.get("src-id") or (item.get("id", "") if self._is_first_release else ""),
            tuple(self._outputs),
            item.get("id", ""),
            item.get("doc-id", ""),
            of_set.get("id", ""),
            self._duration("duration") if "duration" in item else None,
            bool(skipped),
            of_set.get("source-language", ""),
            of_set.get("target-language", ""),
            self._duration("active-duration") if "active-duration" in item else None,
            self._moment("opened-at") if "opened-at" in item else None,
            self._moment("submitted-at") if "submitted-at" in item else None,
            parse_version("guidelines-version", version, self.findings, line) if version else None,
        )
        self._judgments.append((line, judgment))

    def _duration(self, key: str) -> float | None:
        text = self._item[key]
        seconds = parse_duration(text)
        if seconds is None:
            message = f"The {key} is {quoted(text)}. Expected H:MM:SS.ffffff, such as 0:01:07.5."
            self.error(message, self._line)
        return seconds

    def _moment(self, key: str) -> datetime | None:
        return parse_time(key, self._item[key], self.findings, self._line)


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
        f'    <{OUTPUT} rank="{output.rank}" system={_quoted_systems(output.systems)}/>\n'
        for output in judgment.outputs
    )
    return f"\n  <{ITEM}{shown}>\n{outputs}  </{ITEM}>\n"


def _duration_text(seconds: float | None) -> str:
    return "" if seconds is None else format_duration(seconds)


def _moment_text(moment: datetime | None) -> str:
    return "" if moment is None else format_moment(moment)


def _quoted_systems(systems: tuple[str, ...]) -> str:
    for system in systems:
        if split_systems(system) != (system,):
            raise FormatError(Problem("result XML", joins_names(system)))
    return attribute_value(" ".join(systems))
