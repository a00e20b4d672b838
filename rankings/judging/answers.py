"""Read a judge's form, which is not trusted."""

import json
import math
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.core import signing
from django.db.models import F, Q

from rankings.judging.edit_marks import are_marks
from rankings.models import Assignment, Campaign, Judge, Ranking

MAX_NOTE = 1000
_LONGEST_WAIT = 10 * 365 * 86_400.0
_OPENED_SALT = "rankings.judging.opened"


@dataclass(frozen=True, slots=True)
class Visit:
    """One stay of a judge on an item's page.

    `submission` is the same when one page submits twice. `opened_at` is when the server showed the page, or
    None when the page does not say; `active_seconds` is what the browser measured, idle time excluded.
    `base` is the revision of the judge's own ranking that the page showed, 0 before the first.
    `waited_seconds` is how long the device kept the answer before it could send it.
    """

    submission: UUID
    opened_at: datetime | None = None
    active_seconds: float | None = None
    base: int | None = None
    waited_seconds: float = 0.0

    def moment_before(self, now: datetime) -> datetime:
        """When the answer was given, which may have waited on its device."""
        return now - timedelta(seconds=min(self.waited_seconds, _LONGEST_WAIT))


@dataclass(frozen=True, slots=True)
class Flag:
    """A judge's report that something is wrong with an item; both parts may be empty."""

    reason: str = ""
    note: str = ""


def read_ranks(form: Mapping[str, str], outputs: int) -> list[int | None]:
    """The rank of every row, None where the form has none from 1 to `outputs`."""
    return [_rank(form.get(f"rank-{row}", ""), outputs) for row in range(outputs)]


def read_visit(form: Mapping[str, str], key: UUID) -> Visit:
    """The visit that the page of assignment `key` reports. A form without an id counts as one of its own."""
    return Visit(
        submission=_uuid(form.get("submission", "")) or uuid.uuid4(),
        opened_at=_opened_at(form.get("opened", ""), key),
        active_seconds=_seconds(form.get("active", "")),
        base=_base(form.get("base", "")),
        waited_seconds=_seconds(form.get("waited", "")) or 0.0,
    )


def read_flag(form: Mapping[str, str]) -> Flag:
    reason = form.get("reason", "")
    # A database cannot hold NUL in a text.
    note = form.get("note", "").replace("\0", "").strip()
    return Flag(reason if reason in Ranking.FlagReason.values else "", note[:MAX_NOTE])


def opened_stamp(key: UUID, at: datetime) -> str:
    """The moment at which the server shows the page, signed, so that it comes back unchanged."""
    return signing.dumps([str(key), at.timestamp()], salt=_OPENED_SALT)


def _rank(text: str, worst: int) -> int | None:
    # isascii: int() and isdecimal() accept digits of every script.
    if not (text.isascii() and text.isdecimal() and len(text) <= 2):
        return None
    return int(text) if 1 <= int(text) <= worst else None


def _opened_at(text: str, key: UUID) -> datetime | None:
    try:
        stamped_key, timestamp = signing.loads(text, salt=_OPENED_SALT)
    except signing.BadSignature:
        return None
    return datetime.fromtimestamp(timestamp, tz=UTC) if stamped_key == str(key) else None


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _base(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else None


def _seconds(text: str) -> float | None:
    """Seconds from milliseconds."""
    try:
        seconds = float(text) / 1000
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


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
