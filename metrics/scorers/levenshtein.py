"""Levenshtein similarity of an output to its source and to its closest reference.

Source: Levenshtein (1966); as measures of corrections: Choshen and Abend (2018), who use them to see how
conservative a metric is. Distances count characters; as in their program, they are divided by the length of
the text that the output is compared with.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from metrics.scorers.scorer import CorpusScore, Material, Scorer, SentenceScore, mean
from rankings.analysis.compiled import compiled

Codes = npt.NDArray[np.uint32]

FIRST_REACH = 8
"""Most corrected sentences differ by fewer letters."""


@dataclass(frozen=True)
class LevenshteinToReference(Scorer[tuple[tuple[Codes, ...], ...]]):
    """Mean over sentences of the greatest of 1 - distance(reference, output) / length(reference)."""

    metric: ClassVar[str] = "levenshtein-reference"
    title: ClassVar[str] = "Levenshtein to the closest reference"
    uses_source: ClassVar[bool] = False
    own_part: ClassVar[str] = "similarity"
    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    def _prepare(self, material: Material) -> tuple[tuple[Codes, ...], ...]:
        return tuple(tuple(map(_codes, texts)) for texts in material.reference_texts)

    def _score(self, hypotheses: Sequence[str], prepared: tuple[tuple[Codes, ...], ...]) -> CorpusScore:
        return _closest(hypotheses, prepared)


@dataclass(frozen=True)
class LevenshteinToSource(Scorer[tuple[tuple[Codes, ...], ...]]):
    """Mean over sentences of 1 - distance(source, output) / length(source)."""

    metric: ClassVar[str] = "levenshtein-source"
    title: ClassVar[str] = "Levenshtein to the source"
    own_part: ClassVar[str] = "similarity"

    def _prepare(self, material: Material) -> tuple[tuple[Codes, ...], ...]:
        return tuple((_codes(source),) for source in material.sources)

    def _score(self, hypotheses: Sequence[str], prepared: tuple[tuple[Codes, ...], ...]) -> CorpusScore:
        return _closest(hypotheses, prepared)


def _closest(hypotheses: Sequence[str], prepared: Sequence[Sequence[Codes]]) -> CorpusScore:
    sentences = []
    for text, others in zip(hypotheses, prepared, strict=True):
        codes = _codes(text)
        distances = [(int(_distance(other, codes)), len(other)) for other in others]
        similarity, distance = max((_similarity(*distance), -distance[0]) for distance in distances)
        sentences.append(SentenceScore(similarity, {"distance": -distance}))
    score = mean(sentence.score for sentence in sentences)
    parts = {"similarity": score, "distance": sum(sentence.parts["distance"] for sentence in sentences)}
    return CorpusScore(score, parts, tuple(sentences))


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
