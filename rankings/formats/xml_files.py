"""Untrusted XML: no DTD, no entities, bounds on all that can grow. Text in XML: escaped, or refused."""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NoReturn
from xml.parsers.expat import ErrorString, ExpatError
from xml.sax.saxutils import escape

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from rankings.formats.limits import Limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import FormatError, Problem

_CHUNK = 256 * 1024
_IN_ATTRIBUTE = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
# Characters that XML 1.0 cannot hold in any form.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class XmlHandler:
    """Receives elements in the order of the file, and checks where they may stand.

    Subclasses override `begin` and `end`, and call `error` for what is wrong with the current element.

    Attributes:
        findings: the problems so far.
        limits: the bounds that the file is held to.
        open: the elements that are open, from the outermost, below one without a name.
    """

    def __init__(self, findings: Findings, limits: Limits, children: Mapping[str, Sequence[str]]) -> None:
        self.findings = findings
        self.limits = limits
        self.open = [""]
        self._children = children
        self._count = 0
        self._parser: Any = None

    @property
    def line(self) -> int:
        """The one-based line that is being read."""
        return int(self._parser.CurrentLineNumber)

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins, with its attributes."""

    def end(self, tag: str) -> None:
        """An element ends."""

    def error(self, message: str, line: int | None = None) -> None:
        """Note a problem at `line`, or at the line that is being read."""
        self.findings.error(message, self.line if line is None else line)

    def stop(self, message: str, line: int | None = None) -> NoReturn:
        """Note a problem that makes reading on pointless, and end."""
        self.error(message, line)
        raise FormatError(self.findings.problems())

    def start(self, tag: str, names_and_values: list[str]) -> None:
        """Called by the parser at the beginning of every element: holds it to the limits."""
        limits = self.limits
        if len(self.open) > limits.xml_depth:
            self.stop(f"Elements are nested more than {figure(limits.xml_depth)} deep.")
        if len(names_and_values) > 2 * limits.xml_attributes:
            self.stop(f"The element has more than {figure(limits.xml_attributes)} attributes.")
        # All together, as nearly every element is short.
        longest = limits.xml_attribute_characters
        if len("".join(names_and_values)) > longest and max(map(len, names_and_values)) > longest:
            self.stop(f"An attribute has more than {figure(longest)} characters.")
        parent = self.open[-1]
        expected = self._children.get(parent, ())
        if tag not in expected:
            place = f"inside of <{parent}>" if parent else "as the outermost element"
            names = ", ".join(f"<{name}>" for name in expected)
            wanted = f"only {names} is expected" if names else "no element is expected"
            self.stop(f"Found the element {quoted(tag)} {place}, where {wanted}.")
        self.open.append(tag)
        self._count += 1
        if self._count > limits.xml_elements:
            self.count(0)
        self.begin(tag, dict(zip(names_and_values[::2], names_and_values[1::2], strict=True)))

    def count(self, elements: int) -> None:
        """Hold the number of elements to its limit."""
        self._count += elements
        if self._count > self.limits.xml_elements:
            self.stop(f"The file has more than {figure(self.limits.xml_elements)} elements.")

    def finish(self, tag: str) -> None:
        """Called by the parser at the end of every element."""
        self.open.pop()
        self.end(tag)

    def attach(self, expat: Any) -> None:
        """Have an expat parser call this handler."""
        self._parser = expat
        # Straight from expat to the handler: the layer in between costs more than everything else here.
        expat.ordered_attributes = True
        expat.StartElementHandler = self.start
        expat.EndElementHandler = self.finish
        expat.CharacterDataHandler = None
        expat.DefaultHandlerExpand = None

    def detach(self, expat: Any) -> None:
        """Take leave of the parser; `line` can no longer be asked for.

        Handler and parser hold each other. Left so, everything that was read would stay in memory until the
        garbage collector happens to pass.
        """
        self._parser = None
        expat.StartElementHandler = expat.EndElementHandler = None


def parse_pieces(source: bytes | BinaryIO | io.RawIOBase, handler: XmlHandler) -> Iterator[None]:
    """Send the elements of an XML file to `handler`, with a pause after each piece, in which it may be asked
    what it has so far.

    Raises:
        FormatError: if the file is too large, is not well-formed, has a document type declaration or breaks
            a limit. Problems that `handler` only noted do not raise.
    """
    parser = DefusedXMLParser(forbid_dtd=True)
    expat = parser.parser
    handler.attach(expat)
    stream = io.BytesIO(source) if isinstance(source, bytes) else source
    size = 0
    try:
        while chunk := stream.read(_CHUNK):
            size += len(chunk)
            if size > handler.limits.file_bytes:
                handler.stop(f"The file is larger than {figure(handler.limits.file_bytes)} bytes.")
            expat.Parse(chunk, False)
            yield
        expat.Parse(b"", True)
    except ExpatError as error:
        place = f"{ErrorString(error.code)}, at character {figure(error.offset + 1)}"
        handler.stop(f"The file is not well-formed XML ({place}).", error.lineno)
    except DefusedXmlException:
        handler.stop("The file has a document type declaration (<!DOCTYPE ...>). Remove it.")
    except (LookupError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        # An encoding that is unknown or that the parser cannot decode.
        handler.stop(
            "The file is not in the encoding that it names, or that is not known. Save it as UTF-8.", 1
        )
    finally:
        handler.detach(expat)


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
