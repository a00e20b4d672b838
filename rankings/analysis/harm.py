"""How often corrections harm: outputs of each system judged against the unchanged sentence.

Where the unchanged sentence is ranked among the outputs, as a system of its own, every ranking says of each
other system whether its output is worse, better or as good; an output that changes nothing is as good.
Intervals have the same parts of variance as those of scores: sentences or documents, and judges.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.choices import WholeUnit
from rankings.analysis.edit_marks import share_limits
from rankings.analysis.judge_variance import Influences, quotients
from rankings.analysis.pair_counts import (
    FIRST_WINS,
    OUTCOMES,
    SECOND_WINS,
    ClusterUnit,
    count_pairs_by_unit,
    crossed_units,
)
from rankings.formats.columns import Judgments

UNCHANGED = "INPUT"


@dataclass(frozen=True, slots=True)
class Harm:
    """One system against the unchanged sentence.

    Attributes:
        system: name.
        comparisons: how often the two were compared.
        worse, equal, better: how often the output of the system was.
        worse_low, worse_high, better_low, better_high: intervals of the shares; None where all
            comparisons are about one sentence or document.
    """

    system: str
    comparisons: int
    worse: int
    equal: int
    better: int
    worse_low: float | None
    worse_high: float | None
    better_low: float | None
    better_high: float | None


def harm(
    table: Judgments,
    confidence: float = 0.95,
    unchanged: str = UNCHANGED,
    *,
    unit: WholeUnit = "sentences",
    others: bool = False,
) -> tuple[Harm, ...]:
    """Every system against the unchanged sentence, the least harmful first; none where that takes no part.

    Args:
        unit: what varies beside judges.
        others: whether intervals speak for judges like these, if there are enough to tell.
    """
    if unchanged not in table.systems:
        return ()
    number = table.systems.index(unchanged)
    crossed: ClusterUnit = "judge-sentences" if unit == "sentences" else "judge-documents"
    counts = count_pairs_by_unit(table, crossed)
    judge, unit_of = crossed_units(table, crossed)
    first, second = np.triu_indices(len(counts.systems), 1)
    pairs = np.flatnonzero((first == number) | (second == number))
    is_first = first[pairs] == number
    columns = (pairs[:, None] * OUTCOMES + np.arange(OUTCOMES)).ravel()
    chosen: Any = counts.counts[:, columns]
    dense = chosen if isinstance(chosen, np.ndarray) else chosen.toarray()
    outcomes = dense.reshape(len(judge), len(pairs), OUTCOMES).astype(np.float64)
    compared = outcomes.sum(axis=2)
    worse = np.where(is_first, outcomes[:, :, FIRST_WINS], outcomes[:, :, SECOND_WINS])
    better = np.where(is_first, outcomes[:, :, SECOND_WINS], outcomes[:, :, FIRST_WINS])
    # Columns: all shares of worse outputs, then those of better ones.
    said, weight = np.hstack([worse, better]), np.hstack([compared, compared])
    total = weight.sum(axis=0)
    share = quotients(said.sum(axis=0), total)
    influence = quotients(said - share * weight, np.broadcast_to(total, said.shape))
    moved = Influences(
        judge, unit_of, len(table.judges), int(unit_of.max(initial=-1)) + 1, influence, weight, total
    )
    limits = _limits(moved, share, confidence, others=others)
    systems, number_compared = len(pairs), compared.sum(axis=0)
    made = [
        Harm(
            system=counts.systems[second[pair] if is_first[at] else first[pair]],
            comparisons=int(number_compared[at]),
            worse=int(worse[:, at].sum()),
            equal=int((compared - worse - better)[:, at].sum()),
            better=int(better[:, at].sum()),
            worse_low=limits[at][0],
            worse_high=limits[at][1],
            better_low=limits[systems + at][0],
            better_high=limits[systems + at][1],
        )
        for at, pair in enumerate(pairs)
        if number_compared[at]
    ]
    return tuple(sorted(made, key=lambda one: (one.worse / one.comparisons, one.system)))


def _limits(
    moved: Influences, share: FloatArray, confidence: float, *, others: bool
) -> list[tuple[float | None, float | None]]:
    """The interval of each share; None where all of its comparisons are about one unit."""
    variance = moved.variance()
    of_judges = variance.median * variance.beyond * (others and variance.known)
    whole = variance.of_units + of_judges
    # Satterthwaite (1946).
    parts = variance.of_units**2 / variance.degrees + of_judges**2 / (variance.freedom + variance.of_all)
    degrees = np.where(parts > 0, quotients(whole**2, parts), variance.degrees)
    held = np.zeros((moved.units, len(share)))
    np.add.at(held, moved.unit, moved.weight)
    limits: list[tuple[float | None, float | None]] = []
    for at, value in enumerate(share.tolist()):
        number, of_unit = int(moved.weight[:, at].sum()), held[:, at]
        # Where all answers are alike they tell nothing of how units differ: each is worth one answer.
        worth = number**2 / max(1.0, float((of_unit**2).sum()))
        if whole[at] > 0 and 0 < value < 1:
            worth = value * (1 - value) / float(whole[at])
        known = (of_unit > 0).sum() > 1
        limits.append(
            share_limits(value, number, worth, float(degrees[at]), confidence) if known else (None, None)
        )
    return limits
