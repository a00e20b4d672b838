"""How often judges of the same item order its outputs alike."""

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import combinations

from rankings.formats.corpus import EMPTY_OUTPUT
from rankings.formats.records import OutputSet

Ranks = Mapping[int, int]


def pairs_alike(rankings: Sequence[Ranks]) -> tuple[int, int]:
    """Over every two rankings of one item: (pairs of outputs ordered alike, pairs of outputs compared).

    Args:
        rankings: ranks by output, one mapping for each judge. A tie is an order too: two judges agree on a
            pair when both prefer the same output, or when both tie the two. Outputs that one of two rankings
            lacks are not compared.
    """
    alike = compared = 0
    for first, second in combinations(rankings, 2):
        for one, other in combinations(sorted(first.keys() & second.keys()), 2):
            compared += 1
            alike += _sign(first[one] - first[other]) == _sign(second[one] - second[other])
    return alike, compared


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)


def collapse(outputs_by_system: Mapping[str, str]) -> OutputSet:
    """The distinct outputs of one sentence, given the output of every system.

    Two outputs are identical when they are equal after carriage returns and surrounding whitespace are
    removed, and exactly then (the rule of the 2015 campaign). The texts of the result are in that form.
    `[EMPTY]` stands for an empty output and is identical to one.
    """
    systems_by_text: dict[str, list[str]] = {}
    for system, output in outputs_by_system.items():
        systems_by_text.setdefault(collapse_key(output), []).append(system)
    return OutputSet(tuple(systems_by_text), tuple(map(tuple, systems_by_text.values())))


def collapse_corpus(outputs: Mapping[str, Sequence[str]]) -> list[OutputSet]:
    """The distinct outputs of every sentence, given one sequence of outputs per system, all equally long.

    Raises:
        ValueError: if two systems have different numbers of outputs.
    """
    counts = {system: len(lines) for system, lines in outputs.items()}
    if len(set(counts.values())) > 1:
        raise ValueError(f"every system needs one output per sentence, but their numbers differ: {counts}")
    return [collapse(dict(zip(outputs, lines, strict=True))) for lines in zip(*outputs.values(), strict=True)]


def collapse_key(output: str) -> str:
    """The form of an output in which it is compared, stored and shown."""
    text = output.replace("\r", "").strip()
    return "" if text == EMPTY_OUTPUT else text


def distinct_output_counts(output_sets: Sequence[OutputSet], systems: int) -> tuple[int, ...]:
    """How many sentences have 1, 2, ..., `systems` distinct outputs (2015 paper, Figure 1).

    Element k - 1 of the result counts the sentences with exactly k distinct outputs.

    Raises:
        ValueError: if an output set is empty or has more distinct outputs than there are systems.
    """
    counts = [0] * systems
    for output_set in output_sets:
        if not 1 <= len(output_set) <= systems:
            raise ValueError(f"a sentence has {len(output_set)} distinct outputs of {systems} systems")
        counts[len(output_set) - 1] += 1
    return tuple(counts)


def look_alike(outputs: OutputSet) -> tuple[str, str] | None:
    """Two systems whose outputs of a sentence differ only in what nobody sees, or None.

    That is the Unicode form of letters, the kind and number of blanks, and invisible characters. Such outputs
    stay different, as in the 2015 campaign, so that nothing is changed that a system wrote.
    """
    first: dict[str, int] = {}
    for place, text in enumerate(outputs.texts):
        if (other := first.setdefault(_look(text), place)) != place:
            return outputs.systems[other][0], outputs.systems[place][0]
    return None


def _look(text: str) -> str:
    if not text.isascii():
        # Without format characters: zero-width blanks, joiners and marks, soft hyphens, marks of direction.
        text = "".join(character for character in text if unicodedata.category(character) != "Cf")
        text = unicodedata.normalize("NFC", text)
    return " ".join(text.split())
