"""A section of a report: what a page, a file and a terminal show of one question, in order."""

from collections.abc import Sequence
from dataclasses import dataclass

from appraise_gec.present.figure import Figure
from appraise_gec.present.table import Table


@dataclass(frozen=True, slots=True)
class Prose:
    """Paragraphs, divided by empty lines.

    `kind` says how they stand out: "" not at all, "lead" as the finding, "heading" within the section,
    "notice" and "warning" in a box, "small" as a remark, "exact" as lines to be copied.
    """

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A table, and the same as a figure, whose files stand beside those of the table."""

    table: Table
    drawn: Figure | None = None


@dataclass(frozen=True, slots=True)
class Folded:
    """Blocks, or a text, that readers unfold by a title; on paper they stand where they were unfolded."""

    title: str
    inside: "str | Sequence[Block]"

    @property
    def blocks(self) -> "Sequence[Block]":
        return [Prose(self.inside)] if isinstance(self.inside, str) else self.inside


@dataclass(frozen=True, slots=True)
class Beside:
    """A table and a figure that stand beside each other where there is room."""

    shown: Shown
    drawn: Figure

    @property
    def blocks(self) -> "Sequence[Block]":
        return [self.shown, self.drawn]


@dataclass(frozen=True, slots=True)
class Terms:
    """Words with what belongs to each; `exact` for exact strings, such as a SHA-256 or a call."""

    pairs: Sequence[tuple[str, str]]
    exact: bool = False


Block = Prose | Shown | Figure | Folded | Beside | Terms


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its key in addresses, its heading and its content."""

    key: str
    title: str
    blocks: Sequence[Block]

    @property
    def finding(self) -> str:
        """What it says in one sentence: its first paragraph, where that is one; "" for none."""
        first = self.blocks[0] if self.blocks else None
        return first.text if isinstance(first, Prose) and first.kind == "lead" else ""

    @property
    def tables(self) -> list[Table]:
        """All tables of it, folded ones too."""
        return [block.table for block in _unfolded(self.blocks) if isinstance(block, Shown)]

    @property
    def figures(self) -> list[Figure]:
        """All figures of it, folded ones too, that have something to show."""
        blocks = _unfolded(self.blocks)
        drawn = [block.drawn if isinstance(block, Shown) else block for block in blocks]
        return [one for one in drawn if isinstance(one, Figure) and not one.reason]


def _unfolded(blocks: Sequence[Block]) -> list[Block]:
    found: list[Block] = []
    for block in blocks:
        found += _unfolded(block.blocks) if isinstance(block, Folded | Beside) else [block]
    return found
