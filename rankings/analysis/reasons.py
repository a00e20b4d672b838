"""What data leave open where they are thin: one short sentence for each case, the same everywhere."""

import math
from collections.abc import Iterable, Sequence

# Below these numbers, intervals at 95 % held the truth in less than about nine tenths of simulated
# evaluations (docs/statistics-in-detail.md).
FEW_UNITS = 10
FEW_JUDGES = 20
# Of fewer judges all may share one taste: no interval speaks for others.
FEWEST_JUDGES = 5
# From so many documents on intervals hold.
FEWEST_DOCUMENTS = 4
NAMED_PAIRS = 5

NO_PAIRS = "There are no two systems to compare."
NOTHING_DECIDED = "No comparison was decided."
OTHER_OPPONENTS = "Not all systems met the same opponents; Bradley-Terry is the method for that."
NARROW = "Intervals from so few judges are too narrow to speak for others."
FEW_REPLICATES = "Too few replicates for intervals and rank ranges at this confidence."
SENTENCES_AS_2015 = "Too few sentences were judged twice; what they have in common is as in 2015."
JUDGES_AS_2015 = "How much judges differ cannot be told, and is taken to be as in 2015."


def fewest_units(confidence: float) -> int:
    """The fewest units from which an exact sign-flip test can reach p <= 1 - confidence: 6 at 0.95.

    The most extreme outcome of n units has the two-sided p-value 2 ** (1 - n).
    """
    return max(2, 1 + math.ceil(round(-math.log2(1 - confidence), 9)))


def few_judges(judges: int) -> str:
    """That nothing speaks for other judges."""
    number = ("One judge", "Two judges", "Three judges", "Four judges")[judges - 1]
    cannot = "cannot speak for others" if judges > 1 else "speaks for nobody else"
    return f"{number} {cannot}; it takes five to see how much judges differ."


def too_few(number: int, units: str, least: int) -> str:
    """Why systems cannot be told apart."""
    return f"A comparison was decided in only {_counted(number, units)}; at least {least} are needed."


def few(number: int, units: str) -> str:
    """That numbers are rough."""
    return f"A comparison was decided in only {_counted(number, units)}, so intervals and ranks are rough."


def never_compared(names: Iterable[str]) -> str:
    """That systems have no place."""
    return f"Never compared, or only tied: {', '.join(names)}."


def unlinked(groups: Iterable[Sequence[str]]) -> str:
    """That there is no common order."""
    return f"No comparison links these groups of systems: {'; '.join(map(', '.join, groups))}."


def apart(pairs: Sequence[tuple[str, str]]) -> str:
    """That others decide the order of two systems."""
    named = ", ".join(f"{one} and {other}" for one, other in pairs[:NAMED_PAIRS])
    more = len(pairs) - NAMED_PAIRS
    rest = f" and {more:,} more pair{'s' if more > 1 else ''}" if more > 0 else ""
    return f"Never compared with each other, or only tied: {named}{rest}."


def alike(names: Iterable[str]) -> str:
    """That scores have no interval, because replicates do not differ."""
    return f"No interval, because resampling hardly changes the score: {', '.join(names)}."


def unbounded(names: Iterable[str]) -> str:
    """That scores have no interval, because the model has no limit for them."""
    return f"No interval, because nothing bounds how far these lie apart: {', '.join(names)}."


def indifferent(prefer: int, judges: int) -> str:
    """That some judges tied everything."""
    return f"Only {prefer:,} of {judges:,} judges ever preferred an output; only they count as judges."


def _counted(number: int, plural: str) -> str:
    """`1 judge`, `2 judge-sentences`."""
    return f"{number:,} {plural.removesuffix('s') if number == 1 else plural}"
