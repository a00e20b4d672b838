"""The task XML of the 2015 campaign (`set`, `seg`): sentences with their distinct outputs, to be judged."""

from dataclasses import dataclass
from typing import BinaryIO

from rankings.formats.corpus import EMPTY_OUTPUT
from rankings.formats.fields import join_systems, split_systems
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import Findings, figure
from rankings.formats.records import OutputSet
from rankings.formats.xml_files import XmlHandler, attributes, element_text, parse_xml

SET = "set"
SEGMENT = "seg"
OUTPUT = "translation"
_TEXTS = ("sourcebefore", "source", "sourceafter", "reference", OUTPUT)
_CHILDREN = {"": (SET,), SET: (SEGMENT,), SEGMENT: _TEXTS, **dict.fromkeys(_TEXTS, ())}
_REQUIRED = ("id", "doc-id")


@dataclass(frozen=True, slots=True)
class Task:
    """One item to be judged, with the texts that a judge sees.

    Attributes:
        item: number of the item (`id`).
        source: the source sentence.
        outputs: its distinct outputs; an empty output is an empty text.
        document: `doc-id`.
        sentence: `src-id`, the zero-based line of the sentence; empty where the file has none.
        before, after: the neighbouring sentences; empty where there is none.
        reference: a corrected sentence, not shown to judges.
    """

    item: str
    source: str
    outputs: OutputSet
    document: str
    sentence: str = ""
    before: str = ""
    after: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True)
class TaskSet:
    """The items of one file, with its identifier and languages."""

    identifier: str
    source_language: str
    target_language: str
    tasks: tuple[Task, ...]


def read_task_xml(source: bytes | BinaryIO, name: str, limits: Limits = DEFAULT_LIMITS) -> TaskSet:
    """The items of a task file. Whitespace around texts is removed; `[EMPTY]` is an empty output.

    Raises:
        FormatError: with every problem found, each with its line.
    """
    handler = _TaskHandler(name, limits)
    parse_xml(source, handler)
    handler.findings.raise_if_fatal()
    values = handler.set_attributes
    return TaskSet(
        values.get("id", ""),
        values.get("source-language", ""),
        values.get("target-language", ""),
        tuple(handler.tasks),
    )


def write_task_xml(task_set: TaskSet) -> bytes:
    """A task file. Systems with the same output are joined by spaces; an empty output is `[EMPTY]`.

    Raises:
        FormatError: if XML cannot hold a text, or a system name contains whitespace or a comma.
    """
    values = {
        "id": task_set.identifier,
        "source-language": task_set.source_language,
        "target-language": task_set.target_language,
    }
    parts = ['<?xml version="1.0" encoding="UTF-8"?>\n', f"<{SET}{attributes(values, required=values)}>\n"]
    parts += map(_task_text, task_set.tasks)
    parts.append(f"</{SET}>\n")
    return "".join(parts).encode("utf-8")


class _TaskHandler(XmlHandler):
    wants_text = True

    def __init__(self, name: str, limits: Limits) -> None:
        super().__init__(Findings(name, limits.problems), limits, _CHILDREN)
        self.tasks: list[Task] = []
        self.set_attributes: dict[str, str] = {}
        self._segment: dict[str, str] = {}
        self._segment_line = 0
        self._texts: dict[str, str] = {}
        self._outputs: list[tuple[str, tuple[str, ...]]] = []
        self._pieces: list[str] = []
        self._length = 0
        self._systems: tuple[str, ...] = ()

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        self._pieces, self._length = [], 0
        if tag == SET:
            self.set_attributes = attributes
            self._require(attributes, ("id", "source-language", "target-language"), tag)
        elif tag == SEGMENT:
            self._segment, self._segment_line = attributes, self.line
            self._texts, self._outputs = {}, []
            self._require(attributes, _REQUIRED, tag)
        elif tag == OUTPUT:
            self._systems = split_systems(attributes.get("system", ""))
            if not self._systems:
                self.error("The output has no system.")

    def text(self, data: str) -> None:
        self._length += len(data)
        if self._length > self.limits.line_characters:
            self.stop(f"A text has more than {figure(self.limits.line_characters)} characters.")
        self._pieces.append(data)

    def end(self, tag: str) -> None:
        text = "".join(self._pieces).strip()
        if tag == OUTPUT:
            self._outputs.append(("" if text == EMPTY_OUTPUT else text, self._systems))
        elif tag in _TEXTS:
            self._texts[tag] = text
        elif tag == SEGMENT:
            self._finish_segment()

    def _require(self, attributes: dict[str, str], names: tuple[str, ...], tag: str) -> None:
        for name in names:
            if name not in attributes:
                self.error(f"<{tag}> has no attribute {name}.")

    def _finish_segment(self) -> None:
        line = self._segment_line
        if "source" not in self._texts:
            self.error("The segment has no <source>.", line)
        if not self._outputs:
            self.error("The segment has no <translation>. Expected at least one.", line)
        if len(self._outputs) > self.limits.outputs_per_item:
            self.error(f"The segment has more than {figure(self.limits.outputs_per_item)} outputs.", line)
        names = [system for _, systems in self._outputs for system in systems]
        if len(set(names)) < len(names):
            self.error("A system occurs twice in one segment.", line)
        segment = self._segment
        self.tasks.append(
            Task(
                item=segment.get("id", ""),
                source=self._texts.get("source", ""),
                outputs=OutputSet(
                    tuple(text for text, _ in self._outputs), tuple(systems for _, systems in self._outputs)
                ),
                document=segment.get("doc-id", ""),
                sentence=segment.get("src-id", ""),
                before=self._texts.get("sourcebefore", ""),
                after=self._texts.get("sourceafter", ""),
                reference=self._texts.get("reference", ""),
            )
        )


def _task_text(task: Task) -> str:
    values = {"id": task.item, "doc-id": task.document, "src-id": task.sentence}
    lines = [f"  <{SEGMENT}{attributes(values, required=_REQUIRED)}>"]
    texts = (("sourcebefore", task.before), ("source", task.source), ("sourceafter", task.after))
    for tag, text in (*texts, ("reference", task.reference)):
        if text or tag == "source":
            lines.append(f"    <{tag}>{element_text(text)}</{tag}>")
    for text, systems in zip(task.outputs.texts, task.outputs.systems, strict=True):
        names = attributes({"system": join_systems(systems)})
        lines.append(f"    <{OUTPUT}{names}>{element_text(text or EMPTY_OUTPUT)}</{OUTPUT}>")
    lines.append(f"  </{SEGMENT}>\n")
    return "\n".join(lines)
