"""A made-up campaign that a new installation opens on. Invented throughout: never use it as data."""

from rankings.demo.corpus import DemoCorpus, load_demo_corpus, load_gold, load_guidelines
from rankings.demo.judgments import (
    CAREFUL_JUDGE,
    CONSERVATIVE_JUDGE,
    JUDGE_NAMES,
    LENIENT_JUDGE,
    SimulatedRanking,
    simulate_ranking,
)

__all__ = [
    "CAREFUL_JUDGE",
    "CONSERVATIVE_JUDGE",
    "JUDGE_NAMES",
    "LENIENT_JUDGE",
    "DemoCorpus",
    "SimulatedRanking",
    "load_demo_corpus",
    "load_gold",
    "load_guidelines",
    "simulate_ranking",
]
