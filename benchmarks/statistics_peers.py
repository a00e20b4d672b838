"""The same pairs through packages from PyPI. Called by statistics_all."""

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import PairCounts
from rankings.analysis.pairs import SECOND_WINS, TIE, expanded_pairs


def compare(table: JudgmentTable, counts: PairCounts) -> None:
    """Time each package that is installed, once."""
    pairs = expanded_pairs(table)
    peers: list[tuple[str, str, Callable[[Any], object]]] = [
        ("trueskill", "one pass of two-player updates", lambda package: _trueskill(package, table, pairs)),
        ("openskill.models", "one pass, Plackett-Luce", lambda package: _openskill(package, table, pairs)),
        (
            "choix",
            "Bradley-Terry by I-LSR on the counts",
            lambda package: package.ilsr_pairwise_dense(counts.wins.astype(float), alpha=1e-6),
        ),
        ("evalica", "Expected Wins on the pairs", lambda package: _evalica(package, table, pairs)),
    ]
    for name, what, run in peers:
        try:
            package = import_module(name)
        except ImportError:
            print(f"{name:18}{what:38}not installed")
            continue
        start = time.perf_counter()
        run(package)
        print(f"{name:18}{what:38}{time.perf_counter() - start:9.4f} s", flush=True)


def _trueskill(package: Any, table: JudgmentTable, pairs: Any) -> None:
    world = package.TrueSkill(mu=0, sigma=0.5, beta=1363.7375, tau=0, draw_probability=0.25)
    ratings = [world.create_rating() for _ in table.systems]
    triples = zip(pairs.first.tolist(), pairs.second.tolist(), pairs.outcome.tolist(), strict=True)
    for a, b, outcome in triples:
        winner, loser = (b, a) if outcome == SECOND_WINS else (a, b)
        rated = world.rate_1vs1(ratings[winner], ratings[loser], drawn=outcome == TIE)
        ratings[winner], ratings[loser] = rated


def _openskill(package: Any, table: JudgmentTable, pairs: Any) -> None:
    model = package.PlackettLuce()
    ratings = [model.rating() for _ in table.systems]
    triples = zip(pairs.first.tolist(), pairs.second.tolist(), pairs.outcome.tolist(), strict=True)
    for a, b, outcome in triples:
        ranks = [outcome, TIE * 2 - outcome]
        (ratings[a],), (ratings[b],) = model.rate([[ratings[a]], [ratings[b]]], ranks=ranks)


def _evalica(package: Any, table: JudgmentTable, pairs: Any) -> None:
    names = np.array(table.systems)
    winners = np.array([package.Winner.X, package.Winner.Draw, package.Winner.Y])[pairs.outcome]
    package.average_win_rate(names[pairs.first].tolist(), names[pairs.second].tolist(), winners.tolist())
