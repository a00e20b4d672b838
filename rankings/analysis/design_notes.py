"""What a reader has to know about a design that was planned from judgments."""

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.few_units import FEW_UNITS
from rankings.analysis.variance_parts import Parts


def notes_on_design(sentences: int, parts: Parts, between: FloatArray, level: float) -> tuple[str, ...]:
    """Notes, a sentence or two each.

    Args:
        sentences: with a decided comparison.
        parts: of the variance, as estimated.
        between: (W,) variances between judges in the simulated worlds.
        level: of the intervals of the design.
    """
    notes = []
    if sentences < FEW_UNITS:
        notes.append(
            f"Only {sentences} sentences have a decided comparison. All that follows from them is a rough "
            "guess, intervals included."
        )
    if not parts.sentences_known:
        notes.append(
            "Too few sentences were ranked by two judges to tell what they have in common; the proportion is "
            "taken to be that of 2015."
        )
    if not parts.judges_known:
        notes.append(
            "No two judges ranked two sentences each, so how much judges differ is taken to be as in 2015."
        )
        return tuple(notes)
    low, high = np.quantile(between, (0.5 - level / 2, 0.5 + level / 2)) ** 0.5
    notes.append(
        f"How much judges differ, about {parts.of_judges**0.5:.3f}, is an estimate. Simulated campaigns draw "
        f"it from what the judgments leave possible: {100 * level:.0f} % of them have {low:.3f} to "
        f"{high:.3f}."
    )
    return tuple(notes)
