"""Judges' marks on single edits of an item: read, checked and stored.

On the page a mark is known by row and span; the server finds the edit that stands there. In forms and drafts
marks are one text, such as "0:3:4:wrong 2:0:1:unneeded": row, start, end and verdict of each.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from appraise_gec.languages.sentences import in_one_sentence
from rankings.items.edits import OfferedEdit, Segment, offered_edits, runs_of_spaces
from rankings.judging.sheets import AnswerRefusedError, Sheet
from rankings.models import EditMark, Ranking


def changes_in_words(segments: Sequence[Segment]) -> str:
    """The edits for people who hear the page: "2 edits: deleted “the”; replaced “costs” by “cost”." """
    edits = [edit_in_words(segment) for segment in segments if segment.is_edit]
    if not edits:
        return ""
    words = ngettext("%(number)s edit: %(edits)s.", "%(number)s edits: %(edits)s.", len(edits))
    return words % {"number": len(edits), "edits": in_one_sentence(edits)}


def spaces_in_words(segment: Segment) -> str:
    """The change of a spacing: "a space" came or went, or "a space to 2 spaces"."""
    old, new = (_spaces(text) for text in (segment.source, segment.output))
    if old and new:
        return _("%(old)s to %(new)s") % {"old": old, "new": new}
    return old or new


def _spaces(text: str) -> str:
    words = ""
    for name, count in runs_of_spaces(text):
        run = _run(name, count)
        words = _("%(spaces)s and %(more)s") % {"spaces": words, "more": run} if words else run
    return words


def _run(name: str, count: int) -> str:
    """A run of one kind of space. Rare kinds keep the name that Unicode gives them."""
    if name == "space":
        words = ngettext("a space", "%(count)s spaces", count)
    elif name == "no-break space":
        words = ngettext("a no-break space", "%(count)s no-break spaces", count)
    elif name == "tab":
        words = ngettext("a tab", "%(count)s tabs", count)
    elif name == "ideographic space":
        words = ngettext("an ideographic space", "%(count)s ideographic spaces", count)
    else:
        words = ngettext(
            "a space of another kind (%(name)s)", "%(count)s spaces of another kind (%(name)s)", count
        )
    return words % {"count": count, "name": name}


def edit_in_words(segment: Segment) -> str:
    """One edit for people who hear the page: replaced “costs” by “cost”."""
    values = {"old": segment.source, "new": segment.output}
    if segment.is_spacing:
        words = {
            "insert": _("inserted %(spaces)s"),
            "delete": _("deleted %(spaces)s"),
            "replace": _("changed %(spaces)s"),
        }
        return words[segment.kind] % {"spaces": spaces_in_words(segment)}
    if segment.is_encoding:
        return _("changed only the encoding of “%(new)s”, which looks the same") % values
    words = {
        "insert": _("inserted “%(new)s”"),
        "delete": _("deleted “%(old)s”"),
        "replace": _("replaced “%(old)s” by “%(new)s”"),
    }
    return words[segment.kind] % values


WRONG, UNNEEDED = EditMark.Verdict.WRONG.value, EditMark.Verdict.UNNEEDED.value
FIELD = "marks"
# Of a draft: some thousand marks.
MOST_CHARACTERS = 30_000
_MARK = re.compile(r"([0-9]{1,2}):([0-9]{1,6}):([0-9]{1,6}):(wrong|unneeded)", re.ASCII)


class Place(NamedTuple):
    """An edit as the page knows it: a row of the sheet, counted from 0, and a span of source tokens."""

    row: int
    start: int
    end: int


Marks = Mapping[Place, str]


def read_marks(texts: Sequence[str]) -> dict[Place, str]:
    """The verdicts in the fields of a form. Where an edit is marked in both ways, it is wrong.

    Raises AnswerRefusedError for anything else than marks.
    """
    marks: dict[Place, str] = {}
    for mark in " ".join(texts).split():
        found = _MARK.fullmatch(mark)
        if found is None:
            raise AnswerRefusedError("marks", "Expected marks as row:start:end:verdict.")
        place = Place(*map(int, found.groups()[:3]))
        marks[place] = WRONG if marks.get(place) == WRONG else found[4]
    return marks


def written_marks(marks: Marks) -> str:
    """The marks as one text, by row and span."""
    return " ".join(f"{row}:{start}:{end}:{verdict}" for (row, start, end), verdict in sorted(marks.items()))


def are_marks(text: object) -> bool:
    """Whether a draft may keep this text as its marks."""
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        return False
    try:
        read_marks([text])
    except AnswerRefusedError:
        return False
    return True


@lru_cache(maxsize=2048)
def edits_of(source: str, text: str) -> tuple[OfferedEdit, ...]:
    """The edits of an output; an item comes to several judges, and back with its answer."""
    return tuple(offered_edits(source, text))


def only_offered(sheet: Sheet, marks: Marks) -> dict[Place, str]:
    """The marks on edits that the sheet has: a draft may be older than the way in which edits are found."""
    return {place: marks[place] for place in marks if _edit_at(sheet, place) is not None}


def marked_edits(sheet: Sheet, marks: Marks) -> dict[tuple[int, int, int], EditMark]:
    """Each mark as a row of the database without its ranking, by output id and span.

    Raises AnswerRefusedError where the sheet has no such edit.
    """
    made = {}
    for place, verdict in sorted(marks.items()):
        edit = _edit_at(sheet, place)
        if edit is None:
            words = f"Row {place.row} has no edit {place.start}:{place.end}."
            raise AnswerRefusedError("marks", words)
        output = sheet.outputs[place.row].output_id
        made[output, edit.start, edit.end] = EditMark(
            output_id=output,
            start=edit.start,
            end=edit.end,
            original=edit.original,
            correction=edit.correction,
            kind=edit.kind,
            tokens=edit.tokens,
            verdict=verdict,
        )
    return made


def copies_of(marks: Iterable[EditMark]) -> list[EditMark]:
    """The same marks for another revision."""
    fields = ("output_id", "start", "end", "original", "correction", "kind", "tokens", "verdict")
    return [EditMark(**{name: getattr(mark, name) for name in fields}) for mark in marks]


def marks_of(sheet: Sheet, ranking: Ranking | None) -> dict[Place, str]:
    """The marks of a ranking as its judge sees them; none without a ranking."""
    if ranking is None or not ranking.offers_marks:
        return {}
    rows = {output.output_id: row for row, output in enumerate(sheet.outputs)}
    stored = ranking.edit_marks.values_list("output_id", "start", "end", "verdict")
    return {
        Place(rows[output], start, end): verdict for output, start, end, verdict in stored if output in rows
    }


def _edit_at(sheet: Sheet, place: Place) -> OfferedEdit | None:
    if not 0 <= place.row < len(sheet.outputs):
        return None
    edits = edits_of(sheet.source, sheet.outputs[place.row].text)
    return next((edit for edit in edits if (edit.start, edit.end) == (place.start, place.end)), None)


# Up to so many characters a piece is too narrow for a finger, and gets more room.
SHORT = 6


@dataclass(frozen=True, slots=True)
class MarkableEdit:
    """An edit as the page shows it.

    Attributes:
        place: "row:start:end", by which the page names it.
        words: what it does, for people who hear the page.
        verdict: "wrong", "unneeded" or "".
        is_short: whether it is too narrow to be hit with a finger as it is.
    """

    place: str
    words: str
    verdict: str
    is_short: bool

    @property
    def choices(self) -> tuple[tuple[str, bool], ...]:
        """Every verdict, and whether it is given."""
        return tuple((verdict, verdict == self.verdict) for verdict in (WRONG, UNNEEDED))


@dataclass(frozen=True, slots=True)
class Piece:
    """A segment alone, as templates take them, the whitespace after it, and what an edit's mark needs."""

    segments: tuple[Segment, ...]
    space: str
    mark: MarkableEdit | None


def pieces_of(segments: Sequence[Segment], row: int, marks: Marks) -> tuple[Piece, ...]:
    """The pieces of the output in this row, in the language of the request."""
    return tuple(_piece(segment, row, marks) for segment in segments)


def draft_marks(text: str) -> dict[Place, str]:
    """The marks of a stored draft; none where it holds anything else."""
    try:
        return read_marks([text])
    except AnswerRefusedError:
        return {}


def _piece(segment: Segment, row: int, marks: Marks) -> Piece:
    mark = None
    if segment.is_edit:
        place = Place(row, segment.start, segment.end)
        mark = MarkableEdit(
            place=":".join(map(str, place)),
            words=edit_in_words(segment),
            verdict=marks.get(place, ""),
            is_short=len((segment.output or segment.source).strip()) <= SHORT,
        )
    if segment.is_spacing:  # its whitespace is what was changed
        return Piece((segment,), "", mark)
    return Piece((replace(segment, source_space="", output_space=""),), segment.space, mark)
