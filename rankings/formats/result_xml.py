"""Reads the result XML of the 2015 campaign (`appraise-results`); `xml_writing` writes it."""

from collections.abc import Callable, Iterator
from io import RawIOBase
from typing import Any, BinaryIO, NoReturn
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate, XMLParserType

from rankings.formats.fields import DURATION_WANTED, Outputs, judgment_of, parse_duration, tell_no_output
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import FormatError, JudgedOutput, Judgment

_CHUNK = 256 * 1024
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
    source: BinaryIO | RawIOBase, findings: Findings
) -> Iterator[tuple[int | None, Judgment]]:
    """The judgments of all result sets of a file, each with its line, one after the other while it is read.

    `system` may separate names by whitespace or commas. A repeated `id`, `doc-id` or `src-id` is normal:
    judgments are never joined or merged. Unknown attributes are ignored; unknown elements are refused.

    In a `ranking-result`, as the first release wrote it, an item without `src-id` is about the sentence `id`.

    Raises:
        FormatError: where reading on makes no sense, as in what is no well-formed XML or has a document type
            declaration, without which there are no entities; other problems are noted.
    """
    expat = ParserCreate()
    reading = _Reading(findings, expat)
    # Straight from expat: a layer in between costs more than everything else here.
    expat.ordered_attributes = True
    expat.StartElementHandler, expat.EndElementHandler = reading.handlers()
    expat.StartDoctypeDeclHandler = reading.refuse_declaration
    try:
        while chunk := source.read(_CHUNK):
            expat.Parse(chunk, False)
            yield from reading.take()
        expat.Parse(b"", True)
        yield from reading.take()
        return
    except ExpatError as error:
        place = f"{ErrorString(error.code)}, at character {figure(error.offset + 1)}"
        findings.error(f"The file is not well-formed XML ({place}).", error.lineno)
    except (LookupError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        # An encoding that is unknown or that the parser cannot decode.
        encoding = "The file is not in the encoding that it names, or that is not known. Save it as UTF-8."
        findings.error(encoding, 1)
    finally:
        # They hold each other: what was read would stay in memory until the garbage collector passes.
        expat.StartElementHandler = expat.EndElementHandler = expat.StartDoctypeDeclHandler = None
    raise FormatError(findings.problems())


class _Reading:
    """Turns elements into judgments as they end; whatever is wrong is noted and the element left out."""

    def __init__(self, findings: Findings, expat: XMLParserType) -> None:
        self._findings = findings
        self._expat = expat
        self._judgments: list[tuple[int | None, Judgment]] = []
        self._kind_of_set = RESULT_SET
        self._set: dict[str, str] = {}
        self._item: list[str] = []
        self._outputs: list[JudgedOutput] = []
        self._line = 0
        self._known = Outputs()
        self._as_written: dict[tuple[str, ...], JudgedOutput] = {}

    def take(self) -> list[tuple[int | None, Judgment]]:
        """The judgments since the last call."""
        taken, self._judgments = self._judgments, []
        return taken

    def refuse_declaration(self, *_: Any) -> None:
        message = "The file has a document type declaration (<!DOCTYPE ...>). Remove it."
        self._findings.error(message, self._expat.CurrentLineNumber)
        raise FormatError(self._findings.problems())

    def handlers(self) -> tuple[Callable[[str, list[str]], None], Callable[[str], None]]:
        """What expat calls at the start and at the end of an element: a million times for a large file."""
        # The innermost element that is open; each kind has one kind around it, items that of their set.
        inside = ""
        outputs, as_written = self._outputs, self._as_written

        def start(tag: str, names_and_values: list[str]) -> None:
            nonlocal inside
            if tag == OUTPUT and inside == ITEM:
                inside = OUTPUT
                # Nearly all of a file are outputs as there were before.
                output = as_written.get(tuple(names_and_values))
                if output is None:
                    self._add_output(_by_name(names_and_values))
                else:
                    outputs.append(output)
                return
            self._line = self._expat.CurrentLineNumber
            if tag not in _CHILDREN[inside]:
                self._refuse(tag, inside)
            inside = tag
            if tag == ITEM:
                self._item = names_and_values
                outputs.clear()
            elif tag != ROOT:
                self._kind_of_set, attributes = tag, _by_name(names_and_values)
                self._set = {_OF_SET[name]: attributes[name] for name in attributes if name in _OF_SET}

        def end(tag: str) -> None:
            nonlocal inside
            if tag == OUTPUT:
                inside = ITEM
            elif tag == ITEM:
                inside = self._kind_of_set
                self._finish_item()
            else:
                inside = "" if tag == ROOT else ROOT

        return start, end

    def _refuse(self, tag: str, inside: str) -> NoReturn:
        place = f"inside of <{inside}>" if inside else "as the outermost element"
        names = ", ".join(f"<{name}>" for name in _CHILDREN[inside])
        wanted = f"only {names} is expected" if names else "no element is expected"
        self._findings.error(f"Found the element {quoted(tag)} {place}, where {wanted}.", self._line)
        raise FormatError(self._findings.problems())

    def _add_output(self, attributes: dict[str, str]) -> None:
        systems, rank = attributes.get("system", ""), attributes.get("rank", "")
        output = self._known[systems, rank]
        if output is None:
            tell_no_output(systems, rank, self._findings, self._expat.CurrentLineNumber)
            return
        self._outputs.append(output)
        if attributes.keys() == {"system", "rank"}:
            self._as_written[tuple(part for pair in attributes.items() for part in pair)] = output

    def _finish_item(self) -> None:
        item = iter(self._item)
        values: dict[str, Any] = {
            _OF_ITEM[name]: value
            for name, value in zip(item, item, strict=True)
            if value and name in _OF_ITEM
        }
        if self._kind_of_set == FIRST_RELEASE and "item" in values:
            values.setdefault("sentence", values["item"])
        for name, field in _DURATIONS.items():
            if field in values:
                written = values[field]
                values[field] = parse_duration(written)
                if values[field] is None and written.strip():
                    self._findings.error(f"{name} is {quoted(written)}. {DURATION_WANTED}", self._line)
        values |= self._set
        values["outputs"] = tuple(self._outputs)
        self._judgments.append((self._line, judgment_of(values, self._findings, self._line)))


def _by_name(names_and_values: list[str]) -> dict[str, str]:
    return dict(zip(names_and_values[::2], names_and_values[1::2], strict=True))
