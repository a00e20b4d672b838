"""Untrusted XML, without DTD and entities; text in XML, escaped or refused."""

import re
from collections.abc import Callable, Iterator
from io import RawIOBase
from typing import Any, BinaryIO
from xml.parsers.expat import ErrorString, ExpatError
from xml.sax.saxutils import escape

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import FormatError, Problem

_CHUNK = 256 * 1024
_IN_ATTRIBUTE = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
# Characters that XML 1.0 cannot hold in any form.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def parse_pieces(
    source: BinaryIO | RawIOBase,
    findings: Findings,
    start: Callable[[str, list[str], Any], None],
    end: Callable[[str], None],
) -> Iterator[None]:
    """Go through the elements of a file, with a pause after each piece.

    Args:
        source: of XML in any encoding that it names.
        findings: of the file.
        start: takes an element's name, its attributes (name, value, name, value, ...) and the parser.
        end: takes its name.

    Raises:
        FormatError: it is not well-formed, or has a document type declaration.
    """
    expat = DefusedXMLParser(forbid_dtd=True).parser
    # Straight from expat: the layer in between costs more than everything else here.
    expat.ordered_attributes = True
    expat.StartElementHandler = lambda tag, names_and_values: start(tag, names_and_values, expat)
    expat.EndElementHandler = end
    expat.CharacterDataHandler = expat.DefaultHandlerExpand = None
    try:
        while chunk := source.read(_CHUNK):
            expat.Parse(chunk, False)
            yield
        expat.Parse(b"", True)
        return
    except ExpatError as error:
        place = f"{ErrorString(error.code)}, at character {figure(error.offset + 1)}"
        findings.error(f"The file is not well-formed XML ({place}).", error.lineno)
    except DefusedXmlException:
        message = "The file has a document type declaration (<!DOCTYPE ...>). Remove it."
        findings.error(message, expat.CurrentLineNumber)
    except (LookupError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        # An encoding that is unknown or that the parser cannot decode.
        encoding = "The file is not in the encoding that it names, or that is not known. Save it as UTF-8."
        findings.error(encoding, 1)
    finally:
        # They hold each other: what was read would stay in memory until the garbage collector passes.
        expat.StartElementHandler = expat.EndElementHandler = None
    raise FormatError(findings.problems())


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
