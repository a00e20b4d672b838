"""The edits of an output that people can judge one by one: where each stands, and of what kind it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rankings.items.edits import Segment, mark_edits
from rankings.items.tokens import pair_tokenization

EditKind = Literal[
    "insertion", "deletion", "replacement", "punctuation", "case", "order", "spacing", "encoding"
]
EDIT_KINDS: tuple[EditKind, ...] = get_args(EditKind)
Tokens = Literal["spaces", "words"]


@dataclass(frozen=True, slots=True)
class OfferedEdit:
    """One edit of an output. No two edits of an output have the same `start` and `end`.

    Attributes:
        start, end: the source tokens `start..end-1` are replaced; `start == end` inserts before `start`.
        original, correction: what is replaced, and by what, as in the texts.
        kind: see `edit_kind`.
        tokens: what a token is: cut at "spaces", or at the boundaries of "words" (see `tokenize`).
    """

    start: int
    end: int
    original: str
    correction: str
    kind: EditKind
    tokens: Tokens


def offered_edits(source: str, output: str) -> list[OfferedEdit]:
    """The edits as judges see them marked, from left to right. An output that deletes everything has none."""
    if not output.strip():
        return []
    tokens: Tokens = "spaces" if pair_tokenization(source, output) == "spaces" else "words"
    return [
        OfferedEdit(piece.start, piece.end, piece.source, piece.output, edit_kind(piece), tokens)
        for piece in mark_edits(source, output, tokens)
        if piece.is_edit
    ]


def edit_kind(piece: Segment) -> EditKind:
    """What the edit does, told from its characters alone; the first of these that fits.

    "spacing" changes nothing but whitespace; "encoding" only the code points of characters that look the
    same; "punctuation" no letter and no digit; "case" only the case of letters; "order" only the order of
    words. Else it is an "insertion", a "deletion" or a "replacement".

    Raises ValueError for a piece that is no edit.
    """
    if not piece.is_edit:
        raise ValueError("the piece is no edit")
    if piece.is_spacing:
        return "spacing"
    if piece.is_encoding:
        return "encoding"
    if piece.is_slight:
        return "punctuation"
    if piece.kind == "insert":
        return "insertion"
    if piece.kind == "delete":
        return "deletion"
    return kind_of_replacement(piece.source.split(), piece.output.split())


def kind_of_replacement(old: Sequence[str], new: Sequence[str]) -> EditKind:
    """ "case", "order" or "replacement", from the words before and after."""
    folded = [word.casefold() for word in old], [word.casefold() for word in new]
    if folded[0] == folded[1]:
        return "case"
    return "order" if sorted(folded[0]) == sorted(folded[1]) else "replacement"
