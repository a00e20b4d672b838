"""The edits of an output that people can judge one by one: where each stands, and of what kind it is."""

import unicodedata
from dataclasses import dataclass
from typing import Literal, get_args

from rankings.items.edits import mark_edits
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
        OfferedEdit(
            piece.start, piece.end, piece.source, piece.output, edit_kind(piece.source, piece.output), tokens
        )
        for piece in mark_edits(source, output, tokens)
        if piece.is_edit
    ]


def edit_kind(original: str, correction: str) -> EditKind:
    """What the edit does, told from its characters alone; the first of these that fits.

    "spacing" changes nothing but whitespace; "encoding" only the code points of characters that look the
    same; "punctuation" no letter and no digit; "case" only the case of letters; "order" only the order of
    words. Else it is an "insertion", a "deletion" or a "replacement".

    Raises ValueError where both texts are the same.
    """
    if original == correction:
        raise ValueError("the edit changes nothing")
    both = original + correction
    signs: dict[EditKind, bool] = {
        "spacing": not both.strip(),
        "encoding": unicodedata.normalize("NFC", original) == unicodedata.normalize("NFC", correction),
        "punctuation": not any(character.isalnum() for character in both),
        "insertion": not original,
        "deletion": not correction,
    }
    old, new = original.casefold().split(), correction.casefold().split()
    signs |= {"case": old == new, "order": sorted(old) == sorted(new)}
    return next((kind for kind, fits in signs.items() if fits), "replacement")
