"""More systems than one machine word has bits: sets of systems that share an output are still told apart."""

import random
from collections import Counter

import pytest

from rankings.analysis.pair_counts import FIRST_WINS, SECOND_WINS, TIE, count_pairs, unexpanded_pairs
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment
from tests.analysis.made_up import brute_force_pairs, brute_force_unexpanded

SIGNS = {FIRST_WINS: "<", TIE: "=", SECOND_WINS: ">"}


def made_up(systems: int) -> list[Judgment]:
    """Every ranking shows all systems in four outputs; some rankings differ in the last system alone."""
    rng = random.Random(systems)
    names = [f"S{number:03d}" for number in range(systems)]
    group_of = {name: rng.randrange(4) for name in names}
    made = []
    for number in range(12):
        group_of[names[-1 - number % 10]] = rng.randrange(4)
        outputs = [tuple(name for name in names if group_of[name] == group) for group in range(4)]
        shown = tuple(JudgedOutput(members, rng.randint(1, 3)) for members in outputs if members)
        made.append(Judgment(f"j{number % 3}", str(number // 3), shown))
    return made


@pytest.mark.parametrize("systems", [62, 64, 65, 130])
def test_pairs_of_many_systems_are_those_of_brute_force(systems):
    made = made_up(systems)
    table = Judgments.of(made)
    pairs = unexpanded_pairs(table)
    # Which set of systems a number stands for is not told; equal numbers have to mean equal sets.
    wanted = [(row, *pair) for row, one in enumerate(made) for pair in brute_force_unexpanded(one)]
    found = list(zip(pairs.row.tolist(), pairs.outcome.tolist(), strict=True))
    assert Counter((row, SIGNS[outcome]) for row, outcome in found) == Counter(
        (row, sign) for row, _, _, sign in wanted
    )
    by_row: dict[int, Counter[tuple[int, int]]] = {}
    for row, first, second in zip(
        pairs.row.tolist(), pairs.first.tolist(), pairs.second.tolist(), strict=True
    ):
        by_row.setdefault(row, Counter())[first, second] += 1
    numbers = {number for seen in by_row.values() for pair in seen for number in pair}
    assert len(numbers) == len({names for _, a, b, _ in wanted for names in (a, b)})
    sets_of_row = {row: Counter((a, b) for r, a, b, _ in wanted if r == row) for row in by_row}
    for one, its_pairs in by_row.items():
        for other, other_pairs in by_row.items():
            shared = sets_of_row[one] & sets_of_row[other]
            assert (its_pairs & other_pairs).total() == shared.total()
    wins: Counter[tuple[str, str]] = Counter()
    for judgment in made:
        for a, b, sign in brute_force_pairs(judgment):
            wins[(a, b) if sign == "<" else (b, a)] += sign != "="
    counts = count_pairs(table)
    for i, a in enumerate(counts.systems):
        for j, b in enumerate(counts.systems):
            assert counts.wins[i, j] == wins[a, b]
