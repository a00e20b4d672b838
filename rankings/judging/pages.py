"""What the templates of judging show, worked out beforehand."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from rankings.items.edits import Segment, mark_edits
from rankings.judging.answers import MAX_NOTE, opened_stamp, ranks_in_words
from rankings.judging.sheets import SheetPage
from rankings.models import Assignment, Ranking


@dataclass(frozen=True, slots=True)
class Row:
    """One output as the judge sees it: known by its place alone."""

    number: int
    letter: str
    text: str
    segments: list[Segment]
    changes: str
    rank: int | None
    needs_rank: bool


def item_page(
    page: SheetPage,
    ranks: Sequence[int | None],
    *,
    missing: Collection[int] = (),
    submission: uuid.UUID | None = None,
    active_seconds: float | None = None,
    refused: bool = False,
) -> dict[str, Any]:
    """Context of the item's page. `missing` are rows that were sent without a rank.

    `submission` and `active_seconds` come from the request where one is answered with its own form.
    """
    sheet = page.sheet
    assignment = sheet.assignment
    rows = [
        _row(number, sheet.source, output.text, ranks[number], number in missing)
        for number, output in enumerate(sheet.outputs)
    ]
    return {
        "page": page,
        "campaign": sheet.campaign,
        "assignment": assignment,
        "source": sheet.source,
        "rows": rows,
        "scale": range(1, len(rows) + 1),
        "words": ranks_in_words(ranks),
        "missing": [row for row in rows if row.needs_rank],
        "is_open": sheet.is_open,
        "is_change": assignment.state != Assignment.State.LENT,
        "was_skipped": assignment.state == Assignment.State.SKIPPED,
        "refused": refused,
        "submission": submission or uuid.uuid4(),
        "active_milliseconds": round(1000 * active_seconds) if active_seconds else 0,
        "opened": opened_stamp(assignment.key, timezone.now()),
        "word_count": sum(len(text.split()) for text in (sheet.source, *(row.text for row in rows))),
        "flag_reasons": Ranking.FlagReason.choices,
        "max_note": MAX_NOTE,
    }


def _row(number: int, source: str, text: str, rank: int | None, needs_rank: bool) -> Row:
    segments = mark_edits(source, text)
    return Row(
        number=number,
        letter=chr(ord("A") + number),
        text=text,
        segments=segments,
        changes=_changes_in_words(segments),
        rank=rank,
        needs_rank=needs_rank,
    )


def _changes_in_words(segments: list[Segment]) -> str:
    """The edits for people who hear the page: "2 edits: deleted “the”; replaced “costs” by “cost”." """
    edits = [_edit_in_words(segment) for segment in segments if segment.is_edit]
    if not edits:
        return ""
    return f"{len(edits)} edit{'' if len(edits) == 1 else 's'}: {'; '.join(edits)}."


def _edit_in_words(segment: Segment) -> str:
    if segment.is_spacing:
        verb = {"insert": "inserted", "delete": "deleted"}.get(segment.kind, "changed")
        return f"{verb} a space"
    if segment.kind == "insert":
        return f"inserted “{segment.output}”"
    if segment.kind == "delete":
        return f"deleted “{segment.source}”"
    return f"replaced “{segment.source}” by “{segment.output}”"
