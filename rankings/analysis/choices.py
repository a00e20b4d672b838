"""Names of the choices: cheap to import for code that only offers them."""

from typing import Literal, get_args

from appraise_gec.words import plural
from rankings.analysis.methods import Method, registration

# The defaults behind every door: so many resamplings that ends near the cut hardly move with the seed.
REPLICATES = 10_000
REPLICATES_OF_SIMULATIONS = 1_000
SEED = 2015

# "usual" is documents where the data name some with several sentences, else sentences.
BootstrapUnit = Literal[
    "usual",
    "pairs",
    "rankings",
    "sentences",
    "documents",
    "judges",
    "judge-sentences",
    "judges-and-sentences",
]
BOOTSTRAP_UNITS: tuple[BootstrapUnit, ...] = get_args(BootstrapUnit)

# What other texts would change: their judgments stay together whoever judges.
WholeUnit = Literal["sentences", "documents"]
WHOLE_UNITS: tuple[BootstrapUnit, ...] = ("usual", "sentences", "documents")

# Those that forms offer, the default first.
UNITS: dict[BootstrapUnit, str] = {
    "usual": "Documents where there are some with several sentences, else sentences (recommended)",
    "sentences": "Sentences: all judgments of a sentence stay together",
    "documents": "Documents: all judgments of a document stay together",
    "rankings": "Rankings: each answer of a judge stays together",
    "judges": "Judges: how the result depends on who judged",
    "pairs": "Pairs of systems: as published in 2015, too narrow",
}

# What draws judges speaks for others, if not well where they are few.
BY_JUDGES: tuple[BootstrapUnit, ...] = ("judges", "judges-and-sentences")

Convention = Literal["standard", "cluster.py", "EW.pl"]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)

# For whom intervals, rank ranges, clusters and tests speak, beside new sentences.
SpeaksFor = Literal["these-judges", "judges-like-these"]
SPEAKS_FOR: tuple[SpeaksFor, ...] = get_args(SpeaksFor)

# How two systems are tested; the fuller words are in `rankings.sections.head_to_head`.
PairTest = Literal["judges-holm", "sentence-holm", "sign"]
PAIR_TESTS: tuple[PairTest, ...] = get_args(PairTest)

FoldUnit = Literal["pairs", "rankings", "sentences"]
FOLD_UNITS: tuple[FoldUnit, ...] = get_args(FoldUnit)


def usual_replicates(method: Method) -> int:
    """How many replicates a method gets where nobody asks: fewer if each of them is a simulation."""
    return REPLICATES_OF_SIMULATIONS if registration(method).simulates else REPLICATES


def replicates_of(method: Method, asked: int) -> int:
    """As many as were asked for; no more than usual where each of them is a simulation."""
    return min(asked, REPLICATES_OF_SIMULATIONS) if registration(method).simulates else asked


def for_whom(speaks_for: SpeaksFor, judges: int) -> str:
    """`for judges like these 8`; "" where the number of judges is not known."""
    if not judges:
        return ""
    if speaks_for == "judges-like-these":
        return f"for judges like these {judges:,}"
    return plural(judges, "for this judge", "for these {n} judges")


def judges_spoken_for(
    asked: SpeaksFor | None, unit: BootstrapUnit, convention: Convention = "standard"
) -> SpeaksFor:
    """For whom a ranking speaks if it has several judges.

    There is a choice where sentences or documents are resampled by the usual rules; judges like these is the
    default, unless there are too few of them.

    Args:
        asked: what somebody asked for; None where nobody did.

    Raises:
        ValueError: something unknown, or what the unit or the convention rule out.
    """
    if asked is not None and asked not in SPEAKS_FOR:
        raise ValueError(f"speaks_for {asked!r} is not one of {', '.join(SPEAKS_FOR)}")
    if unit in WHOLE_UNITS and convention == "standard":
        return asked or "judges-like-these"
    only: SpeaksFor = "judges-like-these" if unit in BY_JUDGES else "these-judges"
    if asked not in (None, only):
        fixed = f"the unit {unit}" if unit not in WHOLE_UNITS else f"the convention {convention}"
        raise ValueError(
            f"{fixed} leaves no choice: intervals speak for {only.replace('-', ' ')}. For others, choose the "
            "unit sentences and the convention standard"
        )
    return only


def target_of_test(test: PairTest) -> SpeaksFor:
    """For whom a test of two systems speaks."""
    return "judges-like-these" if test.startswith("judges") else "these-judges"
