"""The result XML of the 2015 campaign (`appraise-results`), in and out."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from io import RawIOBase
from itertools import groupby
from typing import BinaryIO

from rankings.formats.fields import (
    format_duration,
    not_a_rank,
    not_true_or_false,
    parse_duration,
    parse_rank,
    rank_wanted,
    split_systems,
)
from rankings.formats.judgment_checks import (
    check_judgment,
    parse_time,
    parse_version,
    too_many_judgments,
)
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import figure, quoted
from rankings.formats.records import FormatError, JudgedOutput, Judgment, Problem
from rankings.formats.shared_parts import SharedParts
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


def each_in_result_xml(
    source: bytes | BinaryIO | RawIOBase, name: str, limits: Limits = DEFAULT_LIMITS
) -> Iterator[Judgment]:
    """The judgments of all result sets of a file, in file order, one after the other while it is read.

    `system` may separate names by whitespace or commas. A repeated `id`, `doc-id` or `src-id` is normal:
    judgments are never joined or merged. Unknown attributes are ignored; unknown elements are refused.

    In a `ranking-result`, as the first release wrote it, an item without `src-id` is about the sentence `id`.

    Raises:
        FormatError: at the end, with every problem found, each with its line.
    """
    handler = _ResultHandler(name, limits)
    for _ in parse_pieces(source, handler):
        yield from handler.take()
    yield from handler.take()
    handler.findings.raise_if_fatal()


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

    def __init__(self, name: str, limits: Limits) -> None:
        super().__init__(name, limits, _CHILDREN)
        self._judgments: list[Judgment] = []
        self._count_of_judgments = 0
        self._set: dict[str, str] = {}
        self._sentence_keys: tuple[str, ...] = ("src-id",)
        self._item: dict[str, str] = {}
        self._outputs: list[JudgedOutput] = []
        self._line = 0
        # The same few texts come again and again in a file of thousands of judgments.
        self._shared = SharedParts()

    def take(self) -> list[Judgment]:
        """The judgments since the last call."""
        taken, self._judgments = self._judgments, []
        return taken

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == OUTPUT:
            self._add_output(attributes)
        elif tag == ITEM:
            self._item = attributes
            self._outputs = []
            self._line = self.line
            if self._count_of_judgments >= self.limits.judgments:
                self.stop(too_many_judgments(self.limits))
        elif tag in {RESULT_SET, FIRST_RELEASE}:
            self._set = attributes
            self._sentence_keys = ("src-id",) if tag == RESULT_SET else ("src-id", "id")

    def end(self, tag: str) -> None:
        if tag == ITEM:
            self._finish_item()

    def _add_output(self, attributes: dict[str, str]) -> None:
        names, text = attributes.get("system", ""), attributes.get("rank", "")
        output = self._shared.written_output(names, text)
        if output is not None:
            self._outputs.append(output)
        else:
            if not split_systems(names):
                self.error(output_without_system())
            if parse_rank(text) is None:
                shown = quoted(text) if "rank" in attributes else "missing"
                self.error(not_a_rank(shown, rank_wanted(text)))
        if len(self._outputs) > self.limits.outputs_per_item:
            most = figure(self.limits.outputs_per_item)
            self.stop(f"The item has more than {most} outputs.")

    def _finish_item(self) -> None:
        item, line = self._item, self._line
        skipped = _TRUTH.get(item.get("skipped", "").lower())
        if skipped is None:
            self.error(not_true_or_false("skipped", item["skipped"]), line)
        shared = self._shared.text
        judgment = Judgment(
            judge=shared(item.get("user", "")),
            sentence=shared(next((item[key] for key in self._sentence_keys if item.get(key)), "")),
            outputs=tuple(self._outputs),
            item=item.get("id", ""),
            document=shared(item.get("doc-id", "")),
            result_set=self._set.get("id", ""),
            seconds=self._duration("duration"),
            skipped=bool(skipped),
            source_language=self._set.get("source-language", ""),
            target_language=self._set.get("target-language", ""),
            active_seconds=self._duration("active-duration"),
            opened_at=self._moment("opened-at"),
            submitted_at=self._moment("submitted-at"),
            guidelines_version=parse_version(
                "guidelines-version", item.get("guidelines-version", ""), self.findings, line
            ),
        )
        check_judgment(judgment, line, self.findings, self.limits)
        self._judgments.append(judgment)
        self._count_of_judgments += 1

    def _duration(self, key: str) -> float | None:
        text = self._item.get(key)
        seconds = None if text is None else parse_duration(text)
        if text is not None and seconds is None:
            message = f"The {key} is {quoted(text)}. Expected H:MM:SS.ffffff, such as 0:01:07.5."
            self.error(message, self._line)
        return seconds

    def _moment(self, key: str) -> datetime | None:
        return parse_time(key, self._item.get(key, ""), self.findings, self._line)


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
