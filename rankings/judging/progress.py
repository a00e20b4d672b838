"""A judge's progress. Nothing here shows how well anybody judges."""

from dataclasses import dataclass

BREAK_EVERY = 20


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress in the head of the judging page.

    Attributes:
        total: what `done` will be in the end if no other judge takes any of the items.
        batch, batches: the batch that the judge is in, from 1; None in campaigns without batches.
        batch_ends: numbers of items at which a batch ends.
        break_due: the judge has just finished another `BREAK_EVERY` items, and the campaign suggests breaks.
    """

    done: int
    total: int
    batch: int | None
    batches: int | None
    batch_ends: tuple[int, ...]
    break_due: bool


def progress_of(done: int, total: int, *, batch_size: int | None = None, breaks: bool = False) -> Progress:
    ends = tuple(range(batch_size, total, batch_size)) if batch_size else ()
    return Progress(
        done=done,
        total=total,
        batch=min(done // batch_size, len(ends)) + 1 if batch_size else None,
        batches=len(ends) + 1 if batch_size else None,
        batch_ends=ends,
        break_due=breaks and done > 0 and done % BREAK_EVERY == 0 and done < total,
    )
