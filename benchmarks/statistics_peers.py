"""The same pairs through packages from PyPI: how long they take, and whether they agree with us.

    pip install --require-hashes -r requirements/benchmarks.lock    # in an environment of their own
    python -m benchmarks.statistics_peers

Times every package once on the published judgments, beside our own function for the same task, and prints
the largest difference between the results where both compute the same thing.
"""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.bradley_terry import bradley_terry, davidson
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.pair_counts import PairCounts, count_pairs
from rankings.analysis.pairs import SECOND_WINS, TIE, Pairs, expanded_pairs
from rankings.analysis.trueskill import BETA_PER_OBSERVATION, DRAW_PROBABILITY, SIGMA, trueskill_runs
from rankings.formats.columns import Judgments


class Peer(NamedTuple):
    """A task for a package, and the same for us.

    Attributes:
        package: module to import.
        task: what is computed.
        theirs: the package gives (N,) scores.
        ours: gives (N,) scores.
        same: whether both compute the same thing, so that a difference would be a fault.
    """

    package: str
    task: str
    theirs: Callable[[Any], FloatArray]
    ours: Callable[[], FloatArray]
    same: bool


class Measured(NamedTuple):
    """Processor seconds of both, and the largest difference of scores; None where they differ in meaning."""

    peer: Peer
    theirs: float
    ours: float
    difference: float | None


def main() -> None:
    from benchmarks.statistics_all import published_table

    print(markdown(published_table()))


def markdown(table: Judgments) -> str:
    """A table of all packages that are installed."""
    lines = [
        "| package | task | package, processor seconds | here | largest difference |",
        "|---|---|---|---|---|",
    ]
    for name in sorted({peer.package for peer in peers(table)}):
        try:
            import_module(name)
        except ImportError:
            lines.append(f"| {name} | not installed; see requirements/benchmarks.lock | | | |")
    for one in measured(table):
        difference = "another model" if one.difference is None else f"{one.difference:.1e}"
        name = one.peer.package.partition(".")[0]
        lines.append(f"| {name} | {one.peer.task} | {one.theirs:.4f} | {one.ours:.4f} | {difference} |")
    return "\n".join(lines)


def measured(table: Judgments) -> Iterator[Measured]:
    """Time each package that is installed, once, and ourselves after a first run that loads compiled code."""
    for peer in peers(table):
        try:
            package = import_module(peer.package)
        except ImportError:
            continue
        start = time.process_time()
        theirs = peer.theirs(package)
        middle = time.process_time()
        peer.ours()
        warm = time.process_time()
        ours = peer.ours()
        end = time.process_time()
        difference = float(np.abs(theirs - ours).max()) if peer.same else None
        yield Measured(peer, middle - start, end - warm, difference)


def peers(table: Judgments) -> tuple[Peer, ...]:
    pairs, counts = expanded_pairs(table), count_pairs(table)
    names = np.array(table.systems)
    won = counts.wins[None]
    tied = counts.ties[None]

    def evalica(function: str, finish: Callable[[FloatArray], FloatArray], **options: float) -> Any:
        def run(package: Any) -> FloatArray:
            outcomes = np.array([package.Winner.X, package.Winner.Draw, package.Winner.Y])[pairs.outcome]
            sides = names[pairs.first].tolist(), names[pairs.second].tolist()
            found = getattr(package, function)(*sides, outcomes.tolist(), **options)
            return finish(found.scores.reindex(table.systems).to_numpy())

        return run

    exact = {"tolerance": 1e-12, "limit": 10_000}
    return (
        Peer(
            "trueskill",
            "one run of n + 1 two-player updates",
            lambda package: _trueskill(package, table, pairs, counts),
            lambda: trueskill_runs(won, tied, np.random.SeedSequence(1)).mu[0],
            same=False,
        ),
        Peer(
            "trueskill",
            "the same two systems, wins only, 1,000 updates",
            _trueskill_of_two,
            lambda: trueskill_runs(*_two(), np.random.SeedSequence(1)).mu[0],
            same=True,
        ),
        Peer(
            "openskill.models",
            "one pass over all pairs, Plackett-Luce",
            lambda package: _openskill(package, table, pairs),
            lambda: trueskill_runs(won, tied, np.random.SeedSequence(1)).mu[0],
            same=False,
        ),
        Peer(
            "choix",
            "Bradley-Terry from the counts, ties dropped",
            lambda package: _centred(package.ilsr_pairwise_dense(counts.wins.astype(float))),
            lambda: bradley_terry(won).strength[0],
            same=True,
        ),
        Peer(
            "evalica",
            "Expected Wins from the pairs",
            evalica("average_win_rate", lambda scores: scores, tie_weight=0.0),
            lambda: expected_wins(count_pairs(table).wins),
            same=True,
        ),
        Peer(
            "evalica",
            "Bradley-Terry from the pairs, half ties",
            evalica("bradley_terry", lambda scores: _centred(np.log(scores)), tie_weight=0.5, **exact),
            lambda: bradley_terry(count_pairs(table).wins[None], tied).strength[0],
            same=True,
        ),
        Peer(
            "evalica",
            "Davidson (Newman) from the pairs",
            evalica("newman", lambda scores: _centred(np.log(scores)), **exact),
            lambda: davidson(count_pairs(table).wins[None], tied).strength[0],
            same=True,
        ),
    )


def _centred(strength: FloatArray) -> FloatArray:
    moved: FloatArray = strength - strength.mean()
    return moved


def _world(package: Any, games: int) -> Any:
    beta = BETA_PER_OBSERVATION * games
    return package.TrueSkill(mu=0, sigma=SIGMA, beta=beta, tau=0, draw_probability=DRAW_PROBABILITY)


def _trueskill(package: Any, table: Judgments, pairs: Pairs, counts: PairCounts) -> FloatArray:
    world = _world(package, counts.total + 1)
    ratings = [world.create_rating() for _ in table.systems]
    triples = zip(pairs.first.tolist(), pairs.second.tolist(), pairs.outcome.tolist(), strict=True)
    for a, b, outcome in triples:
        winner, loser = (b, a) if outcome == SECOND_WINS else (a, b)
        rated = world.rate_1vs1(ratings[winner], ratings[loser], drawn=outcome == TIE)
        ratings[winner], ratings[loser] = rated
    return np.array([rating.mu for rating in ratings])


def _two() -> tuple[FloatArray, FloatArray]:
    wins = np.zeros((1, 2, 2))
    wins[0, 0, 1] = 999
    return wins, np.zeros_like(wins)


def _trueskill_of_two(package: Any) -> FloatArray:
    world = _world(package, 1000)
    first, second = world.create_rating(), world.create_rating()
    for _ in range(1000):
        first, second = world.rate_1vs1(first, second)
    return np.array([first.mu, second.mu])


def _openskill(package: Any, table: Judgments, pairs: Pairs) -> FloatArray:
    model = package.PlackettLuce()
    ratings = [model.rating() for _ in table.systems]
    triples = zip(pairs.first.tolist(), pairs.second.tolist(), pairs.outcome.tolist(), strict=True)
    for a, b, outcome in triples:
        ranks = [outcome, TIE * 2 - outcome]
        (ratings[a],), (ratings[b],) = model.rate([[ratings[a]], [ratings[b]]], ranks=ranks)
    return np.array([rating.mu for rating in ratings])


if __name__ == "__main__":
    main()
