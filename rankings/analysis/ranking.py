"""Systems ranked from human judgments, with what the data leave open: intervals, rank ranges, clusters.

Grundkiewicz et al. (2015), section 5.2 and Tables 3b, 3c and 7; Koehn (2012) for rank ranges and clusters.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rankings.analysis.choices import (
    CONVENTIONS,
    SEED,
    BootstrapUnit,
    Convention,
    Method,
    SpeaksFor,
    for_whom,
    usual_replicates,
)
from rankings.analysis.comparison_graph import notes_on_counts
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.methods import registration
from rankings.analysis.range_ends import CloseShare, close_shares, cut_margin, replicates_for_ends
from rankings.analysis.ranked_systems import (
    RULES,
    RankedSystem,
    never_compared,
    notes_on_spread,
    ranked_group,
)
from rankings.analysis.resampled_systems import resample

HARDLY = 0.2
"""Below this share of the upper limit, the lower limit of a standard deviation is hardly above 0."""
HARDLY_KNOWN = 2
"""Up to so many degrees of freedom, (judges - 1) (systems - 1), hardly tell how much judges differ."""


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


__all__ = ["CONVENTIONS", "Convention", "RankedSystem", "SystemRanking", "rank_systems"]


def rank_systems(
    table: JudgmentTable,
    method: Method = "expected-wins",
    *,
    replicates: int | None = None,
    unit: BootstrapUnit = "sentences",
    confidence: float = 0.95,
    seed: int = SEED,
    progress: Callable[[float], None] | None = None,
    convention: Convention = "standard",
    speaks_for: SpeaksFor | None = None,
) -> SystemRanking:
    """Score all systems, resample the data, and find which ranks and clusters the data support.

    Args:
        table: the judgments.
        method: how pair counts become scores.
        replicates: number of resamplings, at least 1; `usual_replicates` of the method if None.
        unit: what is resampled. "sentences" keeps all judgments of a sentence together; "pairs" is
            what the 2015 paper did, and too narrow, because comparisons of one ranking depend on each other.
        confidence: of intervals and rank ranges, between 0 and 1.
        seed: of the random numbers; the same table and seed give the same result to the last bit.
        progress: called with the finished share of the work, from 0 to 1.
        convention: "standard"; or "cluster.py" or "EW.pl" for the rules of the published scripts: how many
            replicates to cut, how ties are broken, where clusters start, and whether the score is that of the
            data or the mean over replicates.
        speaks_for: whether intervals, rank ranges and clusters say what these judges would make of other
            sentences, or also what other judges like them would. The latter resamples sentences and adds the
            variance between judges (`rankings.analysis.judge_variance`), and is the default. Other units,
            other conventions and a single judge leave no choice; the result says for whom it speaks.

    Raises:
        ValueError: an option out of its range; a unit or convention that rules out `speaks_for`.
        TooFewJudgmentsError: fewer than two systems, or no ranking.
        TooFewUnitsError: fewer than two units to resample.
    """
    replicates = usual_replicates(method) if replicates is None else replicates
    resampled = resample(
        table,
        method,
        replicates=replicates,
        unit=unit,
        confidence=confidence,
        seed=seed,
        progress=progress,
        convention=convention,
        speaks_for=speaks_for,
    )
    scoring, grounds, counts = resampled.scoring, resampled.grounds, resampled.grounds.counts
    systems: list[RankedSystem] = []
    for group in resampled.groups:
        systems += ranked_group(
            replace(group.group, earlier_clusters=systems[-1].cluster or 0 if systems else 0),
            group.scores,
            group.replicated,
            grounds,
            errors=group.errors,
            confidence=confidence,
            rules=RULES[convention],
        )
    boundless = scoring.without_bound(counts)
    spread_notes = notes_on_spread([one for one in systems if one.system not in boundless], grounds.reason)
    systems = [
        replace(one, score_low=None, score_high=None, score_sd=None) if one.system in boundless else one
        for one in systems
    ]
    linked = {index for group in resampled.groups for index in group.group.members}
    involved = counts.comparisons.sum(axis=1).tolist()
    systems += [
        never_compared(name, involved[index])
        for index, name in enumerate(counts.systems)
        if index not in linked
    ]
    between = resampled.between
    sd_low, sd_high = between.sd_limits(confidence)
    ranking = SystemRanking(
        systems=tuple(systems),
        clusters=_clusters(systems),
        method=method,
        title=scoring.title,
        unit=unit,
        units=resampled.units,
        replicates=replicates,
        confidence=confidence,
        seed=seed,
        convention=convention,
        speaks_for=resampled.speaks_for,
        judges=between.judges,
        judges_sd=between.sd,
        judges_error=between.least_error,
        judges_sd_low=sd_low,
        judges_sd_high=sd_high,
        without_ranges=grounds.reason,
        notes=(
            *filter(None, (grounds.reason,)),
            *notes_on_counts(counts, method),
            *filter(None, (scoring.note_on_counts(counts), resampled.note_on_replicates)),
            *spread_notes,
            *(grounds.notes if not grounds.reason else ()),
        ),
    )
    on_judges = filter(None, (_note_on_indifferent(table), ranking.on_judges))
    return replace(ranking, notes=(*ranking.notes, *on_judges, *_notes_on_ends(ranking)))


def _note_on_indifferent(table: JudgmentTable) -> str:
    """That some judges are not counted, because they tied everything; "" where nobody or everybody did."""
    ranked, prefer = np.unique(table.judge[~table.skipped]).size, table.judges_who_prefer()
    if prefer in (0, ranked):
        return ""
    return (
        f"Only {prefer:,} of {ranked:,} judges ever ranked one output above another; the ranking counts "
        "those alone as its judges."
    )


def _clusters(systems: Sequence[RankedSystem]) -> tuple[tuple[str, ...], ...]:
    """The names of the systems of each cluster."""
    last = max((system.cluster or 0 for system in systems), default=0)
    return tuple(
        tuple(system.system for system in systems if system.cluster == number)
        for number in range(1, last + 1)
    )


def _notes_on_ends(ranking: SystemRanking) -> tuple[str, ...]:
    """The ends of rank ranges that another seed could move."""
    replicates, confidence = ranking.replicates, ranking.confidence
    if not any(system.rank_low is not None for system in ranking.systems):
        return ()
    needed = replicates_for_ends(confidence)
    if replicates < needed:
        few = f"{replicates:,} {'replicate is' if replicates == 1 else 'replicates are'} too few"
        least = round(2 / (1 - confidence)) - 1
        if replicates < least:
            return (
                f"{few} for {100 * confidence:g} % intervals and rank ranges, which take at least {least:,}: "
                "these are too narrow.",
            )
        return (
            f"{few} to tell which ends of rank ranges another seed may move: at {100 * confidence:g} % it "
            f"takes {needed:,}.",
        )
    tail = (1 - confidence) / 2
    margin = cut_margin(replicates, confidence)
    ends = []
    for system in ranking.systems:
        shares = [
            f"{100 * close.share:.1f} % at rank {close.rank} or {'better' if close.better else 'worse'}"
            for close in ranking.close_ends(system)
        ]
        if shares:
            ends.append(f"{system.system} {' and '.join(shares)}")
    if not ends:
        return ()
    return (
        f"Another seed may move an end of a range by one where the share of resamplings lies within "
        f"{100 * margin:.2g} percentage points (two standard errors) of the cut at {100 * tail:.3g} %: "
        f"{'; '.join(ends)}.",
    )
