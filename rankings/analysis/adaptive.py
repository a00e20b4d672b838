"""Judging that adds items where they help: when to look at results, when to stop, and what to add next."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import comb
from typing import Literal

from rankings.analysis.choices import SpeaksFor
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.sequential import (
    Goal,
    Order,
    State,
    best_chance,
    expected_gains,
    implied,
    is_settled,
    newly_settled,
    spent,
    state_of,
)

Ending = Literal["", "settled", "limit", "hopeless", "no-sentences"]

# With less than this chance for the likeliest pair, the rest of the items is not worth the judges' time.
LEAST_CHANCE = 0.05


@dataclass(frozen=True, slots=True)
class AddingRule:
    """When results are looked at, and how much of the error each look may use, whatever the results are.

    Attributes:
        goal: what is asked.
        planned: items that were sampled beforehand.
        most_items: that may be added.
        looks: at the results, at least 2: the first when the planned items are judged, the last when all
            items are, the others evenly between them.
        confidence: that no order is settled wrongly, over all looks and pairs.
        speaks_for: whether orders hold for these judges or for judges like these.
    """

    goal: Goal
    planned: int
    most_items: int
    looks: int
    confidence: float = 0.95
    speaks_for: SpeaksFor = "judges-like-these"

    def __post_init__(self) -> None:
        if self.looks < 2:
            raise ValueError(f"there have to be at least 2 looks, not {self.looks}")
        if self.most_items < 1 or self.planned < 0:
            raise ValueError("numbers of items must not be negative, and at least one may be added")
        if not 0 < self.confidence < 1:
            raise ValueError(f"confidence has to lie between 0 and 1; it is {self.confidence}")

    def due(self, look: int) -> int:
        """How many items have been added when a look is due. Looks count from 1."""
        return round(self.most_items * (look - 1) / (self.looks - 1))

    def level(self, look: int) -> float:
        """The part of the error that a look may use; they add up to 1 - confidence."""
        before = self._spent(look - 1) if look > 1 else 0.0
        return self._spent(look) - before

    def _spent(self, look: int) -> float:
        items = self.planned + self.most_items
        return spent((self.planned + self.due(look)) / items, 1 - self.confidence)


@dataclass(frozen=True, slots=True)
class NextStep:
    """What follows from the judgments.

    Attributes:
        look: number of the look that was taken; 0 where none was due.
        settled: orders that the look settled in addition, and those that follow from them.
        ending: why no more items are added; "" where they are.
        gains: of a further sentence, by pair.
        sentences: on which the systems of each pair were compared.
        items: to add until the next look at most.
    """

    look: int
    settled: tuple[Order, ...]
    ending: Ending
    gains: dict[Order, float]
    sentences: dict[Order, int]
    items: int


def next_step(
    table: JudgmentTable,
    rule: AddingRule,
    *,
    systems: Sequence[str],
    added: int,
    looks_taken: int,
    settled: Collection[Order],
    out_of_sentences: bool = False,
) -> NextStep:
    """Look at the results where that is due, and say what to add next.

    Args:
        table: all judgments so far.
        rule: fixed before.
        systems: that take part, judged or not.
        added: items that were added so far.
        looks_taken: how many looks there were.
        settled: orders that they settled.
        out_of_sentences: nothing is left to add, so that the next look is the last and taken now.

    Raises:
        TooFewJudgmentsError: fewer than two systems have been ranked.
    """
    state = state_of(table, rule.speaks_for, systems)
    look, new = 0, []
    if looks_taken < rule.looks and (out_of_sentences or added >= rule.due(looks_taken + 1)):
        look = looks_taken + 1
        new = newly_settled(state, settled, rule.level(look))
        # What follows from orders that are settled needs no test of its own.
        new += sorted(implied([*settled, *new]) - {*settled, *new})
    known = [*settled, *new]
    looks_taken = max(looks_taken, look)
    gains = {} if looks_taken >= rule.looks else _gains(state, rule, known, added)
    ending: Ending = ""
    if is_settled(systems, known, rule.goal):
        ending = "settled"
    elif looks_taken >= rule.looks:
        ending = "limit"
    elif out_of_sentences:
        ending = "no-sentences"
    elif look and _chance(state, rule, known, added) < LEAST_CHANCE:
        ending = "hopeless"
    return NextStep(
        look=look,
        settled=tuple(new),
        ending=ending,
        gains={} if ending else gains,
        sentences={(pair.first, pair.second): pair.sentences for pair in state.pairs},
        items=0 if ending else max(0, rule.due(looks_taken + 1) - added),
    )


def _gains(state: State, rule: AddingRule, known: Collection[Order], added: int) -> dict[Order, float]:
    level = _level_in_the_end(state, rule, known)
    return expected_gains(state, known, rule.goal, level=level, items=rule.most_items - added)


def _chance(state: State, rule: AddingRule, known: Collection[Order], added: int) -> float:
    level = _level_in_the_end(state, rule, known)
    return best_chance(state, known, rule.goal, level=level, items=rule.most_items - added)


def _level_in_the_end(state: State, rule: AddingRule, known: Collection[Order]) -> float:
    """What the last look asks of the first of the pairs that are open then, if these stay open."""
    return rule.level(rule.looks) / max(1, comb(len(state.systems), 2) - len(known))
