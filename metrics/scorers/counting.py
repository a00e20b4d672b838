"""What metrics count: runs of tokens; precision, recall and F, as the official MaxMatch scorer has them."""

from collections import Counter
from collections.abc import Sequence

Ngrams = tuple[Counter[tuple[str, ...]], ...]
"""Counts of the runs of one token, of two, and so on."""


def ngram_counts(tokens: Sequence[str], order: int) -> Ngrams:
    """How often each run of 1 to `order` tokens occurs. Longer ones than the text have no runs."""
    return tuple(
        Counter(zip(*(tokens[place:] for place in range(length)), strict=False))
        for length in range(1, order + 1)
    )


def common(first: Counter[tuple[str, ...]], second: Counter[tuple[str, ...]]) -> int:
    """Runs that both have, each as often as in the one that has it less often."""
    if len(second) < len(first):
        first, second = second, first
    total = 0
    # Several metrics spend most of their time here: `min` and `sum` would take three times as long.
    for run, number in first.items():
        other = second.get(run, 0)
        total += number if number < other else other
    return total


def precision(correct: int, proposed: int) -> float:
    """Correct share of what was proposed; 1 when nothing was proposed."""
    return correct / proposed if proposed else 1.0


def recall(correct: int, gold: int) -> float:
    """Correct share of the gold edits; 1 when there are none."""
    return correct / gold if gold else 1.0


def f_score(correct: int, proposed: int, gold: int, beta: float) -> float:
    """F of precision and recall: (1 + b2) P R / (b2 P + R), 0 when both are 0.

    Beta below 1 weighs precision more. Beta 0 gives precision.
    """
    p, r = precision(correct, proposed), recall(correct, gold)
    weight = beta * beta
    denominator = weight * p + r
    return (1.0 + weight) * p * r / denominator if denominator > 0 else 0.0
