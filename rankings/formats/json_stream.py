"""A JSON document whose one long list is read element by element and never in memory as a whole."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rankings.formats.json_text import DECODER, reason_at

READ_AT_ONCE = 1 << 18
# A single value beyond this is taken for broken: without an end to its text, all of the file would be read.
MOST_CHARACTERS = 1 << 24
_WHITESPACE = " \t\n\r"
# As Python says it from 3.13 on; earlier ones only find a value missing at the bracket.
_TRAILING_COMMA = {
    "]": "Illegal trailing comma before end of array",
    "}": "Illegal trailing comma before end of object",
}


class BrokenJsonError(Exception):
    """Where the document is no JSON: what is wrong, and the one-based line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class JsonDocument:
    """A list, or an object with a list under one key.

    Attributes:
        rest: once `elements` has ended, the object without its list, or whatever else the document is. Where
            the value under the key is no list, it is in there.
        has_list: whether there was a list.
        line: the one-based line on which the element begins that `elements` gave last.
    """

    def __init__(self, numbered: Iterable[tuple[int, str]], key: str) -> None:
        """Lines with their numbers and ends, blank ones perhaps left out; the key of the list."""
        self._lines = iter(numbered)
        self._key = key
        # What was read and not yet let go, and where in the file it begins.
        self._text = ""
        self._place = 0
        self._line, self._column = 1, 0
        self._next_line = 1
        self.rest: Any = None
        self.has_list = False
        self.line = 1
        # How far lines of the text are counted, so that none is counted twice.
        self._counted, self._lines_counted = 0, 0

    def elements(self) -> Iterator[Any]:
        """The elements of the list. Raises BrokenJsonError where the text stops being JSON."""
        first = self._peek()
        if first == "[":
            yield from self._list()
        elif first == "{":
            yield from self._object()
        else:
            self.rest = self._value()
        if self._peek():
            raise self._broken("Extra data", self._place)

    def _object(self) -> Iterator[Any]:
        self.rest = {}
        self._place += 1
        if self._peek() == "}":
            self._place += 1
            return
        while True:
            if self._peek() != '"':
                raise self._broken("Expecting property name enclosed in double quotes", self._place)
            key = self._value()
            if self._peek() != ":":
                raise self._broken("Expecting ':' delimiter", self._place)
            self._place += 1
            if key == self._key and self._peek() == "[":
                yield from self._list()
                self.rest[key] = None
            else:
                self._peek()
                self.rest[key] = self._value()
            if self._ends("}"):
                return

    def _list(self) -> Iterator[Any]:
        self.has_list = True
        self._place += 1
        if self._peek() == "]":
            self._place += 1
            return
        while True:
            self._peek()
            self._note_line()
            yield self._value()
            if self._ends("]"):
                return

    def _note_line(self) -> None:
        self._lines_counted += self._text.count("\n", self._counted, self._place)
        self._counted = self._place
        self.line = self._line + self._lines_counted

    def _ends(self, bracket: str) -> bool:
        """Go over a comma or the closing bracket, and tell which it was."""
        found = self._peek()
        if found not in (",", bracket) or not found:
            raise self._broken("Expecting ',' delimiter", self._place)
        if found == "," and self._after_comma() == bracket:
            raise self._broken(_TRAILING_COMMA[bracket], self._place)
        self._place += 1
        return found == bracket

    def _peek(self) -> str:
        """The next character that is no white space, where the next thing begins; "" at the end."""
        while True:
            self._place = place = self._over_spaces(self._place)
            if place < len(self._text):
                return self._text[place]
            if not self._read_on():
                return ""

    def _after_comma(self) -> str:
        """The same after the comma that is the next character, which stays the next one."""
        while True:
            place = self._over_spaces(self._place + 1)
            if place < len(self._text):
                return self._text[place]
            if not self._read_on():
                return ""

    def _over_spaces(self, place: int) -> int:
        while place < len(self._text) and self._text[place] in _WHITESPACE:
            place += 1
        return place

    def _value(self) -> Any:
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._place)
            except json.JSONDecodeError as error:
                # Reading on lets go what was passed.
                further = error.pos - self._place
                # Perhaps it only ends further on.
                if len(self._text) - self._place < MOST_CHARACTERS and self._read_on():
                    continue
                raise self._broken(error.msg, self._place + further) from None
            except RecursionError:
                raise self._broken("nested too deeply", self._place) from None
            except ValueError as error:
                raise self._broken(str(error), self._place) from None
            # A number may go on.
            if end == len(self._text) and self._text[end - 1] not in '}]"' and self._read_on():
                continue
            self._place = end
            return value

    def _read_on(self) -> bool:
        """Let go what was passed, and read some more. False at the end of the file."""
        passed, kept = self._text[: self._place], self._text[self._place :]
        if lines := passed.count("\n"):
            self._line += lines
            self._column = len(passed) - passed.rindex("\n") - 1
        else:
            self._column += len(passed)
        # Twice as much each time, so that a long value is not decoded again and again.
        wanted = max(READ_AT_ONCE, len(kept))
        parts = [kept]
        for number, line in self._lines:
            parts.append("\n" * (number - self._next_line) + line)
            self._next_line = number + 1
            wanted -= len(line)
            if wanted <= 0:
                break
        self._text, self._place = "".join(parts), 0
        self._counted, self._lines_counted = 0, 0
        return len(parts) > 1

    def _broken(self, message: str, place: int) -> BrokenJsonError:
        before = self._text[:place]
        line = self._line + before.count("\n")
        end_of_line = before.rfind("\n")
        column = place - end_of_line if end_of_line >= 0 else self._column + place + 1
        return BrokenJsonError(reason_at(message, column), line)
