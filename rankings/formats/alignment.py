"""Check whether the lines of an output file match those of the source: cheap, and only a hint."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from appraise_gec.words import plural
from rankings.formats.problems import figure

# Below this share of common material a line is no correction of its source. In the published 2015 outputs
# the six lines below it are all misplaced; the most radical true correction has 0.56.
UNRELATED = 0.45
# A misplaced line fits the source line that it belongs to at least this well.
AT_HOME = 0.6
# Short lines ("Yes ." for "No .") share little by chance; they are not checked.
SHORTEST = 12
# Bounds on what one file may cost: enough for any real file, and some seconds for one made to be slow.
CHARACTERS = 500
CACHED_LINES = 1024
COMPARISONS = 20_000
LINES_TO_PLACE = 10_000
_SHIFTS = (-1, 1, -2, 2, -3, 3)


class SourceLines:
    """The source, against which one output file after another is held."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self._lines = _Lines(sentences)

    def unrelated(self, output: Sequence[str], most: int = 100) -> list[tuple[int, str]]:
        """Zero-based indices of output lines that share next to nothing with their source, each with why.

        `output` has one line per sentence. Where several such lines in a row belong to source lines a few
        lines earlier or later, the first of them says so once for the whole run. After `most` of them, or
        very many comparisons, the rest of the file is not looked at: it is no matter of single lines.
        """
        pair = _Pair(self._lines, _Lines(output))
        messages: list[tuple[int, str]] = []
        reported_until = -1
        for i in range(len(output)):
            if len(messages) >= most or pair.comparisons > COMPARISONS:
                break
            if i <= reported_until or not pair.is_unrelated(i):
                continue
            shift = pair.shift_at(i)
            if shift:
                reported_until = pair.end_of_shift(i, shift)
                messages.append((i, _shift_message(i, reported_until, shift)))
            else:
                message = (
                    "The output has almost nothing in common with its source sentence. Is it on the right "
                    "line?"
                )
                messages.append((i, message))
        return messages

    def out_of_step(self, output: Sequence[str]) -> int | None:
        """Zero-based index of the first output line that no longer fits its source line, or None if unclear.

        For an output with a different number of lines: the place where one cut, with everything after it
        moved by the difference, makes the two fit best.
        """
        pair = _Pair(self._lines, _Lines(output))
        difference = len(output) - len(self._lines.texts)
        shortest = min(len(self._lines.texts), len(output))
        if difference == 0 or not 0 < shortest <= LINES_TO_PLACE:
            return None
        before = [0.0, *accumulate(pair.similarity(i, i) for i in range(shortest))]
        if difference > 0:
            after = [pair.similarity(i, i + difference) for i in range(shortest)]
        else:
            after = [pair.similarity(i - difference, i) for i in range(shortest)]
        rest = [0.0, *accumulate(reversed(after))][::-1]
        totals = [before[cut] + rest[cut] for cut in range(shortest + 1)]
        best = max(totals)
        # The explanation must fit most lines; otherwise the files differ in many places, or altogether.
        return totals.index(best) if best >= AT_HOME * shortest else None


@dataclass(slots=True)
class _Lines:
    """Lines without surrounding whitespace; the pairs of characters in each are counted once."""

    texts: Sequence[str]
    _bags: dict[int, Counter[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.texts = [text.strip() for text in self.texts]

    def bag(self, index: int) -> Counter[str]:
        if index not in self._bags:
            if len(self._bags) >= CACHED_LINES:
                self._bags.clear()
            self._bags[index] = Counter(map("".join, pairwise(self.compared(index))))
        return self._bags[index]

    def compared(self, index: int) -> str:
        return "".join(self.texts[index][:CHARACTERS].lower().split())


@dataclass(slots=True)
class _Pair:
    source: _Lines
    output: _Lines
    comparisons: int = 0

    def similarity(self, source_index: int, output_index: int) -> float:
        """Share of material in common (Dice coefficient), 0 to 1; 0 outside of the files."""
        sources, outputs = self.source.texts, self.output.texts
        if not (0 <= source_index < len(sources) and 0 <= output_index < len(outputs)):
            return 0.0
        if sources[source_index] == outputs[output_index]:
            return 1.0
        self.comparisons += 1
        a = self.source.bag(source_index)
        b = self.output.bag(output_index)
        size = a.total() + b.total()
        return 2 * (a & b).total() / size if size else 0.0

    def is_unrelated(self, index: int) -> bool:
        source, output = self.source.texts[index], self.output.texts[index]
        if source == output or min(len(source), len(output)) < SHORTEST:
            return False
        # Most corrections begin or end like their source; only the others are worth counting.
        quarter = min(len(source), len(output)) // 2
        if source[:quarter] == output[:quarter] or source[-quarter:] == output[-quarter:]:
            return False
        if _least_similarity(self.source.compared(index), self.output.compared(index)) >= UNRELATED:
            return False
        return self.similarity(index, index) < UNRELATED

    def shift_at(self, index: int) -> int:
        """By how many lines the output line seems to be moved against the source, or 0."""
        return next((shift for shift in _SHIFTS if self.similarity(index + shift, index) >= AT_HOME), 0)

    def end_of_shift(self, index: int, shift: int) -> int:
        end = index
        last = len(self.output.texts) - 1
        while end < last and self.similarity(end + 1 + shift, end + 1) > self.similarity(end + 1, end + 1):
            end += 1
        return end


def _least_similarity(a: str, b: str) -> float:
    """A bound from below without counting: what both have at the beginning and at the end is common."""
    shorter = min(len(a), len(b))
    beginning = _common_length(shorter, lambda length: a[:length] == b[:length])
    end = _common_length(shorter - beginning, lambda length: a[len(a) - length :] == b[len(b) - length :])
    pairs = max(beginning - 1, 0) + max(end - 1, 0)
    return 2 * pairs / (len(a) + len(b) - 2) if shorter > 1 else 0.0


def _common_length(most: int, is_common: Callable[[int], bool]) -> int:
    """The greatest length up to `most` for which the predicate holds; it holds for all shorter ones."""
    low = 0
    while low < most:
        middle = (low + most + 1) // 2
        if is_common(middle):
            low = middle
        else:
            most = middle - 1
    return low


def _shift_message(first: int, last: int, shift: int) -> str:
    lines = abs(shift)
    if first == last and shift < 0:
        return plural(
            lines,
            "The output seems to belong one line further up.",
            "The output seems to belong {n} lines further up.",
        )
    if first == last:
        return plural(
            lines,
            "The output seems to belong one line further down.",
            "The output seems to belong {n} lines further down.",
        )
    end = figure(last + 1)
    if shift < 0:
        return plural(
            lines,
            "From here to line {end} of the text, the outputs seem to belong one line further up.",
            "From here to line {end} of the text, the outputs seem to belong {n} lines further up.",
            end=end,
        )
    return plural(
        lines,
        "From here to line {end} of the text, the outputs seem to belong one line further down.",
        ("From here to line {end} of the text, the outputs seem to belong {n} lines further down."),
        end=end,
    )
