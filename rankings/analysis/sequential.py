"""Looking at results while judging goes on: which orders of systems are settled, and what could settle more.

Testing again after every batch of items finds differences where there are none, unless every look gets a
part of the error that is allowed in all. A *look* tests all pairs of systems; the parts follow the spending
function of Lan and DeMets (1983) that resembles O'Brien and Fleming's bounds: little at first, most at the
end. Within a look they are shared by Holm's (1979) method among the pairs that are still open.

That is valid however the looks depend on each other, and however many items a pair got. The first pair of
equal systems that is taken for different falls, at some look, below that look's part divided by the number of
open pairs, which is at least the number of pairs of equal systems; the chances of all of these add up to the
error at most. It needs tests that hold at each look by themselves (`rankings.analysis.head_to_head`).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, get_args

import numpy as np
from scipy.special import ndtr, ndtri

from rankings.analysis.bootstrap import TooFewJudgmentsError
from rankings.analysis.choices import SpeaksFor
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judge_variance import variance_of_pairs
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs

Goal = Literal["order", "best"]
GOALS: tuple[Goal, ...] = get_args(Goal)
Order = tuple[str, str]
"""Names of two systems, the better one first."""

# As many sentences as the mean variance of all pairs counts in that of one pair.
SHRINKAGE = 5.0
# Of pairs that items would hardly settle: they are chosen after all others.
LEAST_GAIN = 1e-4


@dataclass(frozen=True, slots=True)
class PairState:
    """Two systems at a look.

    Attributes:
        first, second: names, in the order of names.
        share: of decided comparisons that the first won; None without any.
        p_value: two-sided, for those the rankings speak for.
        sentences: with a decided comparison of the two.
        per_sentence: variance of the share, times `sentences`, for these judges.
        of_judges: what other judges add to its variance; 0 where it speaks for these judges.
    """

    first: str
    second: str
    share: float | None
    p_value: float
    sentences: int
    per_sentence: float
    of_judges: float

    @property
    def order(self) -> Order:
        """The one that won more often, and the other."""
        first_won = self.share is not None and self.share > 0.5
        return (self.first, self.second) if first_won else (self.second, self.first)


@dataclass(frozen=True, slots=True)
class State:
    """All pairs of systems at a look, systems by Expected Wins, best first, and the number of sentences."""

    systems: tuple[str, ...]
    pairs: tuple[PairState, ...]
    sentences: int


def state_of(table: JudgmentTable, speaks_for: SpeaksFor, systems: Collection[str] = ()) -> State:
    """What the judgments say of every pair of systems.

    Args:
        table: the judgments.
        speaks_for: as in `rankings.analysis.system_ranking.rank_systems`; a single judge speaks alone.
        systems: further systems, which no ranking covers yet.

    Raises:
        TooFewJudgmentsError: fewer than two systems are covered.
    """
    if len(table.systems) < 2:
        raise TooFewJudgmentsError("no two systems have been compared yet")
    duels = compare_systems(table).pairs
    variance = variance_of_pairs(table)
    others = speaks_for == "judges-like-these" and variance.judges > 1
    decided = np.array([duel.sentences for duel in duels], dtype=np.float64)
    per_sentence = variance.of_sentences * decided
    usual = float(per_sentence[decided > 1].mean()) if (decided > 1).any() else 0.25
    per_sentence = (per_sentence * decided + usual * SHRINKAGE) / (decided + SHRINKAGE)
    pairs = {}
    for k, duel in enumerate(duels):
        p_value = duel.p_judges if others else duel.p_sentence
        pairs[duel.system_a, duel.system_b] = PairState(
            duel.system_a,
            duel.system_b,
            duel.wins_a / (duel.wins_a + duel.wins_b) if duel.wins_a + duel.wins_b else None,
            1.0 if p_value is None else p_value,
            duel.sentences,
            float(per_sentence[k]),
            float(variance.possible.median * variance.beyond[k]) if others else 0.0,
        )
    names = sorted({*table.systems, *systems})
    scores = dict(zip(table.systems, expected_wins(count_pairs(table).wins).tolist(), strict=True))
    return State(
        tuple(sorted(names, key=lambda name: (-scores.get(name, 0.0), name))),
        tuple(
            pairs.get((first, second)) or PairState(first, second, None, 1.0, 0, usual, 0.0)
            for first, second in combinations(names, 2)
        ),
        variance.sentences,
    )


def spent(share: float, error: float) -> float:
    """How much of `error` may be used up once a share of all items, from 0 to 1, is judged.

    2 - 2 Φ(z / sqrt(share)), where z is the quantile of 1 - error / 2 (Lan and DeMets, 1983).
    """
    if share <= 0:
        return 0.0
    return float(2 * ndtr(ndtri(error / 2) / np.sqrt(min(1.0, share))))


def newly_settled(state: State, settled: Collection[Order], level: float) -> list[Order]:
    """Orders that this look settles, by Holm's method among the pairs that no look has settled yet.

    Args:
        state: of all pairs.
        settled: orders that earlier looks have settled; they stay.
        level: the part of the error that this look may use.
    """
    known = {frozenset(order) for order in settled}
    waiting = sorted(
        (pair for pair in state.pairs if frozenset((pair.first, pair.second)) not in known),
        key=lambda pair: (pair.p_value, pair.first, pair.second),
    )
    orders = []
    for place, pair in enumerate(waiting):
        if pair.share is None or pair.share == 0.5 or pair.p_value > level / (len(waiting) - place):
            break
        orders.append(pair.order)
    return orders


def implied(settled: Iterable[Order]) -> set[Order]:
    """The orders and all that follow: what is better than a better system is better, too."""
    orders = set(settled)
    while True:
        more = {(a, d) for a, b in orders for c, d in orders if b == c and a != d} - orders
        if not more:
            return orders
        orders |= more


def is_settled(systems: Collection[str], settled: Iterable[Order], goal: Goal) -> bool:
    """Whether the orders answer the question: the order of all systems, or which one is best."""
    orders = implied(settled)
    if goal == "best":
        return any(all((name, other) in orders for other in systems if other != name) for name in systems)
    return all((a, b) in orders or (b, a) in orders for a, b in combinations(systems, 2))


def expected_gains(
    state: State, settled: Collection[Order], goal: Goal, *, level: float, items: int
) -> dict[Order, float]:
    """For each pair that the goal waits for, how much it helps if more items compare it than would by chance.

    The chance that a pair is settled in the end follows from its share so far, how far that may be off, how
    many more sentences compare it, and what these judges leave open. The gain is by how much it rises if the
    sentences to come that would compare the pair by chance are doubled. So it is small for pairs that will be
    settled anyway, and for those that nothing will settle, as systems are equal or judges disagree.

    Args:
        state: of all pairs.
        settled: orders that are settled.
        goal: what is asked.
        level: p-value that settles a pair in the end.
        items: that may still be added.

    Returns:
        gains by the names of the pair, in the order of names; above 0.
    """
    gains = {}
    for pair in waiting_pairs(state, settled, goal):
        by_chance = items * (pair.sentences + 1) / (state.sentences + 1)
        rise = _chance(pair, level, 2 * by_chance) - _chance(pair, level, by_chance)
        gains[pair.first, pair.second] = max(rise, LEAST_GAIN)
    return gains


def best_chance(state: State, settled: Collection[Order], goal: Goal, *, level: float, items: int) -> float:
    """The chance to settle that pair which most likely can be settled, if all items to come compare it."""
    pairs = waiting_pairs(state, settled, goal)
    return max((_chance(pair, level, items) for pair in pairs), default=0.0)


def waiting_pairs(state: State, settled: Collection[Order], goal: Goal) -> list[PairState]:
    """Pairs that the goal waits for: all, or those of the leader with systems that may yet be better."""
    orders = implied(settled)
    beaten = {worse for _, worse in orders}
    leader = next((name for name in state.systems if name not in beaten), None)
    return [
        pair
        for pair in state.pairs
        if (pair.first, pair.second) not in orders
        and (pair.second, pair.first) not in orders
        and (goal == "order" or leader in (pair.first, pair.second))
    ]


def _chance(pair: PairState, level: float, more: float) -> float:
    """That the pair is settled once `more` further sentences compare it.

    The share then is normal around the present one, with the variance that the further sentences take away.
    """
    bound = -float(ndtri(max(level, 1e-12) / 2))
    lead = abs(pair.share - 0.5) if pair.share is not None else 0.0
    so_far = max(1, pair.sentences)
    before = pair.per_sentence / so_far + pair.of_judges
    after = pair.per_sentence / (so_far + more) + pair.of_judges
    moves, needed = np.sqrt(max(before - after, 1e-12)), bound * np.sqrt(after)
    return float(ndtr((lead - needed) / moves) + ndtr((-lead - needed) / moves))
