"""The explanation that a judge reads after ranking a training item."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from rankings.desk.quality import wrong_pairs
from rankings.judging.sheets import Sheet
from rankings.judging.submission import own_ranking
from rankings.judgments.ranking_wording import ranks_in_words
from rankings.models import Assignment, Item
from rankings.plan.known_answers import ranks_from_expected


@dataclass(frozen=True, slots=True)
class TrainingAnswer:
    """The expected answer beside the judge's own, both in words with the letters that the judge saw.

    `expected_ranks` has a rank for each row. `differences` lists the pairs that the judge ranked otherwise;
    it is empty when `is_as_expected`.
    """

    expected: str
    expected_ranks: tuple[int, ...]
    own: str
    is_as_expected: bool
    differences: tuple[str, ...]
    explanation: str


@dataclass(frozen=True, slots=True)
class Practice:
    """Item `number` of `total` for practice."""

    number: int
    total: int


def is_training(sheet: Sheet) -> bool:
    """Whether the judge is to read an explanation after ranking the item."""
    return sheet.assignment.item.purpose == Item.Purpose.TRAINING


def practice_of(sheet: Sheet) -> Practice | None:
    """Where a training item that is still to be ranked stands among the judge's; None for all others."""
    here = sheet.assignment
    if not is_training(sheet) or here.state != Assignment.State.LENT:
        return None
    had = Assignment.objects.filter(judge=sheet.judge, item__purpose=Item.Purpose.TRAINING)
    before = had.exclude(pk=here.pk).exclude(state=Assignment.State.LENT).count()
    to_come = Item.objects.filter(
        ~Q(pk__in=had.values("item")),
        campaign=sheet.campaign,
        purpose=Item.Purpose.TRAINING,
        retired_at__isnull=True,
    ).count()
    others = had.exclude(pk=here.pk).filter(state=Assignment.State.LENT).count()
    return Practice(before + 1, before + 1 + others + to_come)


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
    expected_ranks = tuple(wanted[position] for position in order)
    return TrainingAnswer(
        expected=ranks_in_words(expected_ranks),
        expected_ranks=expected_ranks,
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
