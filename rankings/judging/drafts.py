"""Unsubmitted answers, kept on the server so that nothing is lost with a device.

A page numbers what it saves: one more than the number it knows. Of two pages that save under the same
number the first wins, and the other receives the ranks that are newer than its own. A submission raises the
number too, so that nothing of an earlier page can come back after it.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F, Q

from rankings.judging.edit_marks import are_marks
from rankings.models import Assignment, Campaign, Judge

LARGEST_REVISION = 2**31 - 2


class UnreadableDraftError(ValueError):
    """The request is no draft of this item."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Ranks by row in the order shown, None where a rank is missing.

    Attributes:
        revision: the number of the draft, from 1.
        base: the revision of the judge's own ranking that the page showed; 0 before the first.
        active_seconds: time spent so far, idle time excluded.
        writer: the page that wrote it.
        marks: on single edits, as `rankings.judging.edit_marks` writes them.
    """

    ranks: tuple[int | None, ...]
    revision: int
    base: int
    active_seconds: float
    writer: UUID | None = None
    marks: str = ""


def keep_draft(assignment: Assignment, draft: Draft) -> bool:
    """Store the draft unless there is a newer one or the campaign takes no rankings. One statement."""
    open_judges = Judge.objects.filter(campaign__state=Campaign.State.OPEN)
    newer = Q(draft_revision__lt=draft.revision) | Q(draft_revision=draft.revision, draft_writer=draft.writer)
    kept = {"ranks": list(draft.ranks), "base": draft.base, "active": draft.active_seconds}
    if draft.marks:
        kept["marks"] = draft.marks
    return bool(
        Assignment.objects.filter(newer, pk=assignment.pk, judge__in=open_judges).update(
            draft=kept, draft_revision=draft.revision, draft_writer=draft.writer
        )
    )


def keep_refused(
    assignment: Assignment, ranks: Sequence[int | None], base: int, active: float, marks: str = ""
) -> None:
    """Keep ranks that came too late, so that they are there again if the campaign is opened once more.

    A page without scripts has no other place for them. `active` is in seconds.
    """
    kept = {"ranks": list(ranks), "base": base, "active": active}
    Assignment.objects.filter(pk=assignment.pk).update(
        draft=kept | ({"marks": marks} if marks else {}),
        draft_revision=F("draft_revision") + 1,
        draft_writer=None,
    )


def draft_of(assignment: Assignment, base: int, rows: int) -> Draft | None:
    """The draft of a change to the judge's ranking of revision `base`, or None."""
    kept: Any = assignment.draft
    if not isinstance(kept, dict) or kept.get("base") != base or len(kept.get("ranks", ())) != rows:
        return None
    return Draft(
        tuple(kept["ranks"]),
        assignment.draft_revision,
        base,
        kept["active"],
        assignment.draft_writer,
        kept.get("marks", ""),
    )


def read_draft(body: bytes, rows: int) -> Draft:
    """The draft in a request, for instance {"ranks": [2, null], "revision": 3, "base": 0, "active": 1500,
    "writer": "..."}; `active` are milliseconds. Where edits can be marked, also "marks": "0:3:4:wrong".

    Raises UnreadableDraftError.
    """
    try:
        fields = json.loads(body)
        draft = Draft(
            ranks=tuple(fields["ranks"]),
            revision=fields["revision"],
            base=fields["base"],
            active_seconds=max(0.0, float(fields["active"]) / 1000),
            writer=UUID(fields["writer"]),
            marks=fields.get("marks", ""),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError) as error:
        raise UnreadableDraftError("no draft") from error
    numbers = (draft.revision, draft.base)
    if (
        not all(type(number) is int and 0 <= number <= LARGEST_REVISION for number in numbers)
        or draft.revision < 1
        or not math.isfinite(draft.active_seconds)
        or not _are_ranks(draft.ranks, rows)
        or not are_marks(draft.marks)
    ):
        raise UnreadableDraftError("no draft of this item")
    return draft


def _are_ranks(ranks: Sequence[Any], rows: int) -> bool:
    return len(ranks) == rows and all(
        rank is None or (type(rank) is int and 1 <= rank <= rows) for rank in ranks
    )
