"""Rankings in words of the reader's language, with letters for the rows of the page."""

from collections.abc import Sequence
from functools import reduce

from django.utils.translation import gettext as _


def ranks_in_words(ranks: Sequence[int | None]) -> str:
    """A ranking in words, for instance "Best: B and D; then A; worst: C." """
    rows = [(rank, chr(ord("A") + row)) for row, rank in enumerate(ranks)]
    groups = [
        _listed([letter for other, letter in rows if other == rank])
        for rank in sorted({rank for rank in ranks if rank is not None})
    ]
    missing = [letter for rank, letter in rows if rank is None]
    if not groups:
        return _("No ranks yet.")
    if missing:
        so_far = _in_turn(groups, _("%(groups)s, then %(group)s"))
        return _("So far: %(groups)s. Without a rank: %(missing)s.") % {
            "groups": so_far,
            "missing": letters_in_turn(missing),
        }
    if len(groups) == 1:
        return _("All equal: %(group)s.") % {"group": groups[0]}
    better = _in_turn(groups[:-1], _("%(groups)s; then %(group)s"))
    return _("Best: %(groups)s; worst: %(worst)s.") % {"groups": better, "worst": groups[-1]}


def letters_in_turn(letters: Sequence[str]) -> str:
    """`A, B, C`, with the comma of the language; "" for none."""
    then = _("%(letters)s, %(letter)s")
    return (
        reduce(lambda before, letter: then % {"letters": before, "letter": letter}, letters)
        if letters
        else ""
    )


def _in_turn(groups: Sequence[str], sentence: str) -> str:
    return reduce(lambda before, group: sentence % {"groups": before, "group": group}, groups)


def _listed(letters: Sequence[str]) -> str:
    if len(letters) == 1:
        return letters[0]
    return _("%(letters)s and %(letter)s") % {"letters": letters_in_turn(letters[:-1]), "letter": letters[-1]}
