"""Changing the known answer of a check or training item; what it was before is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.words import words
from rankings.access.refusals import Refused
from rankings.access.states import editable
from rankings.items.ranking_words import ranks_in_words
from rankings.models import Campaign, FormerKnownAnswer, Item
from rankings.plan.known_answers import checked_answer, ranks_from_expected

Purpose = Item.Purpose


@dataclass(frozen=True, slots=True)
class EarlierAnswer:
    """A known answer that was replaced, with the letters of the item's outputs in their stored order."""

    version: int
    ranks: str
    explanation: str
    replaced_by: str
    replaced_at: datetime


def known_item(campaign: Campaign, number: int) -> Item | None:
    """The check or training item with this number, retired or not."""
    items = Item.objects.select_related("sentence").prefetch_related("outputs")
    return items.filter(
        campaign=campaign, number=number, purpose__in=(Purpose.CHECK, Purpose.TRAINING)
    ).first()


def answer_version(item: Item) -> int:
    """The number of the answer in force."""
    return item.former_answers.count() + 1


def earlier_answers(item: Item) -> list[EarlierAnswer]:
    """Answers that were replaced, the latest first."""
    outputs = item.outputs.count()
    return [
        EarlierAnswer(
            former.version,
            ranks_in_words(ranks_from_expected(former.expected, outputs)),
            former.explanation,
            former.replaced_by.get_username() if former.replaced_by else "",
            former.replaced_at,
        )
        for former in item.former_answers.select_related("replaced_by")
    ]


def change_known(
    campaign: Campaign,
    number: int,
    ranks: Sequence[int | None],
    explanation: str,
    actor: User | None,
    *,
    version: int,
) -> bool:
    """Give a check or training item another known answer; returns whether it differs from the one before.

    Rankings are compared with the answer in force, whenever they were made: a mistake of the manager is no
    judge's fault. `version` is that of the answer that the manager saw.

    Raises `Refused` for a frozen campaign, an item that is gone, ranks that order nothing, or when somebody
    else has changed the answer since.
    """
    with editable(campaign) as current:
        item = known_item(current, number)
        if item is None:
            raise Refused(words("This item has no known answer."))
        if answer_version(item) != version:
            raise Refused(words("Somebody else has changed this answer in the meantime. Look at it again."))
        if len(ranks) != len(item.outputs.all()):
            raise Refused(words("The outputs have changed in the meantime. Look at them again."))
        explanation, training = explanation.strip(), item.purpose == Purpose.TRAINING
        is_same = list(ranks) == ranks_from_expected(item.expected, len(ranks))
        if is_same and explanation == item.explanation:
            return False
        # That the same output gets the same rank twice orders nothing, and may stay as it is.
        keeps = is_same and not training
        expected = item.expected if keeps else checked_answer(ranks, explanation, training=training)
        FormerKnownAnswer.objects.create(
            item=item,
            version=version,
            expected=item.expected,
            explanation=item.explanation,
            replaced_by=actor,
        )
        if not is_same and not training:
            item.check_kind = Item.CheckKind.KNOWN_ORDER
        item.expected, item.explanation = expected, explanation
        item.save(update_fields=["expected", "explanation", "check_kind"])
        record_event(actor, "known.change", current.pk, item=number, version=version + 1)
    return True
