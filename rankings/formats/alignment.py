"""Check whether the lines of an output file match those of the source: cheap, and only a hint."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

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
            # By how many lines the output line seems to be moved against the source.
            shift = next((shift for shift in _SHIFTS if pair.similarity(i + shift, i) >= AT_HOME), 0)
            if shift:
                reported_until = pair.end_of_shift(i, shift)
                messages.append((i, _shift_message(i, reported_until, shift)))
            else:
                message = "The output has almost nothing in common with its source sentence."
                messages.append((i, f"{message} Is it on the right line?"))
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
        in_source, in_output = max(-difference, 0), max(difference, 0)
        after = [pair.similarity(i + in_source, i + in_output) for i in range(shortest)]
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
        a, b = self.source.compared(index), self.output.compared(index)
        return _least_similarity(a, b) < UNRELATED and self.similarity(index, index) < UNRELATED

    def end_of_shift(self, index: int, shift: int) -> int:
        end = index
        last = len(self.output.texts) - 1
        while end < last and self.similarity(end + 1 + shift, end + 1) > self.similarity(end + 1, end + 1):
            end += 1
        return end


def _least_similarity(a: str, b: str) -> float:
    """A bound from below without counting: what both have at the beginning and at the end is common."""
    if min(len(a), len(b)) < 2:
        return 0.0
    beginning = _common_start(a, b)
    end = _common_start(a[beginning:][::-1], b[beginning:][::-1])
    return 2 * (max(beginning - 1, 0) + max(end - 1, 0)) / (len(a) + len(b) - 2)


def _common_start(a: str, b: str) -> int:
    return next(
        (k for k, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), min(len(a), len(b))
    )


def _shift_message(first: int, last: int, shift: int) -> str:
    lines = "one line" if abs(shift) == 1 else f"{abs(shift)} lines"
    where = f"{lines} further {'up' if shift < 0 else 'down'}."
    if first == last:
        return f"The output seems to belong {where}"
    return f"From here to line {figure(last + 1)} of the text, the outputs seem to belong {where}"
