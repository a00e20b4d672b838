"""Numbers of things, and names of what is resampled, as tables, charts and reports word them."""

from appraise_gec.words import Figure, words, words_for_count

# By the unit of a bootstrap.
UNITS: dict[str, str] = {
    "sentences": words("sentences"),
    "rankings": words("rankings"),
    "judges": words("judges"),
    "pairs": words("pairs"),
    "judge-sentences": words("judge-sentences"),
    "judges-and-sentences": words("judges-and-sentences"),
}
RESAMPLED: dict[str, str] = {
    "sentences": words("sentences resampled"),
    "rankings": words("rankings resampled"),
    "judges": words("judges resampled"),
    "pairs": words("pairs resampled"),
    "judge-sentences": words("judge-sentences resampled"),
    "judges-and-sentences": words("judges-and-sentences resampled"),
}
PAIRS_AS_PUBLISHED = words("pairs (as published in 2015) resampled")


def resampled_units(unit: str, units: int) -> str:
    """`sentences (200) resampled`."""
    return words("%(unit)s (%(n)s) resampled", unit=UNITS[unit], n=Figure(f"{units:,}"))


def judges(n: int) -> str:
    """`1 judge`, `1,000 judges`."""
    return words_for_count("%(n)s judge", "%(n)s judges", n)


def systems(n: int) -> str:
    """`1 system`, `2 systems`."""
    return words_for_count("%(n)s system", "%(n)s systems", n)


def sentences(n: int) -> str:
    """`1 sentence`, `2 sentences`."""
    return words_for_count("%(n)s sentence", "%(n)s sentences", n)


def rankings(n: int) -> str:
    """`1 ranking`, `2 rankings`."""
    return words_for_count("%(n)s ranking", "%(n)s rankings", n)


def replicates(n: int) -> str:
    """`1 replicate`, `2 replicates`."""
    return words_for_count("%(n)s replicate", "%(n)s replicates", n)


def clusters(n: int) -> str:
    """`1 cluster`, `2 clusters`."""
    return words_for_count("%(n)s cluster", "%(n)s clusters", n)


def pairs(n: int) -> str:
    """`1 pair`, `2 pairs`."""
    return words_for_count("%(n)s pair", "%(n)s pairs", n)


def comparisons(n: int) -> str:
    """`1 comparison`, `2 comparisons`."""
    return words_for_count("%(n)s comparison", "%(n)s comparisons", n)


def edits(n: int) -> str:
    """`1 edit`, `2 edits`."""
    return words_for_count("%(n)s edit", "%(n)s edits", n)


def times(n: int) -> str:
    """`1 time`, `2 times`."""
    return words_for_count("%(n)s time", "%(n)s times", n)
