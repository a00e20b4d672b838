"""Harm: the counts by brute force."""

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings

from rankings.analysis.harm import harm
from rankings.analysis.head_to_head import compare_systems
from rankings.formats.columns import Judgments
from rankings.sections import harm as section
from tests.analysis.made_up import brute_force_pairs, judgments


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
