"""Whether judgments hold what others hold: joined, they would count twice."""

from collections import Counter
from collections.abc import Hashable, Iterator

import numpy as np

from rankings.formats.columns import Judgments
from rankings.formats.pairs_tsv import UNKNOWN_JUDGE


def all_held(some: Judgments, others: Judgments) -> bool:
    """Whether all judgments of the first are among the others.

    They are the same where they agree in everything that both sides record: items may be missing or repeat
    the sentence, and durations may be missing. A judge may give the same answer again. Where nobody is named,
    nothing is known.
    """
    if set(some.judges) <= {UNKNOWN_JUDGE}:
        return False
    with_items = _has_items(some) and _has_items(others)
    with_seconds = not (np.isnan(some.seconds).all() or np.isnan(others.seconds).all())
    return Counter(_answers(some, items=with_items, seconds=with_seconds)) <= Counter(
        _answers(others, items=with_items, seconds=with_seconds)
    )


def _has_items(judgments: Judgments) -> bool:
    return not set(judgments.items) <= {"", *judgments.sentences}


def _answers(judgments: Judgments, *, items: bool, seconds: bool) -> Iterator[Hashable]:
    """Of each judgment a number, which stands for what is compared."""
    for one in judgments:
        outputs = frozenset((frozenset(output.systems), output.rank) for output in one.outputs)
        # Files write no more than microseconds.
        duration = round(one.seconds, 6) if seconds and one.seconds is not None else None
        item = one.item if items else ""
        yield hash((one.judge, one.sentence, item, duration, one.skipped, outputs))
