"""Levenshtein similarity of an output to its source and to its closest reference.

Source: Levenshtein (1966); as measures of corrections: Choshen and Abend (2018), who use them to see how
conservative a metric is. Distances count characters; as in their program, they are divided by the length of
the text that the output is compared with.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from metrics.scorers.registry import metric
from metrics.scorers.results import Number, SentenceScore
from metrics.scorers.scorer import Material, SentenceScorer, mean
from rankings.analysis.compiled import compiled

Codes = npt.NDArray[np.uint32]

FIRST_REACH = 8
"""Most corrected sentences differ by fewer letters."""


class Nearest(NamedTuple):
    """Of the texts that an output is compared with the most similar one, and the distance to it."""

    similarity: float
    distance: int


@metric(
    "levenshtein-reference",
    "Levenshtein to the closest reference",
    "in characters, for the length of the reference",
)
@dataclass(frozen=True)
class LevenshteinToReference(SentenceScorer[tuple[Codes, ...], Nearest]):
    """Mean over sentences of the greatest of 1 - distance(reference, output) / length(reference)."""

    uses_source: ClassVar[bool] = False
    own_part: ClassVar[str] = "similarity"
    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    def aggregate(self, rows: Sequence[Nearest]) -> dict[str, Number]:
        return {
            "similarity": mean(row.similarity for row in rows),
            "distance": sum(row.distance for row in rows),
        }

    def _prepare_sentences(self, material: Material) -> Iterable[tuple[Codes, ...]]:
        return (tuple(map(_codes, texts)) for texts in material.reference_texts)

    def _statistics(self, text: str, sentence: tuple[Codes, ...]) -> Nearest:
        codes = _codes(text)
        distances = [(int(_distance(other, codes)), len(other)) for other in sentence]
        similarity, nearness = max((_similarity(*distance), -distance[0]) for distance in distances)
        return Nearest(similarity, -nearness)

    def _sentence_score(self, row: Nearest) -> SentenceScore:
        return SentenceScore(row.similarity, {"distance": row.distance})


@metric("levenshtein-source", "Levenshtein to the source", "in characters, for the length of the source")
@dataclass(frozen=True)
class LevenshteinToSource(LevenshteinToReference):
    """Mean over sentences of 1 - distance(source, output) / length(source)."""

    uses_source: ClassVar[bool] = True
    needs: ClassVar[frozenset[str]] = frozenset()

    def _prepare_sentences(self, material: Material) -> Iterable[tuple[Codes, ...]]:
        return ((_codes(source),) for source in material.sources)


def _similarity(distance: int, length: int) -> float:
    """Negative where more is inserted than the text is long. To an empty text everything has similarity 1."""
    return 1 - distance / length if length else 1.0


def _codes(text: str) -> Codes:
    return np.frombuffer(text.strip().encode("utf-32-le", "surrogatepass"), np.uint32)


@compiled
def _distance(first: Codes, second: Codes) -> int:
    """Only what differs between the common beginning and end is compared, in memory of one row.

    A distance of at most d has a path on which the places in both texts differ by at most d (Ukkonen 1985):
    other cells are left out, with a d that is doubled until the distance found is no more.
    """
    start = 0
    n, m = len(first), len(second)
    while start < n and start < m and first[start] == second[start]:
        start += 1
    while n > start and m > start and first[n - 1] == second[m - 1]:
        n -= 1
        m -= 1
    first, second = first[start:n], second[start:m]
    n, m = len(first), len(second)
    reach = max(FIRST_REACH, abs(n - m))
    while True:
        # A cell that was left out has what stood there before, which is no less than its distance.
        row = np.arange(m + 1)
        for i in range(n):
            left, right = max(0, i - reach), min(m, i + 1 + reach)
            diagonal = row[left]
            row[left] = i + 1 if left == 0 else n + m
            for j in range(left, right):
                best = diagonal + (first[i] != second[j])
                diagonal = row[j + 1]
                row[j + 1] = min(best, min(row[j + 1], row[j]) + 1)
        if row[m] <= reach or reach >= max(n, m):
            return row[m]  # type: ignore[no-any-return]
        reach *= 2
