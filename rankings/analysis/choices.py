"""Names of the choices: cheap to import for code that only offers them."""

from typing import Literal, get_args

from rankings.analysis.methods import METHODS, Method

__all__ = [
    "BOOTSTRAP_UNITS",
    "BY_JUDGES",
    "CONVENTIONS",
    "FOLD_UNITS",
    "METHODS",
    "SPEAKS_FOR",
    "BootstrapUnit",
    "Convention",
    "FoldUnit",
    "Method",
    "SpeaksFor",
    "for_whom",
]

BootstrapUnit = Literal["pairs", "rankings", "sentences", "judges", "judge-sentences", "judges-and-sentences"]
BOOTSTRAP_UNITS: tuple[BootstrapUnit, ...] = get_args(BootstrapUnit)

# What draws judges speaks for others, if not well where they are few.
BY_JUDGES: tuple[BootstrapUnit, ...] = ("judges", "judges-and-sentences")

Convention = Literal["standard", "cluster.py", "EW.pl"]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)

# For whom intervals, rank ranges, clusters and tests speak, beside new sentences.
SpeaksFor = Literal["these-judges", "judges-like-these"]
SPEAKS_FOR: tuple[SpeaksFor, ...] = get_args(SpeaksFor)

FoldUnit = Literal["pairs", "rankings", "sentences"]
FOLD_UNITS: tuple[FoldUnit, ...] = get_args(FoldUnit)


def for_whom(speaks_for: SpeaksFor, judges: int) -> str:
    """`for judges like these 8`; "" where the number of judges is not known."""
    if not judges:
        return ""
    if speaks_for == "judges-like-these":
        return f"for judges like these {judges:,}"
    return "for this judge" if judges == 1 else f"for these {judges:,} judges"
