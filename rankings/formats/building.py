"""Records of judgments as the columns that `Judgments` holds."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankings.formats.records import LARGEST_RANK, JudgedOutput, Judgment

Codes = NDArray[np.int32]
Places = NDArray[np.int64]
Moments = NDArray[np.datetime64]

# Columns of names, and those that say for each row which of them it has.
NAMED = (
    ("judges", "judge"),
    ("sentences", "sentence"),
    ("items", "item"),
    ("documents", "document"),
    ("result_sets", "result_set"),
)
OF_ROWS = ("skipped", "seconds", "active_seconds", "opened_at", "submitted_at", "guidelines_version")
AT_ONCE = 1 << 14
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_NO_MOMENT = np.iinfo(np.int64).min


class NameCodes(dict[Any, int]):
    """Numbers of names, in the order in which they first appear."""

    def __missing__(self, name: Any) -> int:
        number = self[name] = len(self)
        return number

    def sorted(self) -> tuple[tuple[Any, ...], Codes]:
        """The names in their order, and the place there of each number."""
        names = sorted_names(self)
        places = np.empty(len(names), dtype=np.int32)
        places[[self[name] for name in names]] = np.arange(len(names))
        return names, places


class Builder:
    """Goes over records once, and keeps none of them."""

    def __init__(self) -> None:
        self._codes = {one: NameCodes() for _, one in NAMED}
        self._groups = NameCodes()

    def build(self, judgments: Iterable[Judgment], further: Iterable[str]) -> dict[str, Any]:
        """The fields of `Judgments`; `further` are systems that take part even if no judgment covers them."""
        waiting = iter(judgments)
        blocks = [self._columns(list(islice(waiting, AT_ONCE)))]
        while block := list(islice(waiting, AT_ONCE)):
            blocks.append(self._columns(block))
        whole: dict[str, Any] = {
            name: np.concatenate([block.pop(name) for block in blocks]) for name in tuple(blocks[0])
        }
        for many, one in NAMED:
            whole[many] = tuple(self._codes[one])
        for many, one in NAMED[:2]:
            whole[many], places = self._codes[one].sorted()
            whole[one] = places[whole[one]]
        groups = tuple(self._groups)
        ranked = np.unique(whole["output"][~np.repeat(whole["skipped"], whole["number"])])
        systems = sorted_names({*further, *(name for group in ranked for name in groups[group])})
        start = starts(whole.pop("number"))
        return {**whole, "systems": systems, "groups_of_systems": groups, "start": start}

    def _columns(self, block: Sequence[Judgment]) -> dict[str, NDArray[Any]]:
        judges, sentences, items, documents, result_sets = (self._codes[name] for _, name in NAMED)
        outputs = [output for one in block for output in one.outputs]
        # Readers make one object of outputs that are written alike: a few hundred of a million.
        groups = {id(output): self._groups[output.systems] for output in _distinct(outputs)}
        ranks = np.array([output.rank for output in outputs], dtype=np.int64)
        if len(ranks) and not 1 <= ranks.min() <= ranks.max() <= LARGEST_RANK:
            _refuse_ranks(block)
        return {
            "judge": np.array([judges[one.judge] for one in block], dtype=np.int32),
            "sentence": np.array([sentences[one.sentence] for one in block], dtype=np.int32),
            "item": np.array([items[one.item] for one in block], dtype=np.int32),
            "document": np.array([documents[one.document] for one in block], dtype=np.int32),
            "result_set": np.array(
                [result_sets[one.result_set, one.source_language, one.target_language] for one in block],
                dtype=np.int32,
            ),
            "skipped": np.array([one.skipped for one in block], dtype=np.bool_),
            "seconds": np.array([one.seconds for one in block], dtype=np.float64),
            "active_seconds": np.array([one.active_seconds for one in block], dtype=np.float64),
            "opened_at": _moments([one.opened_at for one in block]),
            "submitted_at": _moments([one.submitted_at for one in block]),
            "guidelines_version": np.array([one.guidelines_version or 0 for one in block], dtype=np.int32),
            "number": np.array([len(one.outputs) for one in block], dtype=np.int64),
            "output": np.array([groups[id(output)] for output in outputs], dtype=np.int32),
            "rank": ranks.astype(np.int16),
        }


def _distinct(outputs: Iterable[JudgedOutput]) -> Iterable[JudgedOutput]:
    """Each object once, in the order in which they first appear."""
    return {id(output): output for output in outputs}.values()


def starts(numbers: NDArray[Any]) -> Places:
    """(n + 1,) where each of n runs of these lengths begins; at last, where all end."""
    return np.concatenate(([0], np.cumsum(numbers))).astype(np.int64)


def sorted_names(names: Iterable[str]) -> tuple[str, ...]:
    """In the order of their bytes, on which no result may depend in any other way."""
    return tuple(sorted(names))


def _refuse_ranks(block: Iterable[Judgment]) -> None:
    for one in block:
        for output in one.outputs:
            if not 1 <= output.rank <= LARGEST_RANK:
                place = f"judge {one.judge}, sentence {one.sentence}"
                raise ValueError(f"{place}: rank {output.rank} is not between 1 and {LARGEST_RANK}")


def _moments(moments: Sequence[datetime | None]) -> Moments:
    if any(one is not None and one.tzinfo is None for one in moments):
        raise ValueError("a time says no time zone; expected one, such as UTC")
    microseconds = [_NO_MOMENT if one is None else (one - _BEGINNING) // _MICROSECOND for one in moments]
    return np.array(microseconds, dtype=np.int64).view("datetime64[us]")
