"""Detect when two files hold the same judgments, perhaps in different formats.

A judge may legitimately give the same answer again. Only files that agree in every judgment, and in
everything that both record about it, count as the same.
"""

from collections import Counter
from collections.abc import Hashable, Sequence

from rankings.formats.pairs_tsv import UNKNOWN_JUDGE, sign
from rankings.formats.records import Judgment

Comparison = tuple[str, str, str, str, str]

SAME_JUDGMENTS = "It holds the same judgments as {}; all would count twice. Give one of the two files."


def same_judgments(one: Sequence[Judgment], other: Sequence[Judgment]) -> bool:
    """Whether two files hold the same judgments, in any order.

    Compared are judges, sentences, systems and the order of ranks, each as often as it occurs; and, where
    both files record them, items and durations. A file of expanded pairs is the same as the rankings that it
    came from. Files without names of judges are never the same: it is unknown whose judgments they hold.
    """
    if not one or not other or _nameless(one) or _nameless(other):
        return False
    if _whole(one) and _whole(other):
        one, other = _held_by_both(one, other)
        return bool(one) and _records(one, other) == _records(other, one)
    return _comparisons(one) == _comparisons(other)


def all_held(some: Sequence[Judgment], more: Sequence[Judgment]) -> bool:
    """Whether every judgment of `some` is among `more`, as often as it occurs, compared as above."""
    if not some or _nameless(some):
        return False
    some, more = _held_by_both(some, more)
    return bool(some) and _records(some, more) <= _records(more, some)


def duplicate_message(judgments: Sequence[Judgment], earlier: str, of_earlier: Sequence[Judgment]) -> str:
    """The message for a file that repeats another, or holds all of it, as a later export does; else ""."""
    if same_judgments(of_earlier, judgments):
        return SAME_JUDGMENTS.format(earlier)
    if not (_whole(judgments) and _whole(of_earlier)):
        return ""
    if all_held(judgments, of_earlier):
        return f"{earlier} holds every judgment of this file, and more; they would count twice. Leave it out."
    if all_held(of_earlier, judgments):
        return f"It holds every judgment of {earlier}, and more; they would count twice. Leave {earlier} out."
    return ""


def _nameless(judgments: Sequence[Judgment]) -> bool:
    return all(judgment.judge == UNKNOWN_JUDGE for judgment in judgments)


def _whole(judgments: Sequence[Judgment]) -> bool:
    """Whether the file holds rankings, and not only comparisons of two systems."""
    return any(sum(len(output.systems) for output in judgment.outputs) != 2 for judgment in judgments)


def _held_by_both(
    one: Sequence[Judgment], other: Sequence[Judgment]
) -> tuple[Sequence[Judgment], Sequence[Judgment]]:
    """Both files without the judgments that compare no outputs, unless both have some of them.

    Files with a row for every two outputs cannot hold such judgments: WMT's CSV of a campaign has fewer
    judgments than its XML and is the same all the same.
    """
    sides = [[judgment for judgment in side if compares_outputs(judgment)] for side in (one, other)]
    if len(sides[0]) < len(one) and len(sides[1]) < len(other):
        return one, other
    return sides[0], sides[1]


def compares_outputs(judgment: Judgment) -> bool:
    """Whether a ranking of outputs, and not of a single one, or skipped."""
    return not judgment.skipped and len(judgment.outputs) > 1


def _records(judgments: Sequence[Judgment], against: Sequence[Judgment]) -> Counter[Hashable]:
    """The judgments, with the fields that both sides record."""
    sides = (judgments, against)
    # WMT's CSV often repeats the sentence number as the item.
    items = all(any(judgment.item not in ("", judgment.sentence) for judgment in side) for side in sides)
    seconds = all(any(judgment.seconds is not None for judgment in side) for side in sides)
    return Counter(
        (
            judgment.judge,
            judgment.sentence,
            judgment.skipped,
            answer_of(judgment),
            judgment.item if items else "",
            seconds_of(judgment) if seconds else None,
        )
        for judgment in judgments
    )


def answer_of(judgment: Judgment) -> frozenset[tuple[frozenset[str], int]]:
    """What the judge said, in a form that is equal where two answers say the same."""
    # Formats without outputs of skipped items hold no more about them.
    return frozenset() if judgment.skipped else _order(judgment)


def seconds_of(judgment: Judgment) -> float | None:
    """Its duration, as far as every format that has durations keeps it."""
    # Result XML keeps microseconds.
    return None if judgment.seconds is None else round(judgment.seconds, 6)


def _order(judgment: Judgment) -> frozenset[tuple[frozenset[str], int]]:
    """Outputs with dense ranks: only the order of ranks has a meaning."""
    ranks = sorted({output.rank for output in judgment.outputs})
    return frozenset((frozenset(output.systems), ranks.index(output.rank)) for output in judgment.outputs)


def _comparisons(judgments: Sequence[Judgment]) -> Counter[Comparison]:
    comparisons: Counter[Comparison] = Counter()
    for judgment in judgments:
        if judgment.skipped:
            continue
        ranked = sorted((name, output.rank) for output in judgment.outputs for name in output.systems)
        for place, (first, rank) in enumerate(ranked):
            for second, other in ranked[place + 1 :]:
                comparisons[judgment.judge, judgment.sentence, first, sign(rank, other), second] += 1
    return comparisons
