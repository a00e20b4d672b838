"""What intervals, clusters and tests are worth on one design, as a result with its form in JSON."""

from dataclasses import dataclass
from math import comb, sqrt
from typing import Any, Literal

from rankings.analysis.choices import BootstrapUnit, SpeaksFor
from rankings.formats.json_form import result

Verdict = Literal["too narrow", "as claimed", "wider than needed", "claims nothing"]
Claim = Literal["clusters", "pairs", "after Holm"]
# Of the tests that are simulated.
TEST_LEVEL = 0.05
# As rare as a value beyond two standard errors on one side.
RARE = 0.025


@dataclass(frozen=True, slots=True)
class CertifiedInterval:
    """One kind of interval, with the clusters and tests that go with it.

    Attributes:
        unit, speaks_for: as in `rank_systems`.
        these_judges: share of the given intervals that hold what the judges of the campaign would say in the
            long run; None where no campaign gave one.
        judges_like_these: share that hold what other judges like them would; None likewise.
        width: mean width of the given intervals; None likewise.
        false_clusters: share of campaigns with equal systems that show more than one cluster.
        false_pairs: share of pairs of equal systems that its test separates; None where no test goes with it.
        false_after_holm: share of campaigns with equal systems in which it separates any pair after Holm's
            correction; None likewise.
        wrong_clusters: share of campaigns with equal systems in which clusters put a system above another
            that the judges of the campaign would prefer in the long run. Judges who differ by chance are no
            error of what speaks for them alone. None in certificates from before it was counted.
        wrong_pairs: share of pairs that its test separates in the wrong order for these judges; where they
            prefer neither, both orders count half. None likewise, or where no test goes with it.
        wrong_after_holm: share of campaigns in which it does so after Holm's correction; None likewise.
        pairs_error: twice the standard error of the share of pairs for whom the interval speaks, from how
            campaigns differ; None likewise.
        without: campaigns, of those with systems that differ, that gave no interval at all; None likewise.
        missing: share of intervals that they did not give; None likewise. In such older certificates an
            interval that was not given counts as one from 0 to 1.
    """

    unit: BootstrapUnit
    speaks_for: SpeaksFor
    these_judges: float | None
    judges_like_these: float | None
    width: float | None
    false_clusters: float
    false_pairs: float | None
    false_after_holm: float | None
    wrong_clusters: float | None = None
    wrong_pairs: float | None = None
    wrong_after_holm: float | None = None
    pairs_error: float | None = None
    without: int | None = None
    missing: float | None = None

    @property
    def claimed(self) -> float | None:
        """The coverage for whom the interval speaks."""
        return self.judges_like_these if self._others else self.these_judges

    @property
    def counts_wrong_orders(self) -> bool:
        """Whether errors are wrong orders for these judges; else they are separations of equal systems."""
        return not self._others

    def errors(self, claim: Claim) -> float | None:
        """The share of errors of clusters or tests, for whom the interval speaks; None if unknown."""
        if claim == "clusters":
            return self.false_clusters if self._others else self.wrong_clusters
        if claim == "pairs":
            return self.false_pairs if self._others else self.wrong_pairs
        return self.false_after_holm if self._others else self.wrong_after_holm

    @property
    def _others(self) -> bool:
        return self.speaks_for == "judges-like-these"


@dataclass(frozen=True, slots=True)
class SimulatedModel:
    """How systems, outputs and judges differ in the simulation, estimated from the judgments.

    The unit is the standard deviation of an output's quality around its system's.

    Attributes:
        ties: share of tied comparisons of two outputs.
        level: width of a level, within which outputs tie.
        agreed: share of the variance of an output that all judges see alike.
        agreed_known: whether the judgments tell it; without sentences judged twice it is that of 2015.
        judges: standard deviation between judges of a system's quality, as likely too high as too low.
        spread: standard deviation of the quality of systems.
        judges_low, judges_high: the least and the most with which campaigns were simulated; None in
            certificates that took one value for the truth.
    """

    ties: float
    level: float
    agreed: float
    agreed_known: bool
    judges: float
    spread: float
    judges_low: float | None = None
    judges_high: float | None = None


