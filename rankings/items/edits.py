"""Mark what an output changed in its source, as a reader would describe it."""

import random
import unicodedata
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal, get_args

from rankings.items.token_alignment import Kind, align
from rankings.items.tokens import Token, Tokenization, pair_tokenization, tokenize

EditKind = Literal[
    "insertion", "deletion", "replacement", "punctuation", "case", "order", "spacing", "encoding"
]
EDIT_KINDS: tuple[EditKind, ...] = get_args(EditKind)
Tokens = Literal["spaces", "words"]

# Visible signs for changed whitespace. Whitespace of other widths gets a ring.
_SPACE_SIGNS = {" ": "·", "\u00a0": "°", "\u202f": "°", "\u2007": "°", "\u3000": "□", "\t": "→"}


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a source and output, and whether it was changed.

    Attributes:
        kind: "equal", "insert", "delete" or "replace".
        source: text of the piece in the source; empty for an insertion.
        output: text of the piece in the output; empty for a deletion.
        source_space: whitespace after the piece in the source.
        output_space: whitespace after the piece in the output.
        start, end: the piece is the source tokens `start..end-1`; with `start == end` it stands before
            `start`.
    """

    kind: Kind
    source: str
    output: str
    source_space: str = ""
    output_space: str = ""
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    @property
    def is_edit(self) -> bool:
        """Whether anything was changed here."""
        return self.kind != "equal"

    @property
    def space(self) -> str:
        """The whitespace to show after the piece when deleted text is shown along with the output."""
        return self.output_space or self.source_space

    @property
    def is_spacing(self) -> bool:
        """Whether the edit changes nothing but whitespace, which needs a visible sign of its own."""
        return self.is_edit and not (self.source + self.output).strip()

    @property
    def is_slight(self) -> bool:
        """Whether the edit changes no letter and no digit: punctuation, which is easily overlooked."""
        return self.is_edit and not any(character.isalnum() for character in self.source + self.output)

    @property
    def is_encoding(self) -> bool:
        """Whether old and new look the same: only the code points of their characters differ."""
        return self.kind == "replace" and _normal(self.source) == _normal(self.output)

    @property
    def source_signs(self) -> str:
        """A visible sign for each space of a spacing's source."""
        return _space_signs(self.source)

    @property
    def output_signs(self) -> str:
        """A visible sign for each space of a spacing's output."""
        return _space_signs(self.output)


def mark_edits(source: str, output: str, tokenization: Tokenization = "auto") -> list[Segment]:
    """The output as a series of unchanged, inserted, deleted and replaced pieces of whole tokens.

    The number of edited tokens is minimal, neighbouring edits are one segment; see `align` for what wins
    among equally short alignments. Whitespace around either text does not count. Whitespace between two
    unchanged tokens that differs is an edit of its own (`Segment.is_spacing`).

    Joining `source + source_space` of all segments gives the stripped source, and joining
    `output + output_space` the stripped output. A hostile pair costs bounded time (see `align`).
    """
    if tokenization == "auto":
        tokenization = pair_tokenization(source, output)
    source_tokens = tokenize(source, tokenization)
    output_tokens = tokenize(output, tokenization)
    opcodes = align([token.text for token in source_tokens], [token.text for token in output_tokens])
    segments: list[Segment] = []
    for opcode in opcodes:
        old = source_tokens[opcode.i1 : opcode.i2]
        new = output_tokens[opcode.j1 : opcode.j2]
        if opcode.kind == "equal":
            segments += _equal_segments(old, new, opcode.i1)
        else:
            spaces = _space_after(old), _space_after(new)
            segments.append(
                Segment(opcode.kind, _inner(old), _inner(new), *spaces, start=opcode.i1, end=opcode.i2)
            )
    return _settle_spaces(segments)


def count_edits(segments: list[Segment]) -> int:
    """How many separate edits a reader sees."""
    return sum(segment.is_edit for segment in segments)


def runs_of_spaces(text: str) -> list[tuple[str, int]]:
    """Whitespace as runs of one character: its name, such as "space" or "no-break space", and how many."""
    return [(_name_of_space(character), len(list(run))) for character, run in groupby(text)]


def _name_of_space(character: str) -> str:
    return "tab" if character == "\t" else unicodedata.name(character, "control character").lower()


def _equal_segments(old: list[Token], new: list[Token], start: int) -> list[Segment]:
    """Unchanged tokens as one segment, cut where the whitespace between two of them differs.

    `start` is the place of the first one in the source.
    """
    segments = []
    first = 0
    for k in range(len(old) - 1):
        if old[k].space != new[k].space:
            place, cut = start + first, start + k + 1
            kept = _inner(old[first : k + 1]), _inner(new[first : k + 1])
            segments.append(Segment("equal", *kept, start=place, end=cut))
            segments.append(_spacing(old[k].space, new[k].space, cut))
            first = k + 1
    kept = _inner(old[first:]), _inner(new[first:])
    spaces = old[-1].space, new[-1].space
    segments.append(Segment("equal", *kept, *spaces, start=start + first, end=start + len(old)))
    return segments


def _spacing(old: str, new: str, place: int) -> Segment:
    kind: Kind = "replace" if old and new else "delete" if old else "insert"
    return Segment(kind, old, new, start=place, end=place)


def _settle_spaces(segments: list[Segment]) -> list[Segment]:
    """Give whitespace beside a deletion or insertion to the side where it stands in the other text.

    "cats, and" to "cats and" deletes "," between "cats" and a space; the space of the output must follow the
    deletion, not "cats", or both would be shown apart.
    """
    result = list(segments)
    for n in range(len(result) - 1):
        before, edit = result[n], result[n + 1]
        if edit.kind == "delete" and before.source_space != before.output_space and not edit.output_space:
            result[n] = replace(before, output_space="")
            result[n + 1] = replace(edit, output_space=before.output_space)
        if edit.kind == "insert" and before.source_space != before.output_space and not edit.source_space:
            result[n] = replace(before, source_space="")
            result[n + 1] = replace(edit, source_space=before.source_space)
    return result


def _inner(tokens: list[Token]) -> str:
    if not tokens:
        return ""
    return "".join(token.text + token.space for token in tokens[:-1]) + tokens[-1].text


def _space_after(tokens: list[Token]) -> str:
    return tokens[-1].space if tokens else ""


def _normal(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _space_signs(text: str) -> str:
    return "".join(_SPACE_SIGNS.get(character, "◦") for character in text)


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


LEAST_TOKENS = 5


def damage(text: str, seed: int) -> str | None:
    """The text with its tokens in disorder and every fourth one missing; None if it is too short for that.

    Tokens are the words between spaces; characters where there are too few words, as in scripts without
    spaces. The same text and seed give the same result, which is never the text itself.
    """
    joint, tokens = " ", text.split()
    if len(tokens) < LEAST_TOKENS:
        joint, tokens = "", [character for character in text if not character.isspace()]
    # All tokens alike cannot be put into disorder.
    if len(tokens) < LEAST_TOKENS or len(set(tokens)) < LEAST_TOKENS - 1:
        return None
    kept = [token for place, token in enumerate(tokens) if place % 4 != 1]
    chance = random.Random(seed)
    half = len(kept) // 2
    # Two halves, each shuffled and then interleaved: no long run of words survives by luck.
    first, second = kept[:half], kept[half:]
    chance.shuffle(first)
    chance.shuffle(second)
    mixed = [token for pair in zip(second, first, strict=False) for token in pair] + second[half:]
    return joint.join(mixed)
