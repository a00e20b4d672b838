"""How many units resampling needs, and notes where there are few. Without numerical libraries."""

import math

from rankings.analysis.choices import BootstrapUnit

# Below these numbers, intervals at 95 % held the truth in less than about nine tenths of simulated
# evaluations (`python -m benchmarks.statistics_few_units`; for judges docs/statistics-in-detail.md).
FEW_UNITS = 10
FEW_JUDGES = 20

JUDGES_COVERAGE = (
    "In simulations, 95 % intervals by judges held the truth in 50 % of cases with two judges, in 75 % with "
    "three, in 84 % with five and in 88 % with eight"
)


def fewest_units(confidence: float) -> int:
    """The fewest units from which an exact sign-flip test can reach p <= 1 - confidence: 6 at 0.95.

    The most extreme outcome of n units has the two-sided p-value 2 ** (1 - n).
    """
    return max(2, 1 + math.ceil(round(-math.log2(1 - confidence), 9)))


def reason_without_ranges(unit: BootstrapUnit, units: int, sentences: int, confidence: float) -> str:
    """Why there are no intervals, rank ranges and clusters; "" where there are enough units.

    Args:
        unit: of resampling; "judges-and-sentences" counts sentences.
        units: how many of them hold a decided comparison.
        sentences: how many sentences do. Whatever is resampled, judgments of fewer sentences are about these
            sentences only, and tests between two systems flip sentences.
        confidence: of intervals and rank ranges.
    """
    least = fewest_units(confidence)
    without = "so there are no intervals and no rank ranges, and all systems share one cluster"
    if not sentences:
        return f"No comparison was decided, {without}."
    too_few_units = units < least and unit != "judges-and-sentences"
    if not too_few_units and sentences >= least:
        return ""
    named, number = (unit, units) if too_few_units and unit != "sentences" else ("sentences", sentences)
    note = (
        f"Only {_counted(number, named)} with a decided comparison: even if {'it' if number == 1 else 'all'} "
        f"spoke for the same system, an exact test would give p = {2.0 ** (1 - number):.2g}, above "
        f"{1 - confidence:.2g}, {without}. At least {least} {named} are needed."
    )
    return f"{note} {JUDGES_COVERAGE}." if named == "judges" else note


def notes_on_few_units(unit: BootstrapUnit, units: int, sentences: int, judges: int) -> tuple[str, ...]:
    """Notes on intervals from few units, where there are any."""
    notes = []
    if unit == "judges" and units < FEW_JUDGES:
        notes.append(
            f"Intervals from {_counted(units, 'judges')} are too narrow to tell how other judges would rank. "
            f"{JUDGES_COVERAGE}."
        )
    if unit == "judges-and-sentences" and judges < FEW_UNITS:
        notes.append(
            f"Only {_counted(judges, 'judges')}. In simulations, 95 % intervals by judges and sentences held "
            "the truth in 97 % of cases with three judges who differ as those of 2015 did, but in 76 % with "
            "three who differ strongly."
        )
    named, number = ("sentences", sentences)
    if unit not in ("sentences", "judges", "judges-and-sentences") and units < sentences:
        named, number = (unit, units)
    if number < FEW_UNITS:
        notes.append(
            f"Only {_counted(number, named)} with a decided comparison, so that intervals and rank ranges "
            "are rough: in simulations, 95 % intervals from 6 to 10 sentences held the truth in 86 to "
            "91 % of cases for these judges alone, and in 93 to 95 % for judges like these."
        )
    return tuple(notes)


def _counted(number: int, plural: str) -> str:
    """`1 judge`, `2 judge-sentences`."""
    return f"{number:,} {plural.removesuffix('s') if number == 1 else plural}"
