"""Names of the choices: cheap to import for code that only offers them."""

from typing import Literal, get_args

from rankings.analysis.methods import METHODS, Method

__all__ = [
    "BOOTSTRAP_UNITS",
    "CONVENTIONS",
    "FOLD_UNITS",
    "METHODS",
    "SPEAKS_FOR",
    "BootstrapUnit",
    "Convention",
    "FoldUnit",
    "Method",
    "SpeaksFor",
]

BootstrapUnit = Literal["pairs", "rankings", "sentences", "judges", "judge-sentences", "judges-and-sentences"]
BOOTSTRAP_UNITS: tuple[BootstrapUnit, ...] = get_args(BootstrapUnit)

Convention = Literal["standard", "cluster.py", "EW.pl"]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)

# For whom intervals, rank ranges, clusters and tests speak, beside new sentences.
SpeaksFor = Literal["these-judges", "judges-like-these"]
SPEAKS_FOR: tuple[SpeaksFor, ...] = get_args(SpeaksFor)

FoldUnit = Literal["pairs", "rankings", "sentences"]
FOLD_UNITS: tuple[FoldUnit, ...] = get_args(FoldUnit)
