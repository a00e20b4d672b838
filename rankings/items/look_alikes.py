"""Different outputs that look the same: other code points for a letter, other blanks, hidden characters.

They stay different outputs (`collapse`), as in the 2015 campaign, so that nothing is changed that a system
wrote. But judges see no difference, and the uploader may want to fix the files.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rankings.formats.records import OutputSet


class Difference(StrEnum):
    """The invisible difference between two outputs."""

    FORM = "Unicode form (the same letters, encoded in another way)"
    BLANKS = "kinds or number of blanks"
    INVISIBLE = "invisible characters"
    SEVERAL = "several of these at once"


@dataclass(frozen=True, slots=True)
class LookAlikes:
    """How many sentences have outputs with only this difference, and the first of them.

    Attributes:
        difference: what they differ in.
        sentences: how many sentences have such outputs.
        index: zero-based number of the first of these sentences.
        systems: two systems whose outputs of that sentence look the same.
    """

    difference: Difference
    sentences: int
    index: int
    systems: tuple[str, str]


def look_alikes(sets: Sequence[OutputSet]) -> tuple[LookAlikes, ...]:
    """Which distinct outputs of a sentence look the same, over all sentences, by kind of difference."""
    first: dict[Difference, tuple[int, tuple[str, str]]] = {}
    counts: dict[Difference, int] = {}
    for index, outputs in enumerate(sets):
        differences = _differences(outputs)
        for difference, systems in differences.items():
            first.setdefault(difference, (index, systems))
            counts[difference] = counts.get(difference, 0) + 1
    return tuple(
        LookAlikes(difference, counts[difference], *first[difference])
        for difference in Difference
        if difference in first
    )


def _differences(outputs: OutputSet) -> dict[Difference, tuple[str, str]]:
    looks: dict[str, list[int]] = {}
    for place, text in enumerate(outputs.texts):
        looks.setdefault(_look(text), []).append(place)
    differences: dict[Difference, tuple[str, str]] = {}
    for places in looks.values():
        for place in places[1:]:
            difference = _difference(outputs.texts[places[0]], outputs.texts[place])
            differences.setdefault(difference, (outputs.systems[places[0]][0], outputs.systems[place][0]))
    return differences


def _difference(a: str, b: str) -> Difference:
    if _composed(a) == _composed(b):
        return Difference.FORM
    if _with_plain_blanks(a) == _with_plain_blanks(b):
        return Difference.BLANKS
    if _without_invisible(a) == _without_invisible(b):
        return Difference.INVISIBLE
    return Difference.SEVERAL


def _look(text: str) -> str:
    if text.isascii() and text.isprintable():
        return _with_plain_blanks(text)
    return _with_plain_blanks(_composed(_without_invisible(text)))


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _with_plain_blanks(text: str) -> str:
    return " ".join(text.split())


def _without_invisible(text: str) -> str:
    """Without format characters: zero-width blanks, joiners and marks, soft hyphens, marks of direction."""
    return "".join(character for character in text if unicodedata.category(character) != "Cf")
