"""Harm: the counts by brute force, and how often intervals hold the truth in simulated evaluations."""

from collections import Counter
from dataclasses import replace

import numpy as np
from hypothesis import given, settings

from rankings.analysis.harm import harm
from rankings.analysis.head_to_head import compare_systems
from rankings.formats.columns import Judgments
from rankings.sections import harm as section
from tests.analysis.made_up import brute_force_pairs, judgments, ranking


@settings(max_examples=50)
@given(judgments())
def test_counts_are_those_of_every_comparison_with_the_unchanged_sentence(made):
    wanted: dict[str, Counter[str]] = {}
    for a, b, outcome in (pair for one in made for pair in brute_force_pairs(one)):
        if "A" in (a, b):
            other, better = (b, ">") if a == "A" else (a, "<")
            said = "equal" if outcome == "=" else "better" if outcome == better else "worse"
            wanted.setdefault(other, Counter())[said] += 1
    found = harm(Judgments.of(made), unchanged="A")
    counts = {one.system: Counter(worse=one.worse, equal=one.equal, better=one.better) for one in found}
    assert counts == wanted
    assert all(one.comparisons == one.worse + one.equal + one.better for one in found)
    assert not harm(Judgments.of(made))
    if found:
        told = compare_systems(Judgments.of(made))
        assert section.describe(replace(told, harm=found)).finding


def test_intervals_hold_the_truth_for_other_judges() -> None:
    """Each of eight judges finds harm with a chance of its own, .3 on average."""
    random = np.random.default_rng(2)
    held = dict.fromkeys((False, True), 0)
    for _ in range(200):
        chances = random.beta(3, 7, 8)
        made = [
            ranking(f"j{judge}", f"{judge}-{sentence}", ("INPUT", 1), ("X", 2 if harmed else 1))
            for judge, chance in enumerate(chances)
            for sentence, harmed in enumerate(random.random(30) < chance)
        ]
        table = Judgments.of(made)
        for others in held:
            (one,) = harm(table, others=others)
            assert one.worse_low is not None
            assert one.worse_high is not None
            held[others] += one.worse_low <= 0.3 <= one.worse_high
    assert held[True] >= 0.92 * 200 > held[False]
