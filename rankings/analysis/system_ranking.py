"""Systems ranked from human judgments, with what the data leave open: intervals, rank ranges, clusters.

Grundkiewicz et al. (2015), section 5.2 and Tables 3b, 3c and 7; Koehn (2012) for rank ranges and clusters.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.bootstrap import Resampler, TooFewJudgmentsError, resampler
from rankings.analysis.choices import CONVENTIONS, BootstrapUnit, Convention, Method
from rankings.analysis.clusters import ClusterRule, cluster_numbers
from rankings.analysis.comparison_graph import notes_on_counts
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import PairCounts, count_pairs
from rankings.analysis.range_ends import close_shares, cut_margin, replicates_for_ends
from rankings.analysis.rank_ranges import (
    SCORE_DECIMALS,
    RankRange,
    TieHandling,
    mean_scores,
    rank_counts,
    rank_range,
    replicates_cut,
)
from rankings.analysis.scoring import RUNS_PER_CALL, Runs, ScoringMethod, scoring_method
from rankings.analysis.unbounded_strengths import note_on_strengths

__all__ = ["CONVENTIONS", "Convention", "RankedSystem", "SystemRanking", "rank_systems"]


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """One system's place.

    Attributes:
        system: name.
        score: higher is better; its scale depends on the method.
        score_low, score_high: interval of the replicated scores at the chosen confidence.
        score_sd: their standard deviation, the standard error of the score.
        rank: place by score, from 1; equal scores share the better place.
        rank_low, rank_high: first and last rank that the replicates leave at the chosen confidence.
        mass_low: share of replicates in which the system ranks `rank_low` or better.
        mass_high: share of replicates in which it ranks `rank_high` or worse.
        cluster: from 1; systems of one cluster cannot be told apart.
        rank_probabilities: share of replicates in which the system takes rank 1, 2, ..., N.
        comparisons: expanded comparisons that involve the system.
    """

    system: str
    score: float
    score_low: float
    score_high: float
    score_sd: float
    rank: int
    rank_low: int
    rank_high: int
    mass_low: float
    mass_high: float
    cluster: int
    rank_probabilities: tuple[float, ...]
    comparisons: int


@dataclass(frozen=True, slots=True)
class SystemRanking:
    """A ranking and how it was made.

    Attributes:
        systems: best first.
        method, unit, replicates, confidence, seed, convention: as asked for.
        units: how many units of resampling the data have.
        notes: what a reader has to know about the data before trusting the ranking, one sentence each.
    """

    systems: tuple[RankedSystem, ...]
    method: Method
    unit: BootstrapUnit
    units: int
    replicates: int
    confidence: float
    seed: int
    convention: Convention
    notes: tuple[str, ...]

    @property
    def clusters(self) -> tuple[tuple[RankedSystem, ...], ...]:
        """The systems of each cluster, best first."""
        last = max((one.cluster for one in self.systems), default=0)
        return tuple(
            tuple(one for one in self.systems if one.cluster == number + 1) for number in range(last)
        )


# By method, and whether pairs are the unit.
_RUNS_NOTES: dict[tuple[Method, bool], str] = {
    ("trueskill", False): (
        "Every replicate is scored by one run of TrueSkill, so that intervals and standard errors hold the "
        "scatter of runs beside that of the data."
    ),
    ("trueskill", True): (
        "The replicates are runs of TrueSkill, which draw comparisons with replacement by themselves; "
        "intervals and standard errors show their scatter."
    ),
    ("trueskill-mean-field", True): (
        "The replicates follow the scatter of runs of TrueSkill, which draw comparisons with replacement by "
        "themselves."
    ),
}


@dataclass(frozen=True, slots=True)
class _Rules:
    """What the published scripts do in their own way."""

    ties: TieHandling
    cluster: ClusterRule
    mean_score: bool
    trim_one_less_above: bool


_CONVENTIONS: dict[Convention, _Rules] = {
    "standard": _Rules("shared", "overlap", mean_score=False, trim_one_less_above=False),
    "cluster.py": _Rules("by-name", "cluster.py", mean_score=True, trim_one_less_above=False),
    "EW.pl": _Rules("by-name", "EW.pl", mean_score=False, trim_one_less_above=True),
}


def rank_systems(
    table: JudgmentTable,
    method: Method = "expected-wins",
    *,
    replicates: int = 1000,
    unit: BootstrapUnit = "sentences",
    confidence: float = 0.95,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
    convention: Convention = "standard",
) -> SystemRanking:
    """Score all systems, resample the data, and say which ranks and clusters the data support.

    Args:
        table: the judgments.
        method: how pair counts become scores.
        replicates: number of resamplings, at least 1; 1,000 give rank ranges at 0.95 to about one percent.
        unit: what is resampled. "sentences" keeps together whatever was said about one sentence; "pairs" is
            what the 2015 paper did, and too narrow, because comparisons of one ranking depend on each other.
        confidence: of intervals and rank ranges, between 0 and 1.
        seed: of the random numbers; the same table and seed give the same result to the last bit.
        progress: called with the finished share of the work, from 0 to 1.
        convention: "standard"; or "cluster.py" or "EW.pl" for the rules of the published scripts: how many
            replicates to cut, how ties are broken, where clusters start, and whether the score is that of the
            data or the mean over replicates.

    Raises:
        ValueError: an option out of its range.
        TooFewJudgmentsError: fewer than two systems, or no ranking.
        TooFewUnitsError: fewer than two units to resample.
    """
    _check(replicates, convention)
    cut = replicates_cut(replicates, confidence)
    scoring = scoring_method(method)
    _check_grounds(table)
    counts = count_pairs(table)
    draw = resampler(table, unit)
    rules = _CONVENTIONS[convention]
    if unit == "pairs" and scoring.runs is not None:
        replicated = _run(scoring.runs(counts.wins, counts.ties), replicates, seed, progress)
    else:
        replicated = _replicate(draw, scoring, replicates, seed, progress)
    if rules.mean_score or (unit == "pairs" and scoring.mean_of_runs):
        scores = mean_scores(replicated)
    else:
        scores = scoring.point(counts.wins[None], counts.ties[None])[0]
    systems = _ranked(counts, scores, replicated, confidence=confidence, cut=cut, rules=rules)
    return SystemRanking(
        systems=systems,
        method=method,
        unit=unit,
        units=draw.units,
        replicates=replicates,
        confidence=confidence,
        seed=seed,
        convention=convention,
        notes=(
            *notes_on_counts(counts, method),
            *filter(None, (note_on_strengths(counts, method), _RUNS_NOTES.get((method, unit == "pairs")))),
            *_notes_on_ends(systems, replicates, confidence),
        ),
    )


def _check(replicates: int, convention: Convention) -> None:
    if convention not in CONVENTIONS:
        raise ValueError(f"convention {convention!r} is not one of {', '.join(CONVENTIONS)}")
    if replicates < 1:
        raise ValueError(f"the number of replicates has to be at least 1; it is {replicates}")


def _check_grounds(table: JudgmentTable) -> None:
    if len(table.systems) < 2:
        named = len(table.systems)
        raise TooFewJudgmentsError(f"a ranking needs at least two systems; the judgments name {named}")
    if not table.covered.any():
        raise TooFewJudgmentsError("there is no ranking yet: every item was skipped or is still open")


def _replicate(
    draw: Resampler,
    scoring: ScoringMethod,
    replicates: int,
    seed: int,
    progress: Callable[[float], None] | None,
) -> FloatArray:
    """(B, N) scores of the replicates."""
    batches = []
    done = 0
    for batch in draw.batches(replicates, seed):
        batches.append(scoring.scores(batch.wins, batch.ties, batch.seed))
        done += len(batch.wins)
        if progress is not None:
            progress(done / replicates)
    return np.concatenate(batches)


def _run(runs: Runs, replicates: int, seed: int, progress: Callable[[float], None] | None) -> FloatArray:
    """(B, N) scores of runs that draw pairs by themselves."""
    batches = []
    starts = range(0, replicates, RUNS_PER_CALL)
    for start, source in zip(starts, np.random.SeedSequence(seed).spawn(len(starts)), strict=True):
        size = min(RUNS_PER_CALL, replicates - start)
        batches.append(runs(size, source))
        if progress is not None:
            progress((start + size) / replicates)
    return np.concatenate(batches)


def _ranked(
    counts: PairCounts,
    scores: FloatArray,
    replicated: FloatArray,
    *,
    confidence: float,
    cut: int,
    rules: _Rules,
) -> tuple[RankedSystem, ...]:
    by_rank = rank_counts(replicated, rules.ties)
    taken = by_rank.sum(axis=1)
    cut_above = max(0, cut - 1) if rules.trim_one_less_above else cut
    ranges = [rank_range(by_rank[i], cut, cut_above) for i in range(len(scores))]
    low, high, deviation = _intervals(replicated, confidence)
    order = _best_first(counts.systems, scores, rules.ties)
    clusters = cluster_numbers([(ranges[i].low, ranges[i].high) for i in order], rules.cluster)
    rounded = np.round(np.nan_to_num(scores, nan=-np.inf), SCORE_DECIMALS)
    involved = counts.comparisons.sum(axis=1)

    def one(i: int, cluster: int, span: RankRange) -> RankedSystem:
        return RankedSystem(
            system=counts.systems[i],
            score=float(scores[i]),
            score_low=float(low[i]),
            score_high=float(high[i]),
            score_sd=float(deviation[i]),
            rank=int((rounded > rounded[i]).sum()) + 1,
            rank_low=span.low,
            rank_high=span.high,
            mass_low=span.mass_low,
            mass_high=span.mass_high,
            cluster=cluster,
            rank_probabilities=tuple((by_rank[i] / max(1.0, taken[i])).tolist()),
            comparisons=int(involved[i]),
        )

    return tuple(one(i, cluster, ranges[i]) for i, cluster in zip(order, clusters, strict=True))


def _intervals(replicated: FloatArray, confidence: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    tail = (1 - confidence) / 2
    seen = ~np.isnan(replicated).all(axis=0)
    low, high, deviation = (np.full(replicated.shape[1], np.nan) for _ in range(3))
    if seen.any():  # numpy makes one row instead of two out of no column
        low[seen], high[seen] = np.nanquantile(replicated[:, seen], [tail, 1 - tail], axis=0)
        deviation[seen] = np.nanstd(replicated[:, seen], axis=0)
    return low, high, deviation


def _best_first(systems: tuple[str, ...], scores: FloatArray, ties: TieHandling) -> list[int]:
    rounded = np.round(np.nan_to_num(scores, nan=-np.inf), SCORE_DECIMALS)
    direction = -1 if ties == "by-name" else 1
    return sorted(range(len(systems)), key=lambda i: (-rounded[i], direction * i))


def _notes_on_ends(systems: tuple[RankedSystem, ...], replicates: int, confidence: float) -> tuple[str, ...]:
    """The ends of rank ranges that another seed could move."""
    needed = replicates_for_ends(confidence)
    if replicates < needed:
        return (
            f"{replicates:,} replicates are too few to tell which ends of rank ranges another seed may move: "
            f"at {100 * confidence:g} % it takes {needed:,}.",
        )
    tail = (1 - confidence) / 2
    margin = cut_margin(replicates, confidence)
    ends = []
    for one in systems:
        told = [
            f"{100 * close.share:.1f} % at rank {close.rank} or {'better' if close.better else 'worse'}"
            for close in close_shares(
                one.rank_low, one.rank_high, one.rank_probabilities, replicates, confidence
            )
        ]
        if told:
            ends.append(f"{one.system} {' and '.join(told)}")
    if not ends:
        return ()
    return (
        f"Another seed may move an end of a range by one where the share of resamplings lies within "
        f"{100 * margin:.2g} percentage points (two standard errors) of the cut at {100 * tail:.3g} %: "
        f"{'; '.join(ends)}.",
    )
