"""Rankings of systems and comparisons of judges as results, with their form in JSON.

Without numerical libraries, because pages read what workers computed.
"""

from dataclasses import dataclass, fields
from typing import Literal

from rankings.analysis.choices import BootstrapUnit, Convention, Method, SpeaksFor, for_whom
from rankings.analysis.methods import registration
from rankings.analysis.range_ends import CloseShare, close_shares

Selection = Literal["only", "without"]
Correlations = tuple[float | None, ...]

HARDLY = 0.2
"""Below this share of the upper limit, the lower limit of a standard deviation is hardly above 0."""
HARDLY_KNOWN = 2
"""Up to so many degrees of freedom, (judges - 1) (systems - 1), hardly tell how much judges differ."""


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """One system in a ranking.

    Attributes:
        system: name.
        score: higher is better; its scale depends on the method. None without a comparison that counts.
        score_low, score_high: interval of the replicated scores at the chosen confidence; None where
            replicates do not differ, or where the data support no interval.
        score_sd: the standard error of the score: their standard deviation, for judges like these without
            the stretching as Student's t; None likewise.
        rank: rank by score within the group, from 1; equal scores share the better rank.
        rank_low, rank_high: first and last rank that the replicates leave at the chosen confidence; None
            where the data support no range.
        mass_low: share of replicates in which the system ranks `rank_low` or better; None without a range.
        mass_high: share of replicates in which it ranks `rank_high` or worse; None without a range.
        cluster: from 1; rank ranges overlap within a cluster only. Numbers go on from group to
            group.
        rank_probabilities: share of replicates in which the system takes rank 1, 2, ... of its group; empty
            without a range.
        comparisons: expanded comparisons that involve the system.
        group: from 1; comparisons link the systems of a group, and no others.

    Rank, cluster and group are None, too, for a system without a comparison that counts.
    """

    system: str
    score: float | None
    score_low: float | None
    score_high: float | None
    score_sd: float | None
    rank: int | None
    rank_low: int | None
    rank_high: int | None
    mass_low: float | None
    mass_high: float | None
    cluster: int | None
    comparisons: int
    rank_probabilities: tuple[float, ...] = ()
    group: int | None = 1


@dataclass(frozen=True, slots=True)
class SystemRanking:
    """A ranking and how it was made.

    Attributes:
        systems: best first within each group, the largest group first; then those that were never compared.
        clusters: the names of the systems of each cluster, best first.
        method, unit, replicates, confidence, seed, convention: as asked for.
        title: of the method.
        units: how many units of resampling the data have.
        without_ranges: why there are no intervals, rank ranges and more than one cluster to a group; "" where
            the data support them.
        notes: warnings about the data for the reader, one sentence each.
        reason: why there are no systems, in a sentence; "" where there are.
        speaks_for: for whom intervals, rank ranges and clusters speak.
        judges: how many judges there are.
        judges_sd: standard deviation between judges of a system's Expected Wins, the same for all systems;
            the median of what the judgments leave possible. None where it cannot be known.
        judges_error: the standard error that judges like these leave in the scores with any number of
            sentences; None likewise.
        judges_sd_low, judges_sd_high: limits of that standard deviation at the confidence; None likewise, and
            in results of earlier versions.
    """

    systems: tuple[RankedSystem, ...]
    clusters: tuple[tuple[str, ...], ...]
    method: Method
    title: str
    unit: BootstrapUnit
    units: int
    replicates: int
    confidence: float
    seed: int
    convention: Convention
    without_ranges: str = ""
    notes: tuple[str, ...] = ()
    reason: str = ""
    speaks_for: SpeaksFor = "these-judges"
    judges: int = 0
    judges_sd: float | None = None
    judges_error: float | None = None
    judges_sd_low: float | None = None
    judges_sd_high: float | None = None

    @property
    def for_whom(self) -> str:
        """`for judges like these 8`; "" for results of earlier versions, which did not count judges."""
        return for_whom(self.speaks_for, self.judges)

    @property
    def on_judges(self) -> str:
        """How much judges differ and what follows from it; "" where it cannot be known or nothing follows."""
        if self.judges_sd is None or self.judges_error is None or self.without_ranges:
            return ""
        if self.unit in ("pairs", "rankings"):  # so rough about sentences that judges are not the question
            return ""
        return " ".join((self._how_judges_differ(self.judges_sd), self._what_follows(self.judges_error)))

    def _how_judges_differ(self, sd: float) -> str:
        low, high, at = self.judges_sd_low, self.judges_sd_high, f"{100 * self.confidence:g} %"
        if low is None or high is None:
            return (
                f"From judge to judge, the Expected Wins of a system vary by {_three_digits(sd)} "
                "(standard deviation)."
            )
        if low < HARDLY * high:
            return (
                f"These {self.judges:,} judges may differ no more than chance explains. At {at}, the "
                f"Expected Wins of a system vary by less than {_three_digits(high)} from judge to "
                "judge (standard deviation)."
            )
        return (
            "From judge to judge, the Expected Wins of a system vary by about "
            f"{_three_digits(sd)} (standard deviation; {_three_digits(low)} to "
            f"{_three_digits(high)} at {at})."
        )

    def _what_follows(self, error: float) -> str:
        if self.speaks_for != "judges-like-these":
            return f"Other judges like these would add a standard error of {_three_digits(error)}."
        systems = sum(system.score is not None for system in self.systems)
        judges = f"{self.judges:,}"
        if (self.judges - 1) * (systems - 1) <= HARDLY_KNOWN:
            return (
                f"{judges} judges of {systems:,} systems hardly tell, so that intervals have to allow "
                "for judges who differ strongly."
            )
        return (
            f"With {judges} judges, no number of sentences brings the standard error much below "
            f"{_three_digits(error)}."
        )

    @property
    def groups(self) -> list[list[RankedSystem]]:
        """The systems in groups that comparisons link; systems that were never compared are in none."""
        groups: dict[int, list[RankedSystem]] = {}
        for system in self.systems:
            if system.group is not None:
                groups.setdefault(system.group, []).append(system)
        return list(groups.values())

    def close_ends(self, system: RankedSystem) -> tuple[CloseShare, ...]:
        """The ends of a rank range that another seed may move; none with too few replicates to tell.

        Of two systems a test decides, which has no seed.
        """
        if system.rank_low is None or system.rank_high is None:
            return ()
        if len(system.rank_probabilities) == 2 and self.convention == "standard":
            return ()
        return close_shares(
            system.rank_low, system.rank_high, system.rank_probabilities, self.replicates, self.confidence
        )


