"""Read untrusted XML: no DTD, no entities, and bounds on everything that can grow."""

import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NoReturn
from xml.parsers.expat import ErrorString, ExpatError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from rankings.formats.limits import Limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import FormatError

_CHUNK = 256 * 1024
# What expat says of files that people make.
_REASONS = {
    str(reason): reason
    for reason in (
        "syntax error",
        "no element found",
        "not well-formed (invalid token)",
        "unclosed token",
        "partial character",
        "mismatched tag",
        "duplicate attribute",
        "junk after document element",
        "undefined entity",
        "reference to invalid character number",
        "XML or text declaration not at start of entity",
        "unknown encoding",
        "encoding specified in XML declaration is incorrect",
        "unclosed CDATA section",
        "XML declaration not well-formed",
    )
}


class XmlHandler:
    """Receives elements in the order of the file, and checks where they may stand.

    Subclasses override `begin` and `end`, and call `error` for what is wrong with the current element.

    Attributes:
        findings: the problems so far.
        limits: the bounds that the file is held to.
        wants_text: whether `text` is called; set by a subclass.
    """

    wants_text = False

    def __init__(self, findings: Findings, limits: Limits, children: Mapping[str, Sequence[str]]) -> None:
        self.findings = findings
        self.limits = limits
        self._children = children
        self._open: list[str] = []
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

    def text(self, data: str) -> None:
        """A piece of text inside the current element; one text may come in several pieces."""

    def error(self, message: str, line: int | None = None) -> None:
        """Note a problem at `line`, or at the line that is being read."""
        self.findings.error(message, self.line if line is None else line)

    def stop(self, message: str) -> NoReturn:
        """Note a problem that makes reading on pointless, and end."""
        self.error(message)
        raise FormatError(self.findings.problems())

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Called by the parser at the beginning of every element: holds it to the limits."""
        limits = self.limits
        if len(self._open) >= limits.xml_depth:
            self.stop(f"Elements are nested more than {figure(limits.xml_depth)} deep.")
        if len(attributes) > limits.xml_attributes:
            self.stop(f"The element has more than {figure(limits.xml_attributes)} attributes.")
        # Joined first: one look at all texts together is much cheaper than one at each.
        longest = limits.xml_attribute_characters
        if len("".join(attributes.values())) + len("".join(attributes)) > longest and any(
            len(text) > longest for text in (*attributes, *attributes.values())
        ):
            self.stop(f"An attribute has more than {figure(longest)} characters.")
        parent = self._open[-1] if self._open else ""
        expected = self._children.get(parent, ())
        if tag not in expected:
            self.stop(_out_of_place(tag, parent, expected))
        self._open.append(tag)
        self.count(1)
        self.begin(tag, attributes)

    def count(self, elements: int) -> None:
        """Hold the number of elements to its limit."""
        self._count += elements
        if self._count > self.limits.xml_elements:
            self.stop(f"The file has more than {figure(self.limits.xml_elements)} elements.")

    def finish(self, tag: str) -> None:
        """Called by the parser at the end of every element."""
        self._open.pop()
        self.end(tag)

    def attach(self, expat: Any) -> None:
        """Have an expat parser call this handler."""
        self._parser = expat
        # Straight from expat to the handler: the layer in between costs more than everything else here.
        expat.ordered_attributes = False
        expat.StartElementHandler = self.start
        expat.EndElementHandler = self.finish
        expat.CharacterDataHandler = self.text if self.wants_text else None
        expat.DefaultHandlerExpand = None

    def detach(self, expat: Any) -> None:
        """Take leave of the parser; `line` can no longer be asked for.

        Handler and parser hold each other. Left so, everything that was read would stay in memory until the
        garbage collector happens to pass.
        """
        self._parser = None
        expat.StartElementHandler = expat.EndElementHandler = expat.CharacterDataHandler = None


def _out_of_place(tag: str, parent: str, expected: Sequence[str]) -> str:
    names = ", ".join(f"<{name}>" for name in expected)
    if not parent:
        return f"Found the element {quoted(tag)} as the outermost element, where only {names} is expected."
    inside = {"element": quoted(tag), "parent": f"<{parent}>"}
    if not expected:
        return "Found the element {element} inside of {parent}, where no element is expected.".format(
            **inside
        )
    return "Found the element {element} inside of {parent}, where only {expected} is expected.".format(
        expected=names, **inside
    )


def _encoding(error: Exception) -> str:
    """Why a text cannot be decoded, without a full stop."""
    if isinstance(error, UnicodeError):
        return "it is not in the encoding that it names"
    if isinstance(error, LookupError):
        return "the encoding that it names is not known"
    return "the encoding that it names cannot be read"


def parse_xml(source: bytes | BinaryIO | io.RawIOBase, handler: XmlHandler) -> None:
    """Send the elements of an XML file to `handler`. Raises FormatError as `parse_pieces` does."""
    for _ in parse_pieces(source, handler):
        pass


def parse_pieces(source: bytes | BinaryIO | io.RawIOBase, handler: XmlHandler) -> Iterator[None]:
    """The same, with a pause after each piece, in which the handler may be asked what it has so far.

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
                most = figure(handler.limits.file_bytes)
                handler.stop(f"The file is larger than {most} bytes.")
            expat.Parse(chunk, False)
            yield
        expat.Parse(b"", True)
    except ExpatError as error:
        told = ErrorString(error.code) or ""
        message = (
            f"The file is not well-formed XML ({_REASONS.get(told, told)}, at character "
            f"{figure(error.offset + 1)})."
        )
        handler.findings.error(message, error.lineno)
        raise FormatError(handler.findings.problems()) from None
    except DefusedXmlException:
        handler.findings.error(
            ("The file has a document type declaration (<!DOCTYPE ...>), which is not accepted. Remove it."),
            expat.CurrentLineNumber,
        )
        raise FormatError(handler.findings.problems()) from None
    except (LookupError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        # An encoding that is unknown or that the parser cannot decode.
        message = f"The file cannot be decoded ({_encoding(error)}). Save it as UTF-8."
        handler.findings.error(message, 1)
        raise FormatError(handler.findings.problems()) from None
    finally:
        handler.detach(expat)
