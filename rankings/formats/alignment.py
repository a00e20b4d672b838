"""Whether the lines of an output file match those of the source: cheap, and only a hint."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

# Below this share of common material a line is no correction of its source. In the published 2015 outputs
# the six lines below it are all misplaced; the most radical true correction has 0.56.
UNRELATED = 0.45
# An explanation of a wrong number of lines has to make them fit at least this well.
FITTING = 0.6
# Short lines ("Yes ." for "No .") share little by chance; they are not checked.
SHORTEST = 12
# Bounds on what one file may cost: enough for any real file, and some seconds for one made to be slow.
CHARACTERS = 500
COMPARISONS = 20_000
LINES_TO_PLACE = 10_000


def unrelated(sources: Sequence[str], outputs: Sequence[str], most: int) -> list[int]:
    """Places of outputs that share next to nothing with their source; `most` of them."""
    found: list[int] = []
    comparisons = 0
    for place, (source, output) in enumerate(zip(sources, outputs, strict=True)):
        if len(found) >= most or comparisons > COMPARISONS:
            break
        if not _is_plainly_related(source.strip(), output.strip()):
            comparisons += 1
            if _similarity(source, output) < UNRELATED:
                found.append(place)
    return found


def out_of_step(sources: Sequence[str], outputs: Sequence[str]) -> int | None:
    """The place of the first of too many or too few outputs that no longer fits its source, None if unclear.

    It is where one cut, with everything after it moved by the difference, makes the two fit best.
    """
    shortest, difference = min(len(sources), len(outputs)), len(outputs) - len(sources)
    if difference == 0 or not 0 < shortest <= LINES_TO_PLACE:
        return None
    before = list(accumulate(map(_similarity, sources, outputs), initial=0.0))
    moved = map(_similarity, reversed(sources), reversed(outputs))
    after = list(accumulate(moved, initial=0.0))[::-1]
    totals = [start + end for start, end in zip(before, after, strict=True)]
    best = max(totals)
    # It must fit most lines; otherwise the files differ in many places, or altogether.
    return totals.index(best) if best >= FITTING * shortest else None


def _is_plainly_related(source: str, output: str) -> bool:
    """Most corrections begin or end like their source; only the others are worth counting."""
    shorter = min(len(source), len(output))
    if shorter < SHORTEST:
        return True
    part = shorter // 2
    return source[:part] == output[:part] or source[-part:] == output[-part:]


def _similarity(source: str, output: str) -> float:
    """Share of pairs of characters in common (Dice coefficient), 0 to 1."""
    if source.strip() == output.strip():
        return 1.0
    a, b = _pairs(source), _pairs(output)
    size = a.total() + b.total()
    return 2 * (a & b).total() / size if size else 0.0


@lru_cache(maxsize=1024)
def _pairs(text: str) -> Counter[str]:
    return Counter(map("".join, pairwise("".join(text.strip()[:CHARACTERS].lower().split()))))
