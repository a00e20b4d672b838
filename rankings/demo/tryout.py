"""One item of the demo to rank without signing in, and what the ranking yields.

Everything is computed from the ranks alone and nothing is kept. The crowd that the ranks are added to is
simulated (`rankings.demo.corpus`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from rankings.demo.corpus import load_demo_corpus, load_rankings

# A sentence of no item of the demo campaign, whose judges are not to know which system wrote what.
SENTENCE = 129
# Rows of the page: not in the order of the systems' names.
ROWS = (2, 0, 4, 1, 3)

Wins = Counter[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class TryoutItem:
    """A sentence between its neighbours, with its distinct outputs and the systems behind each."""

    source: str
    before: str
    after: str
    outputs: tuple[str, ...]
    systems: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class OutputVerdict:
    """What a ranking says about one output.

    Attributes:
        row: of the page, from 0.
        systems: that wrote it.
        better_than, tied_with, worse_than: rows of other outputs.
    """

    row: int
    systems: tuple[str, ...]
    better_than: tuple[int, ...]
    tied_with: tuple[int, ...]
    worse_than: tuple[int, ...]


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
        verdicts: one for each output, in the order of the rows.
        output_pairs: pairs of outputs that were compared.
        system_pairs, tied_pairs: pairs of systems that follow, and those of them that are tied.
        crowd_rankings: of simulated judges, to which this one is added.
        ranking: of the systems, best first.
    """

    verdicts: tuple[OutputVerdict, ...]
    output_pairs: int
    system_pairs: int
    tied_pairs: int
    crowd_rankings: int
    ranking: tuple[RankedBefore, ...]


@cache
def tryout_item() -> TryoutItem:
    """The item that the start page shows."""
    corpus = load_demo_corpus()
    by_text = _distinct(SENTENCE)
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
    rows = range(len(ranks))
    verdicts = tuple(
        OutputVerdict(
            row,
            item.systems[row],
            tuple(other for other in rows if ranks[row] < ranks[other]),
            tuple(other for other in rows if other != row and ranks[row] == ranks[other]),
            tuple(other for other in rows if ranks[row] > ranks[other]),
        )
        for row in rows
    )
    own, ties = _wins_of(dict(zip(item.systems, ranks, strict=True)))
    crowd, rankings = _crowd()
    before, after = _scores(crowd), _scores(crowd + own)
    return TryoutResult(
        verdicts=verdicts,
        output_pairs=len(ranks) * (len(ranks) - 1) // 2,
        system_pairs=own.total() + ties,
        tied_pairs=ties,
        crowd_rankings=rankings,
        ranking=tuple(
            RankedBefore(system, _rank(system, after), after[system], _rank(system, before), before[system])
            for system in sorted(after, key=lambda system: (-after[system], system))
        ),
    )


def _distinct(sentence: int) -> dict[str, tuple[str, ...]]:
    """The systems behind each distinct output of a sentence."""
    by_text: dict[str, tuple[str, ...]] = {}
    for system, lines in load_demo_corpus().outputs.items():
        by_text[lines[sentence]] = (*by_text.get(lines[sentence], ()), system)
    return by_text


@cache
def _crowd() -> tuple[Wins, int]:
    """Wins of each system over each other by the demo's judges, and the number of their rankings."""
    wins: Wins = Counter()
    for ranking in load_rankings():
        wins += _wins_of(ranking.ranks)[0]
    return wins, len(load_rankings())


def _wins_of(ranks: Mapping[tuple[str, ...], int]) -> tuple[Wins, int]:
    """Pairs of winner and loser among all systems, and the number of ties; systems of one output are tied."""
    of_system = [(system, rank) for systems, rank in ranks.items() for system in systems]
    wins: Wins = Counter()
    ties = 0
    for (a, rank_a), (b, rank_b) in combinations(of_system, 2):
        if rank_a == rank_b:
            ties += 1
        else:
            wins[(a, b) if rank_a < rank_b else (b, a)] += 1
    return wins, ties


def _scores(wins: Wins) -> dict[str, float]:
    """Expected Wins as in `rankings.analysis.expected_wins`, without loading numerical libraries."""
    systems = sorted(load_demo_corpus().outputs)
    scores = {}
    for system in systems:
        shares = [
            wins[system, other] / decided
            for other in systems
            if other != system and (decided := wins[system, other] + wins[other, system])
        ]
        scores[system] = sum(shares) / len(shares)
    return scores


def _rank(system: str, scores: Mapping[str, float]) -> int:
    return 1 + sum(score > scores[system] for score in scores.values())
