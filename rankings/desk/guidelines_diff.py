"""What has changed between two versions of the guidelines: by lines, and by words within lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal

from appraise_gec.words import words_for_count
from rankings.items.edits import Segment, mark_edits

Kind = Literal["same", "changed", "removed", "added", "skipped"]
# Lines that stay, before and after a change.
AROUND = 2


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line. `segments` mark the edits of a changed line; `text` is that of any other."""

    kind: Kind
    text: str = ""
    segments: tuple[Segment, ...] = ()


def compare(old: str, new: str) -> list[DiffLine]:
    """The lines of both texts in order; runs of equal lines are shortened to one line of kind "skipped"."""
    before, after = old.splitlines(), new.splitlines()
    lines: list[DiffLine] = []
    for kind, first, end, start, stop in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        if kind == "equal":
            lines += _same(before[first:end], at_start=first == 0, at_end=end == len(before))
        else:
            lines += _changes(before[first:end], after[start:stop])
    return lines


def _same(lines: Sequence[str], *, at_start: bool, at_end: bool) -> Iterator[DiffLine]:
    head = 0 if at_start else AROUND
    tail = 0 if at_end else AROUND
    if len(lines) <= head + tail + 1:
        yield from (DiffLine("same", line) for line in lines)
        return
    yield from (DiffLine("same", line) for line in lines[:head])
    skipped = len(lines) - head - tail
    yield DiffLine("skipped", words_for_count("%(n)s line is the same", "%(n)s lines are the same", skipped))
    yield from (DiffLine("same", line) for line in lines[len(lines) - tail :])


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[DiffLine]:
    for old, new in zip_longest(before, after):
        if old is None:
            yield DiffLine("added", new)
        elif new is None:
            yield DiffLine("removed", old)
        elif not old.strip() or not new.strip() or SequenceMatcher(a=old, b=new).ratio() < 0.4:
            # Hardly a word is the same: two lines are easier to read than their edits.
            yield DiffLine("removed", old)
            yield DiffLine("added", new)
        else:
            yield DiffLine("changed", new, tuple(mark_edits(old, new)))
