"""How often what is printed about simulated campaigns holds: intervals, clusters and tests of one kind."""

from collections.abc import Iterable, Sequence

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.certificate_campaigns import Interval, Kind, PairErrors
from rankings.analysis.results.certificate import CertifiedInterval


class Tally:
    """Counts of one kind of interval."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.held: list[tuple[bool, bool, float]] = []
        self.given: list[float] = []
        self.clusters: list[tuple[bool, bool]] = []
        self.tests: list[PairErrors] = []

    def add(self, intervals: Iterable[Interval], others: FloatArray, these: FloatArray) -> None:
        """A campaign of systems that differ, with the scores by other judges and by these."""
        before, systems = len(self.held), 0
        for number, low, high in intervals:
            systems += 1
            if low is not None and high is not None:
                self.held.append((low <= these[number] <= high, low <= others[number] <= high, high - low))
        self.given.append((len(self.held) - before) / systems)

    def add_equal(
        self, clusters: Sequence[Sequence[int]], own: FloatArray, errors: PairErrors | None
    ) -> None:
        """A campaign of equal systems; `own` is (N,) how much its judges prefer each in the long run."""
        least = [min(own[number] for number in cluster) for cluster in clusters]
        most = [max(own[number] for number in cluster) for cluster in clusters]
        wrong = any(above <= max(most[place:]) for place, above in enumerate(least[:-1], 1))
        self.clusters.append((len(clusters) > 1, wrong))
        if errors is not None:
            self.tests.append(errors)

    def result(self) -> CertifiedInterval:
        unit, speaks_for = self.kind
        these, others, width = _means(self.held) if self.held else (None, None, None)
        false_clusters, wrong_clusters = _means(self.clusters)
        false, wrong, false_after_holm, wrong_after_holm = _means(self.tests) if self.tests else [None] * 4
        own = [one.false if speaks_for == "judges-like-these" else one.wrong for one in self.tests]
        return CertifiedInterval(
            unit=unit,
            speaks_for=speaks_for,
            these_judges=these,
            judges_like_these=others,
            width=width,
            false_clusters=false_clusters,
            false_pairs=false,
            false_after_holm=false_after_holm,
            wrong_clusters=wrong_clusters,
            wrong_pairs=wrong,
            wrong_after_holm=wrong_after_holm,
            pairs_error=2 * float(np.std(own, ddof=1)) / len(own) ** 0.5 if own else None,
            without=self.given.count(0.0),
            missing=1 - float(np.mean(self.given)),
        )


def _means(values: Sequence[tuple[float, ...]]) -> list[float]:
    means: list[float] = np.mean(np.array(values, dtype=np.float64), axis=0).tolist()
    return means
