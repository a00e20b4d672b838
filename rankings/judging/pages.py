"""Context for the templates of judging."""

import json
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language

from rankings.demo.tryout import tryout_item, tryout_result
from rankings.items.edits import Segment, mark_edits
from rankings.items.tokens import direction_of_language, reading_direction
from rankings.judging.answers import MAX_NOTE, Flag, Visit, draft_of, opened_stamp, read_ranks
from rankings.judging.edit_marks import (
    MarkableEdit,
    Marks,
    Piece,
    changes_in_words,
    draft_marks,
    only_offered,
    pieces_of,
)
from rankings.judging.preferences import keys_of, names_of_keys
from rankings.judging.sheets import SheetPage
from rankings.judging.standing import active_seconds_of
from rankings.judging.submission import OwnRanking, own_ranking
from rankings.judging.training import practice_of, training_answer
from rankings.judging.turns import may_postpone
from rankings.judgments.ranking_wording import letters_in_turn, ranks_in_words
from rankings.models import Assignment, Campaign, Ranking

LONG_TEXT = 350
BREAK_EVERY = 20


@dataclass(frozen=True, slots=True)
class Given:
    """A form that could not be accepted: its content, rows without a rank, and other reasons for the refusal.

    `refused` is a reason of `AnswerRefusedError`, or "no-reason" (a flag without one). `flag` is the content
    of a form that was meant to flag the item, `marks` are those on single edits.
    """

    ranks: Sequence[int | None]
    visit: Visit
    refused: str
    missing: Collection[int] = ()
    flag: Flag | None = None
    marks: Marks = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """One output as the judge sees it: known by its place alone. `expected` is told after training."""

    number: int
    letter: str
    text: str
    segments: tuple[Segment, ...]
    changes: str
    rank: int | None
    needs_rank: bool
    expected: int | None = None
    pieces: tuple[Piece, ...] = ()

    @property
    def markable(self) -> list[MarkableEdit]:
        """The edits that the judge may mark; none where the campaign does not ask for marks."""
        return [piece.mark for piece in self.pieces if piece.mark is not None]


def found_page(page: SheetPage, *, back_to_list: bool = False) -> dict[str, Any]:
    """Context of the item's page as its judge finds it: to be ranked, or with the answer that counts."""
    is_begun = page.sheet.assignment.state == Assignment.State.LENT
    own = OwnRanking((None,) * len(page.sheet.outputs)) if is_begun else own_ranking(page.sheet)
    context = item_page(page, own, back_to_list=back_to_list)
    context["practice"] = practice_of(page.sheet)
    context["training"] = answer = training_answer(page.sheet)
    if answer is not None:
        context["rows"] = [
            replace(row, expected=rank)
            for row, rank in zip(context["rows"], answer.expected_ranks, strict=True)
        ]
    return context


