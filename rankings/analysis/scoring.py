"""The methods that turn pair counts into one score per system, under one form."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from rankings.analysis.arrays import FloatArray, NumberArray
from rankings.analysis.expected_wins import expected_wins, expected_wins_of_winners

Method = Literal["expected-wins", "expected-wins-half-ties", "expected-wins-of-winners"]
METHODS: tuple[Method, ...] = get_args(Method)


@dataclass(frozen=True, slots=True)
class ScoringMethod:
    """One way to score systems.

    Attributes:
        name: as the command line spells it.
        title: as a table's heading spells it.
        scores: (B, N, N) wins, (B, N, N) ties and a source of randomness give (B, N) scores; higher is
            better; NaN leaves a system out of a replicate.
    """

    name: Method
    title: str
    scores: Callable[[NumberArray, NumberArray, np.random.SeedSequence], FloatArray]


def scoring_method(name: Method) -> ScoringMethod:
    """The method of this name.

    Raises:
        ValueError: no method has the name.
    """
    if name not in _METHODS:
        raise ValueError(f"method {name!r} is not one of {', '.join(METHODS)}")
    return _METHODS[name]


_METHODS: dict[Method, ScoringMethod] = {
    method.name: method
    for method in (
        ScoringMethod("expected-wins", "Expected Wins", lambda wins, ties, seed: expected_wins(wins)),
        ScoringMethod(
            "expected-wins-half-ties",
            "Expected Wins, ties as half wins",
            lambda wins, ties, seed: expected_wins(wins, ties, "half"),
        ),
        ScoringMethod(
            "expected-wins-of-winners",
            "Expected Wins over beaten opponents (EW.pl)",
            lambda wins, ties, seed: expected_wins_of_winners(wins),
        ),
    )
}
