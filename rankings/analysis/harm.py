"""How often corrections harm: outputs of each system judged against the unchanged sentence.

Where the unchanged sentence is ranked among the outputs, as a system of its own, every ranking says of each
other system whether its output is worse, better or as good; an output that changes nothing is as good.
Comparisons of a sentence depend on each other, so intervals take sentences as units.
"""

from dataclasses import dataclass

import numpy as np

from rankings.analysis.pair_counts import FIRST_WINS, OUTCOMES, SECOND_WINS, count_pairs_by_unit
from rankings.formats.columns import Judgments

UNCHANGED = "INPUT"


@dataclass(frozen=True, slots=True)
class Harm:
    """One system against the unchanged sentence.

    Attributes:
        system: name.
        comparisons: how often the two were compared.
        worse, equal, better: how often the output of the system was.
        worse_low, worse_high, better_low, better_high: intervals of the shares, for these judges and other
            sentences; None where all comparisons are about one sentence.
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


def harm(table: Judgments, confidence: float = 0.95, unchanged: str = UNCHANGED) -> tuple[Harm, ...]:
    """Every system against the unchanged sentence, the least harmful first; none where that takes no part."""
    from rankings.analysis.edit_marks import share_with_interval  # noqa: PLC0415 - slow to import

    if unchanged not in table.systems:
        return ()
    counts = count_pairs_by_unit(table, "sentences")
    number = counts.systems.index(unchanged)
    first, second = np.triu_indices(len(counts.systems), 1)
    by_sentence = counts.counts if isinstance(counts.counts, np.ndarray) else counts.counts.toarray()
    made = []
    for pair in np.flatnonzero((first == number) | (second == number)):
        outcomes = by_sentence[:, pair * OUTCOMES : (pair + 1) * OUTCOMES].astype(int)
        is_first = first[pair] == number
        worse = outcomes[:, FIRST_WINS if is_first else SECOND_WINS]
        better = outcomes[:, SECOND_WINS if is_first else FIRST_WINS]
        compared = outcomes.sum(axis=1)
        if not compared.sum():
            continue
        shares = [
            share_with_interval(list(zip(compared.tolist(), part.tolist(), strict=True)), confidence)
            for part in (worse, better)
        ]
        made.append(
            Harm(
                system=counts.systems[second[pair] if is_first else first[pair]],
                comparisons=int(compared.sum()),
                worse=int(worse.sum()),
                equal=int((compared - worse - better).sum()),
                better=int(better.sum()),
                worse_low=shares[0].low,
                worse_high=shares[0].high,
                better_low=shares[1].low,
                better_high=shares[1].high,
            )
        )
    return tuple(sorted(made, key=lambda one: (one.worse / one.comparisons, one.system)))
