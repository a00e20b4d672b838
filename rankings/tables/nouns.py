"""Numbers of things, and names of what is resampled, as tables, charts and reports word them."""

from appraise_gec.words import plural

# By the unit of a bootstrap.
UNITS: dict[str, str] = {
    "sentences": "sentences",
    "rankings": "rankings",
    "judges": "judges",
    "pairs": "pairs",
    "judge-sentences": "judge-sentences",
    "judges-and-sentences": "judges-and-sentences",
}
RESAMPLED: dict[str, str] = {
    "sentences": "sentences resampled",
    "rankings": "rankings resampled",
    "judges": "judges resampled",
    "pairs": "pairs resampled",
    "judge-sentences": "judge-sentences resampled",
    "judges-and-sentences": "judges-and-sentences resampled",
}
PAIRS_AS_PUBLISHED = "pairs (as published in 2015) resampled"


def resampled_units(unit: str, units: int) -> str:
    """`sentences (200) resampled`."""
    return f"{UNITS[unit]} ({units:,}) resampled"


def judges(n: int) -> str:
    """`1 judge`, `1,000 judges`."""
    return plural(n, "{n} judge", "{n} judges")


def systems(n: int) -> str:
    """`1 system`, `2 systems`."""
    return plural(n, "{n} system", "{n} systems")


def sentences(n: int) -> str:
    """`1 sentence`, `2 sentences`."""
    return plural(n, "{n} sentence", "{n} sentences")


def rankings(n: int) -> str:
    """`1 ranking`, `2 rankings`."""
    return plural(n, "{n} ranking", "{n} rankings")


def replicates(n: int) -> str:
    """`1 replicate`, `2 replicates`."""
    return plural(n, "{n} replicate", "{n} replicates")


def clusters(n: int) -> str:
    """`1 cluster`, `2 clusters`."""
    return plural(n, "{n} cluster", "{n} clusters")


def pairs(n: int) -> str:
    """`1 pair`, `2 pairs`."""
    return plural(n, "{n} pair", "{n} pairs")


def comparisons(n: int) -> str:
    """`1 comparison`, `2 comparisons`."""
    return plural(n, "{n} comparison", "{n} comparisons")


def edits(n: int) -> str:
    """`1 edit`, `2 edits`."""
    return plural(n, "{n} edit", "{n} edits")


def times(n: int) -> str:
    """`1 time`, `2 times`."""
    return plural(n, "{n} time", "{n} times")
