"""An output in pieces, of which its judge may mark the edits one by one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rankings.items.edits import Segment
from rankings.judging.edit_marks import UNNEEDED, WRONG, Marks, Place, UnknownEditError, read_marks
from rankings.judging.wording import edit_in_words

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
    except UnknownEditError:
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
