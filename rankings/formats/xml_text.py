"""Put text into XML: escaped, or refused where XML cannot hold it."""

import re
from collections.abc import Collection
from xml.sax.saxutils import escape

from rankings.formats.problems import quoted
from rankings.formats.records import FormatError, Problem

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


def attributes(values: dict[str, str], required: Collection[str] = ()) -> str:
    """` name="value"` for every value that is required or not empty.

    Raises:
        FormatError: if a value has a character that XML cannot hold.
    """
    return "".join(
        f" {key}={attribute_value(value)}" for key, value in values.items() if value or key in required
    )


def element_text(text: str) -> str:
    """`text` as the content of an element.

    Raises:
        FormatError: if the text has a character that XML cannot hold.
    """
    _refuse_what_xml_cannot_hold(text)
    return escape(text, {"\r": "&#13;"})


def joins_names(system: str) -> str:
    """The message for a system whose name an attribute cannot hold."""
    return f"The system name {quoted(system)} cannot be written: whitespace and commas join names."


def output_without_system() -> str:
    """The message for an output that names no system."""
    return 'The output has no system. Expected system="NAME" or system="NAME NAME".'


def _refuse_what_xml_cannot_hold(text: str) -> None:
    if _NOT_XML.search(text):
        message = f"XML cannot hold a control character of the text {quoted(text)}."
        raise FormatError(Problem("XML", message))
