"""The distribution of section 4.1, against counting by hand, and what a sample is made of."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankings.formats.corpus import read_corpus
from rankings.formats.records import OutputSet
from rankings.items.collapse import collapse_corpus
from rankings.items.sampling import (
    coverage_counts,
    coverage_table,
    expected_coverage,
    sample_items,
    sampling_probabilities,
)

MULTIPLICITIES = st.lists(st.integers(1, 5), min_size=1, max_size=8)


def output_set(*multiplicities):
    names = iter(range(1000))
    systems = tuple(tuple(f"S{next(names)}" for _ in range(size)) for size in multiplicities)
    return OutputSet(tuple(f"text {k}" for k in range(len(multiplicities))), systems)


def subsets(multiplicities, most):
    """Every choice of at most `most` outputs, by listing them."""
    places = range(len(multiplicities))
    for size in range(min(most, len(multiplicities)) + 1):
        for chosen in combinations(places, size):
            yield sum(multiplicities[k] for k in chosen)


@given(MULTIPLICITIES, st.integers(2, 9))
def test_coverage_counts_equal_a_list_of_all_subsets(multiplicities, most):
    expected = Counter(subsets(multiplicities, most))
    counts = coverage_counts(multiplicities, most)
    assert len(counts) == sum(multiplicities) + 1
    assert {j: count for j, count in enumerate(counts) if count} == expected


@given(MULTIPLICITIES, st.integers(2, 9))
def test_expected_coverage_is_the_mean_over_subsets_that_cover_at_least_m(multiplicities, most):
    lowest = min(most, sum(multiplicities))
    covered = [j for j in subsets(multiplicities, most) if j >= lowest]
    assert expected_coverage(multiplicities, most) == float(Fraction(sum(covered), len(covered)))


@given(st.lists(MULTIPLICITIES, min_size=1, max_size=5), st.integers(2, 6))
def test_probabilities_follow_the_formula(sets, most):
    output_sets = [output_set(*one) for one in sets]
    coverage = coverage_table(output_sets, most)
    weights = [comb(most, 2) / (c * (c - 1) / 2) if c > 1 else 1.0 for c in coverage]
    probabilities = sampling_probabilities(output_sets, max_outputs=most)
    assert probabilities == pytest.approx([w / sum(weights) for w in weights])
    assert sum(probabilities) == pytest.approx(1)


@given(st.lists(MULTIPLICITIES, min_size=1, max_size=6), st.integers(0, 30), st.integers(2, 5), st.integers())
def test_a_sample_shows_real_outputs_and_at_most_m(sets, items, most, seed):
    output_sets = [output_set(*one) for one in sets]
    probabilities = sampling_probabilities(output_sets, max_outputs=most)
    sample = sample_items(output_sets, items=items, seed=seed, max_outputs=most)
    assert [one.number for one in sample] == list(range(items))
    for one in sample:
        full = output_sets[one.sentence]
        assert len(one.outputs) == min(most, len(full))
        pairs = list(zip(full.texts, full.systems, strict=True))
        places = [pairs.index(pair) for pair in zip(one.outputs.texts, one.outputs.systems, strict=True)]
        assert places == sorted(set(places))
        assert one.distinct == len(full)
        assert one.probability == probabilities[one.sentence]


def test_the_same_seed_gives_the_same_sample_everywhere():
    # Written down once: the sample must not change with the version of Python or of a library.
    sets = [output_set(*[1] * (k % 7 + 1), k % 3 + 1) for k in range(10)]

    def shown(replacement):
        sample = sample_items(sets, items=4, seed=2015, max_outputs=3, replacement=replacement)
        return [(one.sentence, [int(text[5:]) for text in one.outputs.texts]) for one in sample]

    assert shown(replacement=True) == [(6, [2, 5, 7]), (5, [0, 1, 4]), (9, [0, 2, 3]), (0, [0, 1])]
    assert shown(replacement=False) == [(3, [0, 2, 3]), (5, [1, 3, 4]), (0, [0, 1]), (7, [0, 1])]


def test_a_longer_sample_begins_with_the_shorter_one():
    sets = [output_set(*[1] * (k + 1)) for k in range(9)]
    for replacement in (True, False):
        short = sample_items(sets, items=4, seed=7, max_outputs=3, replacement=replacement)
        long = sample_items(sets, items=9, seed=7, max_outputs=3, replacement=replacement)
        assert long[:4] == short


def test_sentences_are_drawn_as_often_as_their_probability_says():
    sets = [output_set(6), output_set(3, 3), output_set(2, 2, 2), output_set(*[1] * 6)]
    probabilities = sampling_probabilities(sets, max_outputs=3)
    counts = Counter(one.sentence for one in sample_items(sets, items=20_000, seed=1, max_outputs=3))
    # Chi-squared with 3 degrees of freedom: 16.3 has probability .001 (the seed is fixed).
    statistic = sum((counts[i] - 20_000 * p) ** 2 / (20_000 * p) for i, p in enumerate(probabilities))
    assert statistic < 16.3


def test_every_subset_of_outputs_is_shown_equally_often():
    sample = sample_items([output_set(4, 1, 1, 2, 1)], items=10_000, seed=3, max_outputs=3)
    counts = Counter(one.outputs.texts for one in sample)
    assert len(counts) == 10
    # Chi-squared with 9 degrees of freedom: 27.9 has probability .001.
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 27.9


def test_without_replacement_no_sentence_comes_twice_and_likely_ones_come_first():
    sets = [output_set(*[1] * 6), output_set(6)]
    firsts: Counter[int] = Counter()
    for seed in range(1000):
        sample = sample_items(sets, items=2, seed=seed, max_outputs=3, replacement=False)
        assert {one.sentence for one in sample} == {0, 1}
        firsts[sample[0].sentence] += 1
    probability = sampling_probabilities(sets, max_outputs=3)[0]
    assert abs(firsts[0] / 1000 - probability) < 4 * (probability * (1 - probability) / 1000) ** 0.5


def test_the_published_campaign_was_sampled_like_this(shared):
    """Items shown in 2015 by number of distinct outputs, against the distribution of the paper."""
    from rankings.formats.judgments import read_judgments

    folder = shared / "data/gjg15/outputs"
    files = {path.name: (path.name, path.read_bytes()) for path in sorted(folder.iterdir())}
    sets = collapse_corpus(read_corpus(files["INPUT"], files).outputs)
    judgments = read_judgments((shared / "data/gjg15/judgments.xml").read_bytes(), "judgments.xml")
    # The same item went to several judges; what was drawn is the item.
    drawn = {(one.item, one.sentence) for one in judgments}
    seen = Counter(len(sets[int(sentence)]) for _, sentence in drawn)
    expected: dict[int, float] = defaultdict(float)
    for one, probability in zip(sets, sampling_probabilities(sets), strict=True):
        expected[len(one)] += len(drawn) * probability
    # Chi-squared with 12 degrees of freedom: 21.0 has probability .05. Uniform sampling is far outside.
    assert chi_squared(seen, expected) < 21.0
    uniform = Counter(len(one) for one in sets)
    assert chi_squared(seen, {k: len(drawn) * count / len(sets) for k, count in uniform.items()}) > 100


def chi_squared(seen, expected):
    return sum((seen[k] - mean) ** 2 / mean for k, mean in expected.items())
