"""Precision, recall and F of counts, with the conventions of the official MaxMatch scorer."""


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
