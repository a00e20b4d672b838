"""What intervals, clusters and tests are worth on one design, as a result with its form in JSON."""

from dataclasses import dataclass
from typing import Literal

from rankings.analysis.choices import BootstrapUnit, SpeaksFor
from rankings.formats.json_form import result

Verdict = Literal["too narrow", "as claimed", "wider than needed", "claims nothing"]
# Expected Wins lie between 0 and 1.
WHOLE_SCALE = 1.0


@dataclass(frozen=True, slots=True)
class CertifiedInterval:
    """One kind of interval, with the clusters and tests that go with it.

    Attributes:
        unit, speaks_for: as in `rank_systems`.
        these_judges: share of intervals that hold what the judges of the campaign would say in the long run.
        judges_like_these: share that hold what other judges like them would.
        width: mean width of intervals; where none is given, 1.
        false_clusters: share of campaigns with equal systems that show more than one cluster.
        false_pairs: share of pairs of equal systems that its test separates; None where no test goes with it.
        false_after_holm: share of campaigns with equal systems in which it separates any pair after Holm's
            correction; None likewise.
    """

    unit: BootstrapUnit
    speaks_for: SpeaksFor
    these_judges: float
    judges_like_these: float
    width: float
    false_clusters: float
    false_pairs: float | None
    false_after_holm: float | None

    @property
    def claimed(self) -> float:
        """The coverage for whom the interval speaks."""
        return self.judges_like_these if self.speaks_for == "judges-like-these" else self.these_judges


@dataclass(frozen=True, slots=True)
class SimulatedModel:
    """How systems, outputs and judges differ in the simulation, estimated from the judgments.

    The unit is the standard deviation of an output's quality around its system's.

    Attributes:
        ties: share of tied comparisons of two outputs.
        level: width of a level, within which outputs tie.
        agreed: share of the variance of an output that all judges see alike.
        agreed_known: whether the judgments tell it; without sentences judged twice it is that of 2015.
        judges: standard deviation between judges of a system's quality.
        spread: standard deviation of the quality of systems.
    """

    ties: float
    level: float
    agreed: float
    agreed_known: bool
    judges: float
    spread: float


@result("certificate", version=1)
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
        """Whether intervals hold as often as they claim, within the error of the simulation.

        No interval, which counts as one from 0 to 1, always holds and says nothing.
        """
        if one.width >= WHOLE_SCALE:
            return "claims nothing"
        if one.claimed < self.confidence - self.error:
            return "too narrow"
        return "wider than needed" if one.claimed > self.confidence + self.error else "as claimed"
