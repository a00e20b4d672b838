"""What a judgment may have that a format cannot hold.

`FORMATS` (rankings/formats/judgments.py) says of each format which of these aspects it loses.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rankings.formats.fields import format_duration, parse_duration
from rankings.formats.pairs_tsv import UNKNOWN_JUDGE
from rankings.formats.records import Judgment
from rankings.formats.wmt_csv import NOTHING

Aspect = tuple[str, Callable[[Judgment], bool]]


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that a format cannot hold, and how many of the judgments have it."""

    what: str
    judgments: int


def losses_of(judgments: Iterable[Judgment], lost: Sequence[Aspect]) -> list[Loss]:
    """Which of these aspects the judgments have, so that a format without them loses something."""
    counts = [0] * len(lost)
    # In one go: they may be read from a file.
    for judgment in judgments if lost else ():
        for place, (_, has) in enumerate(lost):
            counts[place] += has(judgment)
    return [Loss(what, count) for (what, _), count in zip(lost, counts, strict=True) if count]


def _systems(judgment: Judgment) -> int:
    return sum(len(output.systems) for output in judgment.outputs)


def _finer_than_microseconds(judgment: Judgment) -> bool:
    durations = (judgment.seconds, judgment.active_seconds)
    return any(
        seconds is not None and parse_duration(format_duration(seconds)) != seconds for seconds in durations
    )


def _timed(judgment: Judgment) -> bool:
    return judgment.seconds is not None or judgment.active_seconds is not None


def _dated(judgment: Judgment) -> bool:
    return judgment.opened_at is not None or judgment.submitted_at is not None


def _order_is_not_all(judgment: Judgment) -> bool:
    ranks = {output.rank for output in judgment.outputs}
    return not judgment.skipped and ranks not in ({1}, {1, 2})


def _named_nothing(judgment: Judgment) -> bool:
    texts = (judgment.item, judgment.document, judgment.source_language, judgment.target_language)
    return NOTHING in texts


DURATIONS: Aspect = ("durations", _timed)
TIMES: Aspect = ("times of opening and submission", _dated)
GUIDELINES: Aspect = (
    "versions of the guidelines",
    lambda judgment: judgment.guidelines_version is not None,
)
RESULT_SETS: Aspect = ("result sets", lambda judgment: bool(judgment.result_set))
LANGUAGES: Aspect = (
    "languages",
    lambda judgment: bool(judgment.source_language or judgment.target_language),
)
DOCUMENTS: Aspect = ("documents", lambda judgment: bool(judgment.document))
ITEMS: Aspect = ("items", lambda judgment: bool(judgment.item))
CALLED_NOTHING: Aspect = (f"items, documents and languages called {NOTHING}", _named_nothing)
SKIPPED: Aspect = ("skipped judgments", lambda judgment: judgment.skipped)
OUTPUTS_OF_SKIPPED: Aspect = (
    "outputs of skipped judgments",
    lambda judgment: judgment.skipped and bool(judgment.outputs),
)
WITHOUT_OUTPUTS: Aspect = (
    "that judgments without outputs were not skipped",
    lambda judgment: not judgment.skipped and not judgment.outputs,
)
WITHOUT_PAIRS: Aspect = (
    "judgments of fewer than two systems",
    lambda judgment: not judgment.skipped and _systems(judgment) < 2,
)
SHARED: Aspect = (
    "which systems had the same output",
    lambda judgment: not judgment.skipped and any(len(output.systems) > 1 for output in judgment.outputs),
)
TOGETHER: Aspect = (
    "which pairs belong to one ranking",
    lambda judgment: not judgment.skipped and _systems(judgment) > 2,
)
BELOW_MICROSECONDS: Aspect = ("fractions of a microsecond", _finer_than_microseconds)
RANKS: Aspect = ("ranks, except for their order", _order_is_not_all)
# Where pairs were read, nothing is known of judges and sentences that could be lost.
JUDGES: Aspect = ("judges and sentences", lambda judgment: judgment.judge != UNKNOWN_JUDGE)

WMT = (DURATIONS, TIMES, GUIDELINES, RESULT_SETS, CALLED_NOTHING)
PAIRS = (SKIPPED, WITHOUT_PAIRS, SHARED)
RECORD = (DURATIONS, TIMES, GUIDELINES, RESULT_SETS, LANGUAGES, DOCUMENTS, ITEMS)
