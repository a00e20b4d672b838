"""How often what is printed about simulated campaigns holds: intervals, clusters and tests of one kind."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.choices import BootstrapUnit, SpeaksFor
from rankings.analysis.results.certificate import TEST_LEVEL, CertifiedInterval
from rankings.analysis.results.head_to_head import HeadToHead, SystemPair
from rankings.analysis.results.ranking import SystemRanking

Kind = tuple[BootstrapUnit, SpeaksFor]


class Tally:
    """Counts of one kind of interval."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.held: list[tuple[bool, bool, float]] = []
        self.given: list[float] = []
        self.clusters: list[tuple[bool, bool]] = []
        self.tests: list[_Errors] = []

    def add(
        self, ranking: SystemRanking, systems: tuple[str, ...], others: FloatArray, these: FloatArray
    ) -> None:
        """A campaign of systems that differ, with the scores by other judges and by these."""
        place = {name: number for number, name in enumerate(systems)}
        before = len(self.held)
        for one in ranking.systems:
            low, high, number = one.score_low, one.score_high, place[one.system]
            if low is not None and high is not None:
                self.held.append((low <= these[number] <= high, low <= others[number] <= high, high - low))
        self.given.append((len(self.held) - before) / len(ranking.systems))

    def add_equal(
        self, ranking: SystemRanking, systems: tuple[str, ...], own: FloatArray, tests: HeadToHead
    ) -> None:
        """A campaign of equal systems; `own` is (N,) how much its judges prefer each in the long run."""
        preferred = dict(zip(systems, own.tolist(), strict=True))
        least = [min(preferred[name] for name in cluster) for cluster in ranking.clusters]
        most = [max(preferred[name] for name in cluster) for cluster in ranking.clusters]
        wrong = any(above <= max(most[place:]) for place, above in enumerate(least[:-1], 1))
        self.clusters.append((len(ranking.clusters) > 1, wrong))
        if ranking.unit == "sentences":
            self.tests.append(_errors(tests, preferred, others=ranking.speaks_for == "judges-like-these"))

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


class _Errors(NamedTuple):
    """Errors of a test in one campaign of equal systems.

    Attributes:
        false, wrong: share of pairs that it separates, and in the wrong order for the judges of the campaign.
        any_false, any_wrong: whether it does so with any pair after Holm's correction.
    """

    false: float
    wrong: float
    any_false: bool
    any_wrong: bool


def _errors(tests: HeadToHead, preferred: Mapping[str, float], *, others: bool) -> _Errors:
    """Of the test for other judges or for these, where these prefer systems so much in the long run."""
    raw = [pair.p_judges if others else pair.p_sentence for pair in tests.pairs]
    corrected = [pair.p_judges_holm if others else pair.p_sentence_holm for pair in tests.pairs]
    wrong = [_wrong_order(pair, preferred) for pair in tests.pairs]
    separated = np.array([p is not None and p <= TEST_LEVEL for p in raw], dtype=np.float64)
    surely = [p is not None and p <= TEST_LEVEL for p in corrected]
    return _Errors(
        false=float(separated.mean()),
        wrong=float((separated * wrong).mean()),
        any_false=any(surely),
        any_wrong=any(sure and share > 0 for sure, share in zip(surely, wrong, strict=True)),
    )


def _wrong_order(pair: SystemPair, preferred: Mapping[str, float]) -> float:
    """1 where more comparisons were won by the system that judges prefer less, 1/2 if they prefer neither."""
    ahead = (pair.wins_a - pair.wins_b) * (preferred[pair.system_a] - preferred[pair.system_b])
    return 0.5 if ahead == 0 else float(ahead < 0)


def _means(values: Sequence[tuple[float, ...]]) -> list[float]:
    means: list[float] = np.mean(np.array(values, dtype=np.float64), axis=0).tolist()
    return means
