"""What judgments may have that a format cannot hold.

`FORMATS` (rankings/formats/judgments.py) says of each format which of these aspects it loses.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rankings.formats.columns import Judgments, Mask
from rankings.formats.fields import format_duration, parse_duration
from rankings.formats.pairs_tsv import UNKNOWN_JUDGE
from rankings.formats.wmt_csv import NOTHING

Aspect = tuple[str, Callable[[Judgments], Mask]]


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that a format cannot hold, and how many of the judgments have it."""

    what: str
    judgments: int


def losses_of(judgments: Judgments, lost: Sequence[Aspect]) -> list[Loss]:
    """Which of these aspects the judgments have, so that a format without them loses something."""
    counts = [(what, int(np.count_nonzero(has(judgments)))) for what, has in lost]
    return [Loss(what, count) for what, count in counts if count]


def _below_microseconds(of: Judgments) -> Mask:
    def finer(seconds: float) -> bool:
        return not np.isnan(seconds) and parse_duration(format_duration(seconds)) != seconds

    pairs = zip(of.seconds.tolist(), of.active_seconds.tolist(), strict=True)
    return np.array([finer(seconds) or finer(active) for seconds, active in pairs], dtype=np.bool_)


def _called(of: Judgments, *names: str) -> Mask:
    """Rows with an item, document or language of one of these names."""
    languages = [set(names) & set(one[1:]) != set() for one in of.result_sets]
    called: Mask = (
        np.isin(of.item, [k for k, name in enumerate(of.items) if name in names])
        | np.isin(of.document, [k for k, name in enumerate(of.documents) if name in names])
        | np.array([*languages, False])[of.result_set]
    )
    return called


def _systems(of: Judgments) -> tuple[Mask, Mask]:
    """Whether rows name fewer than two systems, and whether they name more."""
    sizes = np.array([len(group) for group in of.groups_of_systems] or [0])
    numbers = np.bincount(of.row_of_outputs(), weights=sizes[of.output], minlength=len(of))
    return numbers < 2, numbers > 2


def _shares_outputs(of: Judgments) -> Mask:
    several = np.array([len(group) > 1 for group in of.groups_of_systems] or [False])
    return np.isin(np.arange(len(of)), of.row_of_outputs()[several[of.output]])


def _order_is_not_all(of: Judgments) -> Mask:
    """Rows whose ranks are others than 1, or 1 and 2."""
    row, rank = of.row_of_outputs(), of.rank
    beyond, first = row[rank > 2], row[rank == 1]
    rows = np.arange(len(of))
    return np.isin(rows, beyond) | ~np.isin(rows, first)


def _result_sets(of: Judgments, *, named: bool) -> Mask:
    """Rows whose result set has a name, or else languages."""
    has = [bool(name) if named else bool(source or target) for name, source, target in of.result_sets]
    return np.array([*has, False])[of.result_set]


DURATIONS: Aspect = ("durations", lambda of: ~(np.isnan(of.seconds) & np.isnan(of.active_seconds)))
TIMES: Aspect = (
    "times of opening and submission",
    lambda of: ~(np.isnat(of.opened_at) & np.isnat(of.submitted_at)),
)
GUIDELINES: Aspect = ("versions of the guidelines", lambda of: of.guidelines_version > 0)
RESULT_SETS: Aspect = ("result sets", lambda of: _result_sets(of, named=True))
LANGUAGES: Aspect = ("languages", lambda of: _result_sets(of, named=False))
DOCUMENTS: Aspect = ("documents", lambda of: np.array([bool(name) for name in of.documents])[of.document])
ITEMS: Aspect = ("items", lambda of: np.array([bool(name) for name in of.items])[of.item])
CALLED_NOTHING: Aspect = (
    f"items, documents and languages called {NOTHING}",
    lambda of: _called(of, NOTHING),
)
SKIPPED: Aspect = ("skipped judgments", lambda of: of.skipped)
OUTPUTS_OF_SKIPPED: Aspect = (
    "outputs of skipped judgments",
    lambda of: of.skipped & (of.number_of_outputs > 0),
)
WITHOUT_OUTPUTS: Aspect = (
    "that judgments without outputs were not skipped",
    lambda of: ~of.skipped & (of.number_of_outputs == 0),
)
WITHOUT_PAIRS: Aspect = ("judgments of fewer than two systems", lambda of: ~of.skipped & _systems(of)[0])
SHARED: Aspect = ("which systems had the same output", lambda of: ~of.skipped & _shares_outputs(of))
TOGETHER: Aspect = ("which pairs belong to one ranking", lambda of: ~of.skipped & _systems(of)[1])
BELOW_MICROSECONDS: Aspect = ("fractions of a microsecond", _below_microseconds)
RANKS: Aspect = ("ranks, except for their order", lambda of: ~of.skipped & _order_is_not_all(of))
# Where pairs were read, nothing is known of judges and sentences that could be lost.
JUDGES: Aspect = (
    "judges and sentences",
    lambda of: np.array([name != UNKNOWN_JUDGE for name in of.judges])[of.judge],
)

WMT = (DURATIONS, TIMES, GUIDELINES, RESULT_SETS, CALLED_NOTHING)
PAIRS = (SKIPPED, WITHOUT_PAIRS, SHARED)
RECORD = (DURATIONS, TIMES, GUIDELINES, RESULT_SETS, LANGUAGES, DOCUMENTS, ITEMS)
