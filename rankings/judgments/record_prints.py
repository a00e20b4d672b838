"""Whether a file holds what the campaign holds, without either of them in memory."""

from array import array
from collections.abc import Iterable, Iterator

from rankings.formats.pairs_tsv import UNKNOWN_JUDGE
from rankings.formats.records import Judgment
from rankings.formats.same_judgments import answer_of, compares_outputs, seconds_of

# Bits of the golden ratio and of the root of two, as fractions: they spread numbers over all 64.
_ODD = (0x9E3779B97F4A7C15, 0x6A09E667F3BCC909)
_BITS = (1 << 64) - 1


class RecordPrints:
    """Judgments of which no more than three numbers each are kept, to be compared as `all_held` does."""

    def __init__(self) -> None:
        self._count = 0
        self._named = False
        self._has_items = False
        self._has_seconds = False
        # Of judgments that compare no outputs, and of those that do: answer, item, duration.
        self._prints = {compares: (array("q"), array("q"), array("q")) for compares in (False, True)}

    @classmethod
    def of(cls, judgments: Iterable[Judgment]) -> "RecordPrints":
        made = cls()
        for judgment in judgments:
            made._add(judgment)
        return made

    def __len__(self) -> int:
        return self._count

    def all_held(self, more: "RecordPrints") -> bool:
        """As `all_held(these, more)`, but for chance in one of some trillion cases."""
        if not self._count or not self._named:
            return False
        both = all(len(side._prints[False][0]) for side in (self, more))
        items = self._has_items and more._has_items
        seconds = self._has_seconds and more._has_seconds
        some, others = (side._records(both=both, items=items, seconds=seconds) for side in (self, more))
        rest = iter(others)
        return bool(some) and all(_found(record, rest) for record in some)

    def _records(self, *, both: bool, items: bool, seconds: bool) -> list[int]:
        """A number for each judgment, from the fields that both sides record, the smallest first."""
        by_item, by_seconds = items * _ODD[0], seconds * _ODD[1]
        return sorted(
            (answer + item * by_item + duration * by_seconds) & _BITS
            for side in ((False, True) if both else (True,))
            for answer, item, duration in zip(*self._prints[side], strict=True)
        )

    def _add(self, judgment: Judgment) -> None:
        self._count += 1
        self._named = self._named or judgment.judge != UNKNOWN_JUDGE
        self._has_items = self._has_items or judgment.item not in ("", judgment.sentence)
        self._has_seconds = self._has_seconds or judgment.seconds is not None
        answer, item, duration = self._prints[compares_outputs(judgment)]
        answer.append(hash((judgment.judge, judgment.sentence, judgment.skipped, answer_of(judgment))))
        item.append(hash(judgment.item))
        duration.append(hash(seconds_of(judgment)))


def _found(record: int, rest: Iterator[int]) -> bool:
    """Whether it is next among those that are not smaller. Each of the rest is found once."""
    return next((other for other in rest if other >= record), None) == record
