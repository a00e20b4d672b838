"""The loss when judgments are written in a format that cannot hold everything."""

from collections.abc import Callable, Sequence
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


def judgment_losses(judgments: Sequence[Judgment], format: str) -> list[Loss]:
    """The losses of these judgments in one of `FORMATS`; none where reading back gives everything."""
    counts = ((what, sum(map(has, judgments))) for what, has in _LOST[format])
    return [Loss(what, count) for what, count in counts if count]


def _systems(judgment: Judgment) -> int:
    return sum(len(output.systems) for output in judgment.outputs)


def _finer_than_microseconds(judgment: Judgment) -> bool:
    seconds = judgment.seconds
    return seconds is not None and parse_duration(format_duration(seconds)) != seconds


def _order_is_not_all(judgment: Judgment) -> bool:
    ranks = {output.rank for output in judgment.outputs}
    return not judgment.skipped and ranks not in ({1}, {1, 2})


def _named_nothing(judgment: Judgment) -> bool:
    texts = (judgment.item, judgment.document, judgment.source_language, judgment.target_language)
    return NOTHING in texts


_DURATIONS: Aspect = ("durations", lambda judgment: judgment.seconds is not None)
_RESULT_SETS: Aspect = ("result sets", lambda judgment: bool(judgment.result_set))
_LANGUAGES: Aspect = (
    "languages",
    lambda judgment: bool(judgment.source_language or judgment.target_language),
)
_DOCUMENTS: Aspect = ("documents", lambda judgment: bool(judgment.document))
_ITEMS: Aspect = ("items", lambda judgment: bool(judgment.item))
_NOTHING: Aspect = (f"items, documents and languages called {NOTHING}", _named_nothing)
_SKIPPED: Aspect = ("skipped judgments", lambda judgment: judgment.skipped)
_OUTPUTS_OF_SKIPPED: Aspect = (
    "outputs of skipped judgments",
    lambda judgment: judgment.skipped and bool(judgment.outputs),
)
_WITHOUT_OUTPUTS: Aspect = (
    "that judgments without outputs were not skipped",
    lambda judgment: not judgment.skipped and not judgment.outputs,
)
_WITHOUT_PAIRS: Aspect = (
    "judgments of fewer than two systems",
    lambda judgment: not judgment.skipped and _systems(judgment) < 2,
)
_SHARED: Aspect = (
    "which systems had the same output",
    lambda judgment: not judgment.skipped and any(len(output.systems) > 1 for output in judgment.outputs),
)
_TOGETHER: Aspect = (
    "which pairs belong to one ranking",
    lambda judgment: not judgment.skipped and _systems(judgment) > 2,
)
_RANKS: Aspect = ("ranks, except for their order", _order_is_not_all)
# Where pairs were read, nothing is known of judges and sentences that could be lost.
_JUDGES: Aspect = ("judges and sentences", lambda judgment: judgment.judge != UNKNOWN_JUDGE)

_WMT = (_DURATIONS, _RESULT_SETS, _NOTHING)
_PAIRS = (_SKIPPED, _WITHOUT_PAIRS, _SHARED)
_RECORD = (_DURATIONS, _RESULT_SETS, _LANGUAGES, _DOCUMENTS, _ITEMS)
_LOST: dict[str, tuple[Aspect, ...]] = {
    "xml": (("fractions of a microsecond", _finer_than_microseconds),),
    "csv": (),
    "json": (),
    "jsonl": (),
    "wmt-csv": (*_WMT, _OUTPUTS_OF_SKIPPED, _WITHOUT_OUTPUTS),
    "wmt-pairs-csv": (*_WMT, *_PAIRS),
    "pairs-tsv": (_JUDGES, *_RECORD, *_PAIRS, _TOGETHER, _RANKS),
    "ranked-pairs-tsv": (_JUDGES, *_RECORD, *_PAIRS, _TOGETHER),
    "pair-labels": (*_RECORD, *_PAIRS, _TOGETHER, _RANKS),
}
