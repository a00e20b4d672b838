"""The explanation that a judge reads after ranking a training item."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rankings.desk.quality import wrong_pairs
from rankings.judging.sheets import Sheet
from rankings.judging.submission import own_ranking
from rankings.judging.wording import ranks_in_words
from rankings.models import Assignment, Item
from rankings.plan.known_answers import ranks_from_expected


@dataclass(frozen=True, slots=True)
class TrainingAnswer:
    """The expected answer beside the judge's own, both in words with the letters that the judge saw.

    `differences` lists the pairs that the judge ranked otherwise; it is empty when `is_as_expected`.
    """

    expected: str
    own: str
    is_as_expected: bool
    differences: tuple[str, ...]
    explanation: str


def is_training(sheet: Sheet) -> bool:
    """Whether the judge is to read an explanation after ranking the item."""
    return sheet.assignment.item.purpose == Item.Purpose.TRAINING


def training_answer(sheet: Sheet) -> TrainingAnswer | None:
    """The explained answer of a training item that the judge has ranked or set aside; None for all others."""
    if not is_training(sheet) or sheet.assignment.state == Assignment.State.LENT:
        return None
    item, order = sheet.assignment.item, sheet.assignment.order
    wanted = ranks_from_expected(item.expected, len(order))
    given = own_ranking(sheet).ranks
    by_position = {position: rank for position, rank in zip(order, given, strict=True) if rank is not None}
    letters = {position: chr(ord("A") + row) for row, position in enumerate(order)}
    complete = len(by_position) == len(order)
    wrong = wrong_pairs(item.expected, by_position) if complete else []
    return TrainingAnswer(
        expected=ranks_in_words([wanted[position] for position in order]),
        own=ranks_in_words(given) if complete else _("You flagged this item without ranking it."),
        is_as_expected=complete and not wrong,
        differences=tuple(_difference(letters[a], letters[b], equal) for a, b, equal in wrong),
        explanation=item.explanation,
    )


def _difference(one: str, other: str, equal: bool) -> str:
    if equal:
        first, second = sorted((one, other))
        return _("%(one)s and %(other)s are equally good.") % {"one": first, "other": second}
    return _("%(one)s is better than %(other)s.") % {"one": one, "other": other}