def _three_digits(value: float) -> str:
    return f"{value:.3f}"


def without_ranking(
    reason: str,
    method: Method,
    *,
    replicates: int,
    unit: BootstrapUnit,
    confidence: float,
    seed: int,
    convention: Convention = "standard",
) -> SystemRanking:
    """An empty ranking where the data do not allow one: the settings, and the reason in a sentence."""
    return SystemRanking(
        systems=(),
        clusters=(),
        method=method,
        title=registration(method).title,
        unit=unit,
        units=0,
        replicates=replicates,
        confidence=confidence,
        seed=seed,
        convention=convention,
        reason=f"{reason[:1].upper()}{reason[1:].rstrip('.')}.",
    )


@dataclass(frozen=True, slots=True)
class JudgeRanking(SystemRanking):
    """The ranking of one judge alone, or of all others.

    Attributes:
        judge: name.
    """

    judge: str = ""

    @classmethod
    def of(cls, judge: str, ranking: SystemRanking) -> "JudgeRanking":
        return cls(**{field.name: getattr(ranking, field.name) for field in fields(ranking)}, judge=judge)


@dataclass(frozen=True, slots=True)
class RankingsByJudge:
    """A ranking for every judge.

    Attributes:
        method, title, unit, replicates, confidence, seed, convention: as in `SystemRanking`.
        judges: in the order of their names.
        reason: why there are none, in a sentence; "" where there are.
    """

    method: Method
    title: str
    unit: BootstrapUnit
    replicates: int
    confidence: float
    seed: int
    convention: Convention
    judges: tuple[JudgeRanking, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class JudgeComparison:
    """Correlations of the system scores that follow from single judges.

    Attributes:
        judges: J names.
        systems: N names.
        scores: (J, N) scores from each judge alone; None where no judgment of the judge covers the system.
        spearman, pearson: (J, J) between judges, over systems that both have scores for; None where there are
            fewer than three of them or all scores of one judge are alike, and everywhere if no comparison
            links all systems, because scores of different groups have no common scale.
        spearman_rest, pearson_rest: (J,) each judge against all others taken together.
        comparisons: (J,) expanded comparisons, the weights of the averages.
        spearman_average, pearson_average: of the judges against the others, weighted; None without any.
        method, title: how scores were computed.
        without_correlations: why there are no correlations at all, in a sentence; "" where there are.
    """

    judges: tuple[str, ...]
    systems: tuple[str, ...]
    scores: tuple[tuple[float | None, ...], ...]
    spearman: tuple[Correlations, ...]
    pearson: tuple[Correlations, ...]
    spearman_rest: Correlations
    pearson_rest: Correlations
    comparisons: tuple[int, ...]
    spearman_average: float | None
    pearson_average: float | None
    method: Method
    title: str
    without_correlations: str = ""
