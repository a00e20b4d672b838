"""Words and tables in Markdown, for pages that are made from code."""

import re
from collections.abc import Iterable, Iterator, Sequence


def prose(text: str) -> str:
    """Text that is no Markdown, so that its signs show as they are; names between backquotes stay code."""
    parts = re.split(r"(`[^`]+`)", text)
    parts[::2] = [re.sub(r"([\\<>*_\[\]#])", r"\\\1", part) for part in parts[::2]]
    return "".join(parts)


def code(text: str) -> str:
    """Text as code, for a paragraph or a cell."""
    return f"`{text}`"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table whose cells are Markdown already; none where it has no rows."""
    lines = [_row(cells) for cells in rows]
    if lines:
        yield from (_row(head), _row(["---"] * len(head)), *lines, "")


def _row(cells: Sequence[str]) -> str:
    # A bar would end the cell, in code too.
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