def _second_version(document: dict[str, Any]) -> dict[str, Any]:
    """Kinds of interval that no campaign gave: they counted as intervals from 0 to 1, which hold."""
    kinds = document.get("intervals")
    if not isinstance(kinds, list):
        return document
    nothing = {"these_judges": None, "judges_like_these": None, "width": None}
    never = [isinstance(one, dict) and one.get("width") == 1 for one in kinds]
    return document | {
        "intervals": [one | nothing if gone else one for one, gone in zip(kinds, never, strict=True)]
    }


@result("certificate", version=2, upgrades={1: _second_version})
@dataclass(frozen=True, slots=True)
class Certificate:
    """Simulated campaigns of the design of some judgments, with known truth.

    Attributes:
        intervals: one for each kind.
        model: of the simulation; None where nothing could be simulated.
        rankings, judges, sentences, systems: of the design.
        campaigns: simulated with systems as far apart as the judgments say, and as many with equal systems.
        replicates, confidence, seed: as in `rank_systems`.
        error: twice the standard error of a share near the confidence, from the number of campaigns alone.
        reason: why there is no certificate, in a sentence; "" where there is one.
    """

    intervals: tuple[CertifiedInterval, ...]
    model: SimulatedModel | None
    rankings: int
    judges: int
    sentences: int
    systems: int
    campaigns: int
    replicates: int
    confidence: float
    seed: int
    error: float
    reason: str = ""

    def interval(self, unit: BootstrapUnit, speaks_for: SpeaksFor) -> CertifiedInterval | None:
        """What is known about a ranking; only by sentences there are intervals for either kind of judges."""
        kinds = (one for one in self.intervals if one.unit == unit)
        return next((one for one in kinds if unit != "sentences" or one.speaks_for == speaks_for), None)

    def verdict(self, one: CertifiedInterval) -> Verdict:
        """Whether the given intervals hold as often as they claim, within the error of the simulation."""
        if one.claimed is None:
            return "claims nothing"
        # Fewer campaigns gave intervals, so that their share is known less well.
        error = self.error * sqrt(self.campaigns / max(1, self.campaigns - (one.without or 0)))
        if one.claimed < self.confidence - error:
            return "too narrow"
        return "wider than needed" if one.claimed > self.confidence + error else "as claimed"

    def limit(self, one: CertifiedInterval, claim: Claim) -> float:
        """The share of errors that clusters or tests may reach for whom the interval speaks.

        Clusters are drawn at the confidence, tests made at 0.05. A two-sided test puts a pair in the wrong
        order in at most half as many cases as it separates equal systems.
        """
        if claim == "clusters":
            return round(1 - self.confidence, 12)
        return TEST_LEVEL / 2 if claim == "pairs" and one.counts_wrong_orders else TEST_LEVEL

    def too_often(self, one: CertifiedInterval) -> tuple[Claim, ...]:
        """Which of clusters and tests err more often than their limit, beyond the error of the simulation."""
        if self.verdict(one) == "claims nothing":
            return ()
        claims: tuple[Claim, ...] = ("clusters", "pairs", "after Holm")
        return tuple(claim for claim in claims if self._errs(one, claim))

    def holds(self, one: CertifiedInterval) -> bool:
        """Whether intervals are no narrower than they claim, and clusters and tests err no more often."""
        return self.verdict(one) in ("as claimed", "wider than needed") and not self.too_often(one)

    def _errs(self, one: CertifiedInterval, claim: Claim) -> bool:
        share, limit = one.errors(claim), self.limit(one, claim)
        if share is None:
            return False
        if claim == "pairs" and one.pairs_error is not None:
            return share - one.pairs_error > limit
        # How probable so many campaigns with an error are, if each has one with the probability of the limit.
        seen, number = round(share * self.campaigns), self.campaigns
        fewer = sum(comb(number, k) * limit**k * (1 - limit) ** (number - k) for k in range(seen))
        return 1 - fewer < RARE
