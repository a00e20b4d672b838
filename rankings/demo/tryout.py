"""One item of the demo to rank without signing in, and what the ranking yields.

Everything is computed from the ranks alone and nothing is kept. The crowd that the ranks are added to is
simulated (`rankings.demo.corpus`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.expected_wins import expected_wins
from rankings.demo.corpus import load_demo_corpus, load_rankings

# A sentence of no item of the demo campaign, whose judges are not to know which system wrote what.
SENTENCE = 129
# Rows of the page: not in the order of the systems' names.
ROWS = (2, 0, 4, 1, 3)


@dataclass(frozen=True, slots=True)
class TryoutItem:
    """A sentence between its neighbours, with its distinct outputs and the systems behind each."""

    source: str
    before: str
    after: str
    outputs: tuple[str, ...]
    systems: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class RankedBefore:
    """A system's Expected Wins and rank with the new ranking, and without it."""

    system: str
    rank: int
    score: float
    rank_before: int
    score_before: float

    @property
    def gain(self) -> float:
        """By how much the new ranking raises the score."""
        return self.score - self.score_before

    @property
    def loss(self) -> float:
        """By how much it lowers the score."""
        return -self.gain


@dataclass(frozen=True, slots=True)
class TryoutResult:
    """What a ranking yields.

    Attributes:
        output_pairs: pairs of outputs that were compared.
        system_pairs, tied_pairs: pairs of systems that follow, and those of them that are tied.
        crowd_rankings: of simulated judges, to which this one is added.
        ranking: of the systems, best first.
    """

    output_pairs: int
    system_pairs: int
    tied_pairs: int
    crowd_rankings: int
    ranking: tuple[RankedBefore, ...]


@cache
def tryout_item() -> TryoutItem:
    """The item that the start page shows."""
    corpus = load_demo_corpus()
    by_text: dict[str, tuple[str, ...]] = {}
    for system, lines in corpus.outputs.items():
        by_text[lines[SENTENCE]] = (*by_text.get(lines[SENTENCE], ()), system)
    texts = [list(by_text)[row] for row in ROWS]
    return TryoutItem(
        source=corpus.source[SENTENCE],
        before=corpus.source[SENTENCE - 1],
        after=corpus.source[SENTENCE + 1],
        outputs=tuple(texts),
        systems=tuple(by_text[text] for text in texts),
    )


def tryout_result(ranks: Sequence[int]) -> TryoutResult:
    """What a ranking of the item yields: pairs, and the ranking of systems with them.

    Raises:
        ValueError: there is not one rank for each output.
    """
    item = tryout_item()
    if len(ranks) != len(item.outputs):
        raise ValueError(f"expected {len(item.outputs)} ranks")
    systems = sorted(load_demo_corpus().outputs)
    own = _wins(systems, [dict(zip(item.systems, ranks, strict=True))])
    crowd = _crowd()
    pairs = len(systems) * (len(systems) - 1) // 2
    before, after = (expected_wins(wins).tolist() for wins in (crowd, crowd + own))
    ranking = [
        RankedBefore(system, _rank(new, after), new, _rank(old, before), old)
        for system, new, old in zip(systems, after, before, strict=True)
    ]
    return TryoutResult(
        output_pairs=len(ranks) * (len(ranks) - 1) // 2,
        system_pairs=pairs,
        tied_pairs=pairs - int(own.sum()),
        crowd_rankings=len(load_rankings()),
        ranking=tuple(sorted(ranking, key=lambda one: (-one.score, one.system))),
    )


@cache
def _crowd() -> FloatArray:
    """Wins by the demo's judges."""
    return _wins(sorted(load_demo_corpus().outputs), (ranking.ranks for ranking in load_rankings()))


def _wins(systems: Sequence[str], rankings: Iterable[Mapping[tuple[str, ...], int]]) -> FloatArray:
    """(N, N) how often each system was ranked better than each other; those of one output are tied."""
    wins: FloatArray = np.zeros((len(systems), len(systems)))
    for ranking in rankings:
        ranks = np.full(len(systems), np.nan)
        for names, rank in ranking.items():
            ranks[[systems.index(name) for name in names]] = rank
        wins += ranks[:, None] < ranks
    return wins


def _rank(score: float, scores: Sequence[float]) -> int:
    return 1 + sum(other > score for other in scores)
