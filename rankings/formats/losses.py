"""What judgments may have that a format cannot hold.

`FORMATS` (rankings/formats/judgments.py) says of each format which of these aspects it loses.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankings.formats.building import Codes
from rankings.formats.columns import Judgments, Mask
from rankings.formats.fields import format_duration, parse_duration
from rankings.formats.pairs_tsv import UNKNOWN_JUDGE
from rankings.formats.wmt_csv import NOTHING


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that a format cannot hold, and how many of the judgments have it."""

    what: str
    judgments: int


def losses_of(judgments: Judgments, names: Sequence[str]) -> list[Loss]:
    """Which of these aspects the judgments have, so that a format without them loses something."""
    counts = [(ASPECTS[name][0], int(np.count_nonzero(ASPECTS[name][1](judgments)))) for name in names]
    return [Loss(what, count) for what, count in counts if count]


def _named(names: Sequence[Any], codes: Codes, wanted: Callable[[Any], object] = bool) -> Mask:
    """Rows with a name that is wanted."""
    mask: Mask = np.array([*map(bool, map(wanted, names)), False])[codes]
    return mask


def _below_microseconds(of: Judgments) -> Mask:
    def finer(seconds: float) -> bool:
        return not np.isnan(seconds) and parse_duration(format_duration(seconds)) != seconds

    pairs = zip(of.seconds.tolist(), of.active_seconds.tolist(), strict=True)
    return np.array([finer(seconds) or finer(active) for seconds, active in pairs], dtype=np.bool_)


def _called_nothing(of: Judgments) -> Mask:
    return (
        _named(of.items, of.item, NOTHING.__eq__)
        | _named(of.documents, of.document, NOTHING.__eq__)
        | _named([NOTHING in one[1:] for one in of.result_sets], of.result_set)
    )


def _number_of_systems(of: Judgments) -> NDArray[Any]:
    sizes = np.array([len(group) for group in of.groups_of_systems] or [0])
    numbers: NDArray[Any] = np.bincount(of.row_of_outputs(), weights=sizes[of.output], minlength=len(of))
    return numbers


def _has(of: Judgments, outputs: Mask) -> Mask:
    """Rows with one of these outputs."""
    return np.bincount(of.row_of_outputs()[outputs], minlength=len(of)) > 0


# By name: what is lost, and which rows have it.
ASPECTS: dict[str, tuple[str, Callable[[Judgments], Mask]]] = {
    "seconds": ("durations", lambda of: ~(np.isnan(of.seconds) & np.isnan(of.active_seconds))),
    "times": (
        "times of opening and submission",
        lambda of: ~(np.isnat(of.opened_at) & np.isnat(of.submitted_at)),
    ),
    "guidelines": ("versions of the guidelines", lambda of: of.guidelines_version > 0),
    "sets": ("result sets", lambda of: _named([one[0] for one in of.result_sets], of.result_set)),
    "languages": ("languages", lambda of: _named([any(one[1:]) for one in of.result_sets], of.result_set)),
    "documents": ("documents", lambda of: _named(of.documents, of.document)),
    "items": ("items", lambda of: _named(of.items, of.item)),
    "nothing": (f"items, documents and languages called {NOTHING}", _called_nothing),
    "skipped": ("skipped judgments", lambda of: of.skipped),
    "outputs of skipped": (
        "outputs of skipped judgments",
        lambda of: of.skipped & (of.number_of_outputs > 0),
    ),
    "no outputs": (
        "that judgments without outputs were not skipped",
        lambda of: ~of.skipped & (of.number_of_outputs == 0),
    ),
    "few": ("judgments of fewer than two systems", lambda of: ~of.skipped & (_number_of_systems(of) < 2)),
    "shared": (
        "which systems had the same output",
        lambda of: ~of.skipped & _has(of, _named(of.groups_of_systems, of.output, lambda one: len(one) > 1)),
    ),
    "together": (
        "which pairs belong to one ranking",
        lambda of: ~of.skipped & (_number_of_systems(of) > 2),
    ),
    "microseconds": ("fractions of a microsecond", _below_microseconds),
    # Those that are others than 1, or 1 and 2.
    "ranks": (
        "ranks, except for their order",
        lambda of: ~of.skipped & (_has(of, of.rank > 2) | ~_has(of, of.rank == 1)),
    ),
    # Where pairs were read, nothing is known of judges and sentences that could be lost.
    "judges": ("judges and sentences", lambda of: _named(of.judges, of.judge, UNKNOWN_JUDGE.__ne__)),
}
