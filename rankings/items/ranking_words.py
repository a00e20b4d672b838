"""A ranking in words, with letters for the rows of the page."""

from collections.abc import Sequence


def ranks_in_words(ranks: Sequence[int | None]) -> str:
    """A ranking in words, for instance "Best: B and D; then A; worst: C." """
    rows = [(rank, chr(ord("A") + row)) for row, rank in enumerate(ranks)]
    groups = [
        _listed([letter for other, letter in rows if other == rank])
        for rank in sorted({rank for rank in ranks if rank is not None})
    ]
    missing = [letter for rank, letter in rows if rank is None]
    if not groups:
        return "No ranks yet."
    if missing:
        return f"So far: {', then '.join(groups)}. Without a rank: {', '.join(missing)}."
    if len(groups) == 1:
        return f"All equal: {groups[0]}."
    return f"Best: {'; then '.join(groups[:-1])}; worst: {groups[-1]}."


def _listed(letters: list[str]) -> str:
    return " and ".join([", ".join(letters[:-1]), letters[-1]]) if len(letters) > 1 else letters[0]
