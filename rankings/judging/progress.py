"""A judge's progress, and the time that the rest may take. Nothing here shows how well anybody judges."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

FEWEST_TIMES = 3
BREAK_EVERY = 20
EXACT_ITEMS = 20
EXACT_TOTAL = 50
ROUNDED_TO = 5


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress in the head of the judging page.

    Attributes:
        total: what `done` will be in the end; where it is not exact, in round numbers while that is far off.
        minutes_left: from the judge's own median active time; None before the first few answers.
        batch, batches: the batch that the judge is in, from 1; None in campaigns without batches.
        batch_ends: numbers of items at which a batch ends.
        break_due: the judge has just finished another `BREAK_EVERY` items, and the campaign suggests breaks.
    """

    done: int
    total: int
    is_exact: bool
    minutes_left: int | None
    batch: int | None
    batches: int | None
    batch_ends: tuple[int, ...]
    break_due: bool


def progress_of(
    done: int,
    total: int,
    recent: Sequence[float],
    *,
    is_exact: bool = True,
    batch_size: int | None = None,
    breaks: bool = False,
) -> Progress:
    """`recent` are the judge's own latest active seconds per item."""
    total = total if is_exact else in_round_numbers(total, done)
    ends = tuple(range(batch_size, total, batch_size)) if batch_size else ()
    return Progress(
        done=done,
        total=total,
        is_exact=is_exact,
        minutes_left=minutes_left(recent, total - done),
        batch=min(done // batch_size, len(ends)) + 1 if batch_size else None,
        batches=len(ends) + 1 if batch_size else None,
        batch_ends=ends,
        break_due=breaks and done > 0 and done % BREAK_EVERY == 0 and done < total,
    )


def in_round_numbers(total: int, done: int = 0) -> int:
    """An expected total as it is said: a multiple of 5 above `EXACT_TOTAL`, but not near the end."""
    if total <= EXACT_TOTAL or total - done <= ROUNDED_TO:
        return total
    return ROUNDED_TO * round(total / ROUNDED_TO)


def minutes_left(recent: Sequence[float], items: int) -> int | None:
    """Whole minutes, rounded up, that `items` more take at the median of the times so far."""
    if len(recent) < FEWEST_TIMES or items <= 0:
        return None
    return math.ceil(items * statistics.median(recent) / 60)