def item_page(
    page: SheetPage, own: OwnRanking, *, given: Given | None = None, back_to_list: bool = False
) -> dict[str, Any]:
    """Context of the item's page. `given` is a form that could not be accepted, which is shown again.

    Else the page shows what the judge has begun, or the ranks that count now.
    """
    sheet = page.sheet
    assignment, campaign = sheet.assignment, sheet.campaign
    # Closed, the page shows the answer that counts; a draft waits for the campaign to be opened again.
    takes_draft = given is None and sheet.is_open
    draft = draft_of(assignment, own.revision, len(sheet.outputs)) if takes_draft else None
    shown = given.ranks if given else draft.ranks if draft else own.ranks
    active = given.visit.active_seconds if given else draft.active_seconds if draft else 0
    missing = given.missing if given else ()
    offers_marks = campaign.marks_edits and sheet.is_open
    marks = given.marks if given else draft_marks(draft.marks) if draft else own.marks
    marks = only_offered(sheet, marks) if offers_marks else own.marks
    on_edits = marks if offers_marks or marks else None
    rows = [
        _row(
            sheet.source,
            number,
            output.text,
            rank=shown[number],
            needs_rank=number in missing,
            marks=on_edits,
        )
        for number, output in enumerate(sheet.outputs)
    ]
    keys = keys_of(sheet.judge)
    words = sum(len(text.split()) for text in (sheet.source, *(row.text for row in rows)))
    active_before = active_seconds_of(sheet.judge) if campaign.shows_active_time else 0
    characters = sum(len(text) for text in (sheet.source, *(row.text for row in rows)))
    return {
        "page": page,
        "break_due": campaign.suggests_breaks
        and assignment.state == Assignment.State.LENT
        and page.done > 0
        and page.done % BREAK_EVERY == 0,
        "campaign": campaign,
        "assignment": assignment,
        "source": sheet.source,
        "direction": reading_direction(campaign.direction, campaign.language, sheet.source),
        "context_direction": texts_direction(campaign),
        "rows": rows,
        "words": ranks_in_words(shown),
        "no_first": None not in shown and 1 not in shown,
        "missing": [row for row in rows if row.needs_rank],
        "own": own,
        "offers_marks": offers_marks,
        "has_marks": bool(marks),
        "restored": draft is not None and any(draft.ranks),
        "is_open": sheet.is_open,
        "is_change": assignment.state != Assignment.State.LENT,
        "was_skipped": assignment.state == Assignment.State.SKIPPED,
        "may_postpone": sheet.is_open and may_postpone(assignment),
        "refused": given.refused if given else "",
        "refused_flag": given.flag if given else None,
        "refused_ranks": given is None or any(given.ranks),
        "flag": (given and given.flag) or own.flag,
        "submission": given.visit.submission if given else uuid.uuid4(),
        "active_milliseconds": round(1000 * (active or 0)),
        "opened": opened_stamp(assignment.key, timezone.now()),
        # Chinese and Japanese have no spaces; two of their characters take about as long as a word.
        "word_count": max(words, characters // 6 if words * 12 > characters else characters // 2),
        "is_long": max(len(text) for text in (sheet.source, *(row.text for row in rows))) > LONG_TEXT,
        "flag_reasons": Ranking.FlagReason.choices,
        "max_note": MAX_NOTE,
        "look_2015": campaign.look == Campaign.Look.OF_2015,
        "preferences": json.dumps({**sheet.judge.preferences, "keys": keys}),
        "key_names": names_of_keys(get_language()),
        "has_context": bool(page.before or page.after),
        "site_languages": settings.LANGUAGES,
        "outputs": len(rows),
        "scale": range(1, len(rows) + 1),
        "keys": keys,
        "edits_view": sheet.judge.preferences.get("edits", "marked"),
        "context_view": sheet.judge.preferences.get("context", "shown"),
        "active_seconds_before": active_before,
        "active_minutes": round(active_before / 60),
        "back_to_list": back_to_list,
    }


def rows_of(
    source: str, texts: Sequence[str], ranks: Sequence[int | None], missing: Collection[int] = ()
) -> list[Row]:
    """The rows of outputs that belong to no campaign, open to be ranked."""
    return [
        _row(source, number, text, rank=ranks[number], needs_rank=number in missing)
        for number, text in enumerate(texts)
    ]


def texts_direction(campaign: Campaign) -> str:
    """The `dir` of the campaign's texts: "auto" only where neither its settings nor its language decide."""
    if campaign.direction != Campaign.Direction.AUTO:
        return campaign.direction
    return direction_of_language(campaign.language) or campaign.direction


def _row(
    source: str, number: int, text: str, *, rank: int | None, needs_rank: bool, marks: Marks | None = None
) -> Row:
    """`marks` on edits of the item, None where there are none and none are asked for."""
    segments, changes = _marked(source, text, get_language())
    return Row(
        number=number,
        letter=chr(ord("A") + number),
        text=text,
        segments=segments,
        changes=changes,
        rank=rank,
        needs_rank=needs_rank,
        pieces=() if marks is None else pieces_of(segments, number, marks),
    )


@lru_cache(maxsize=2048)
def _marked(source: str, text: str, language: str | None) -> tuple[tuple[Segment, ...], str]:
    """The edits of an output, and in words of the language; an item comes to several judges."""
    segments = tuple(mark_edits(source, text))
    return segments, changes_in_words(segments)


def tryout_context(query: Mapping[str, str]) -> dict[str, Any]:
    """The item, with the ranks of the address and, where each output has one, what they yield."""
    item = tryout_item()
    ranks = read_ranks(query, len(item.outputs))
    given = [rank for rank in ranks if rank is not None]
    missing = [row for row, rank in enumerate(ranks) if rank is None] if given else []
    rows = rows_of(item.source, item.outputs, ranks, missing)
    context: dict[str, Any] = {
        "item": item,
        "rows": rows,
        "scale": range(1, len(rows) + 1),
        "missing": [rows[row] for row in missing],
    }
    if len(given) == len(ranks):
        context |= {
            "result": tryout_result(given),
            "verdicts": [
                {
                    "letter": row.letter,
                    "systems": systems,
                    "better_than": _letters(rows, [rank < other for other in given]),
                    "tied_with": _letters(rows, [rank == other for other in given], row),
                    "worse_than": _letters(rows, [rank > other for other in given]),
                }
                for row, rank, systems in zip(rows, given, item.systems, strict=True)
            ],
        }
    return context


def _letters(rows: Sequence[Row], chosen: Sequence[bool], but: Row | None = None) -> str:
    """The letters of the chosen rows."""
    both = zip(rows, chosen, strict=True)
    return letters_in_turn([row.letter for row, is_chosen in both if is_chosen and row is not but])
