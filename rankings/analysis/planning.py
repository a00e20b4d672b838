"""How many more rankings separate the best systems from the rest.

The present judgments count as the truth: larger evaluations are simulated by drawing more units from
them, with the overlap between systems that they have. Each simulated evaluation gets rank ranges and
clusters, as a real one would; its uncertainty is the present one, scaled to its size.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from rankings.analysis.arrays import BoolArray, FloatArray, IntArray
from rankings.analysis.bootstrap import (
    BootstrapUnit,
    Resampler,
    TooFewJudgmentsError,
    TooFewUnitsError,
    resampler,
)
from rankings.analysis.choices import BY_JUDGES, SpeaksFor, judges_spoken_for
from rankings.analysis.clusters import cluster_numbers
from rankings.analysis.comparison_graph import linked_groups, notes_on_counts
from rankings.analysis.few_units import fewest_units
from rankings.analysis.grounds import Grounds, grounds_of
from rankings.analysis.judge_deviations import DeviationsOfJudges
from rankings.analysis.judge_variance import JudgeVariance, variance_of_scores
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.methods import registration
from rankings.analysis.pair_counts import PairCounts, count_pairs
from rankings.analysis.planning_interval import needed_interval
from rankings.analysis.rank_ranges import range_ends, rank_counts, replicates_cut
from rankings.analysis.results.planning import Plan, PlanPoint, cautions
from rankings.analysis.scoring import Method, ScoringMethod, among, scoring_method

SIZES = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)
UNCERTAINTY_REPLICATES = 1000
UNCERTAINTY_DRAWS = 400
SMALLEST_NOISE = 1e-9
JUDGES_POOL = 10
SHARE_OF_CURVE = 0.6


def plan_rankings(
    table: JudgmentTable,
    top: int = 1,
    target: float = 0.8,
    *,
    sizes: Sequence[float] = SIZES,
    simulations: int = 200,
    unit: BootstrapUnit = "sentences",
    method: Method = "expected-wins",
    confidence: float = 0.95,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
    speaks_for: SpeaksFor | None = None,
) -> Plan:
    """Simulate evaluations of several sizes.

    Args:
        table: the judgments so far, of a pilot for example.
        top: how many of the best systems are to form clusters of their own, above all others.
        target: wanted share of evaluations that show it, between 0 and 1.
        sizes: sizes to simulate, in multiples of the present one.
        simulations: evaluations per size.
        unit: what is drawn. With "sentences" more sentences are judged, each as often as now; with "rankings"
            more rankings of any sentences.
        method: how systems are scored.
        confidence: of the rank ranges that make clusters.
        seed: of the random numbers.
        progress: called with the finished share of the work.
        speaks_for: as in `rank_systems`. More sentences do not make it surer what other judges would say.

    Raises:
        ValueError: an argument out of its range.
        TooFewUnitsError: too few units to draw from, or units that do not differ.
        TooFewJudgmentsError: systems that no comparison links.
    """
    check_plan(len(table.systems), top, target, sizes, simulations)
    asked = judges_spoken_for(speaks_for, unit)
    draw = resampler(table, unit)
    counts = count_pairs(table)
    members = _linked(counts)
    check_plan(len(members), top, target, sizes, simulations)
    grounds = grounds_of(table, unit, counts, draw.counts, confidence=confidence, method=method)
    if grounds.reason:
        raise TooFewUnitsError(f"there is nothing to forecast from. {grounds.reason}")
    scoring = among(scoring_method(method), members, len(counts.systems))
    scores = np.nan_to_num(scoring.point(counts.wins[None], counts.ties[None])[0], nan=-np.inf)
    order = np.argsort(-scores, kind="stable")

    def estimates_of(number: int, seed: int, size: float) -> FloatArray:
        return _estimates(draw, scoring, number, seed, size)

    noise = _noise(estimates_of(UNCERTAINTY_REPLICATES, seed, 1.0), seed)
    if not (np.abs(noise) > SMALLEST_NOISE).any():
        raise TooFewUnitsError(
            f"there is nothing to forecast from: whichever {unit} are drawn, no score changes, so the "
            "judgments do not tell how other judgments would differ"
        )
    variance = variance_of_scores(table, members)
    adds_judges = asked == "judges-like-these" and unit == "sentences" and variance.judges > 1
    judges = _JudgesNoise.of(noise, variance, seed) if adds_judges else _JudgesNoise.none(noise)
    fewest = fewest_units(confidence)

    def ranks_in_evaluations() -> list[FloatArray]:
        """For every size (simulations, N, N) how often each system takes each rank, by evaluation."""
        ranks = []
        for number, size in enumerate(sorted(sizes)):
            estimates = estimates_of(simulations, seed + number + 1, size)
            scatter = noise / np.sqrt(size)
            ranks.append(np.stack([rank_counts(estimate + judges(scatter)) for estimate in estimates]))
            if progress is not None:
                progress((number + 1) / len(sizes) * SHARE_OF_CURVE)
        return ranks

    by_rank = ranks_in_evaluations()
    points = []
    for number, size in enumerate(sorted(sizes)):
        estimates = estimates_of(simulations, seed + number + 1, size)
        undecided = _undecided(draw, grounds, members, number=simulations, seed=seed + number + 1, size=size)
        rows = _separations(
            estimates, by_rank[number], len(noise), order[:top], confidence=confidence, undecided=undecided
        )
        separated, clusters = np.mean(np.array(rows, dtype=np.float64), axis=0)
        if min(grounds.units, grounds.sentences) * size < fewest:
            # An evaluation of so few units has no clusters apart, whatever it finds.
            separated, clusters = 0.0, 1.0
        error = float(np.sqrt((noise / np.sqrt(size)).var(axis=0) + judges.variance).mean())
        points.append(
            PlanPoint(float(size), round(size * len(table)), float(separated), float(clusters), error)
        )
    interval = needed_interval(
        scores,
        noise,
        variance if adds_judges else None,
        top=order[:top].tolist(),
        target=target,
        confidence=confidence,
        units=draw.units,
        least_size=fewest / min(grounds.units, grounds.sentences),
        rankings=len(table),
        seed=seed,
        progress=progress and (lambda share: progress(SHARE_OF_CURVE + (1 - SHARE_OF_CURVE) * share)),
    )
    return Plan(
        points=tuple(points),
        top=tuple(table.systems[members[i]] for i in order[:top]),
        target=target,
        needed=needed_rankings(points, target),
        unit=unit,
        method=method,
        confidence=confidence,
        simulations=simulations,
        seed=seed,
        title=registration(method).title,
        rankings=len(table),
        units=draw.units,
        notes=(
            *cautions(unit, draw.units),
            *(_note_on_judges(variance) if adds_judges else ()),
            *notes_on_counts(counts, method),
        ),
        judges=variance.judges,
        interval=interval,
        speaks_for="judges-like-these" if adds_judges or unit in BY_JUDGES else "these-judges",
    )


@dataclass(frozen=True, slots=True, eq=False)
class _JudgesNoise:
    """Adds to deviations by other sentences what other judges add, anew in every simulated evaluation."""

    rng: np.random.Generator
    of_judges: FloatArray
    stretched: FloatArray
    variance: float

    @classmethod
    def of(cls, noise: FloatArray, variance: JudgeVariance, seed: int) -> "_JudgesNoise":
        pool = np.tile(noise, (JUDGES_POOL, 1))
        source, rest = np.random.SeedSequence([seed, 2]).spawn(2)
        drawn = DeviationsOfJudges.drawn(pool, variance, source)
        return cls(
            np.random.default_rng(rest),
            drawn.unit * np.sqrt(drawn.between),
            drawn.stretched,
            float(drawn.unit.var(axis=0).mean()) * variance.possible.median,
        )

    @classmethod
    def none(cls, noise: FloatArray) -> "_JudgesNoise":
        return cls(np.random.default_rng(0), np.zeros((1, noise.shape[1])), np.ones((1, 1)), 0.0)

    def __call__(self, of_sentences: FloatArray) -> FloatArray:
        rows = self.rng.integers(0, len(self.of_judges), len(of_sentences))
        whole: FloatArray = of_sentences * self.stretched[rows] + self.of_judges[rows]
        return whole


def _note_on_judges(variance: JudgeVariance) -> tuple[str, ...]:
    if not variance.least_error:
        return ()
    return (
        f"{variance.judges:,} judges leave a standard error of about {variance.least_error:.3f} in Expected "
        "Wins with any number of sentences; only more judges lower it.",
    )


def _linked(counts: PairCounts) -> tuple[int, ...]:
    """Indices of the systems to plan for: all that were compared."""
    groups = linked_groups(counts)
    if not groups:
        raise TooFewJudgmentsError("no two systems have been compared yet, so there is nothing to plan from")
    if len(groups) > 1:
        listed = "; ".join(", ".join(counts.systems[i] for i in group) for group in groups)
        raise TooFewJudgmentsError(
            "no comparison links these groups of systems, so no evaluation of this kind can set one system "
            f"apart from all others: {listed}"
        )
    return groups[0]


def check_plan(systems: int, top: int, target: float, sizes: Sequence[float], simulations: int) -> None:
    """Check the arguments of a plan.

    Raises:
        ValueError: an argument out of its range.
    """
    if not 1 <= top < systems:
        possible = "only 1" if systems == 2 else f"between 1 and {systems - 1}"
        raise ValueError(f"{possible} of {systems} systems can be separated from the rest, not {top}")
    if not 0 < target < 1:
        raise ValueError(f"the target has to lie between 0 and 1, for example 0.8; it is {target}")
    if simulations < 1 or not sizes or min(sizes) <= 0:
        raise ValueError("planning needs at least one simulation, and sizes above 0")


def _noise(replicated: FloatArray, seed: int) -> FloatArray:
    """(D, N) deviations of scores from their mean, as an evaluation of the present size has them."""
    covariance = np.atleast_2d(np.cov(replicated, rowvar=False))
    noise = correlated(np.random.default_rng([seed, 1]), UNCERTAINTY_DRAWS, covariance)
    noise -= noise.mean(axis=0)
    return noise


def correlated(rng: np.random.Generator, draws: int, covariance: FloatArray) -> FloatArray:
    """(draws, N) normal deviations with this (N, N) covariance."""
    spread, directions = np.linalg.eigh(covariance)
    normal = rng.standard_normal((draws, len(spread)))
    deviations: FloatArray = (normal * np.sqrt(np.maximum(spread, 0.0))) @ directions.T
    return deviations


def _estimates(draw: Resampler, scoring: ScoringMethod, number: int, seed: int, size: float) -> FloatArray:
    """(number, N) scores of simulated evaluations."""
    batches = draw.batches(number, seed, size)
    scores = np.concatenate([scoring.scores(batch.wins, batch.ties, batch.seed) for batch in batches])
    np.nan_to_num(scores, copy=False)
    return scores


def _undecided(
    draw: Resampler, grounds: Grounds, members: Sequence[int], *, number: int, seed: int, size: float
) -> Sequence[BoolArray | None]:
    """For each of the same evaluations, the pairs for which `separation` shall not draw a line.

    Those are pairs that a mean over opponents cannot compare, unless their own comparisons tell them apart,
    by the normal approximation of the sign-flip test.
    """
    among_members = np.ix_(members, members)
    doubtful = grounds.other_opponents[among_members]
    if not doubtful.any():
        return [None] * number
    least = -ndtri(grounds.alpha / 2) * np.sqrt(size * grounds.squares[among_members])
    sentences = size * grounds.sentences_between[among_members]
    possible = sentences >= fewest_units(1 - grounds.alpha)
    undecided: list[BoolArray | None] = []
    for batch in draw.batches(number, seed, size):
        net = (batch.wins - batch.wins.transpose(0, 2, 1))[:, among_members[0], among_members[1]]
        undecided += list(doubtful & ~(possible & (net >= least)))
    return undecided


def separation(
    estimate: FloatArray,
    noise: FloatArray,
    top: IntArray,
    confidence: float,
    undecided: BoolArray | None = None,
) -> tuple[bool, int]:
    """Whether a cluster ends right below the top systems in one simulated evaluation, and its clusters.

    Args:
        estimate: (N,) the scores that the evaluation finds.
        noise: (D, N) how resampling would scatter them.
        top: indices of the best systems.
        confidence: of the rank ranges that make clusters.
        undecided: (N, N) whether no line may put the first of two systems above the second.
    """
    by_rank = rank_counts(estimate + noise)[None]
    return _separations(
        estimate[None], by_rank, len(noise), top, confidence=confidence, undecided=[undecided]
    )[0]


def _separations(
    estimates: FloatArray,
    by_rank: FloatArray,
    replicates: int,
    top: IntArray,
    *,
    confidence: float,
    undecided: Sequence[BoolArray | None],
) -> list[tuple[bool, int]]:
    """The same of S simulated evaluations: (S, N) estimates and (S, N, N) numbers of ranks of replicates."""
    number, systems = estimates.shape
    cut = replicates_cut(replicates, confidence)
    lowest, highest = (
        np.reshape(ends, (number, systems)).tolist()
        for ends in range_ends(by_rank.reshape(number * systems, systems), cut)
    )
    orders = np.argsort(-estimates, axis=1, kind="stable")
    k, wanted = len(top), set(top.tolist())
    rows = []
    for order, low, high, pairs in zip(orders.tolist(), lowest, highest, undecided, strict=True):
        clusters = cluster_numbers([(low[i], high[i]) for i in order])
        if pairs is not None:
            clusters = _without_lines(clusters, pairs[np.ix_(order, order)])
        rows.append((clusters[k - 1] != clusters[k] and set(order[:k]) == wanted, clusters[-1]))
    return rows


def _without_lines(clusters: Sequence[int], undecided: BoolArray) -> tuple[int, ...]:
    """The clusters, best system first, without the lines between systems that are undecided."""
    numbers = [1]
    for place in range(1, len(clusters)):
        line = clusters[place] != clusters[place - 1] and not undecided[:place, place:].any()
        numbers.append(numbers[-1] + line)
    return tuple(numbers)


def needed_rankings(points: Sequence[PlanPoint], target: float) -> int | None:
    """Rankings at which the curve reaches the target for good, linear between points.

    Those of the first point where nothing lies below the target, and None where the last point does.
    """
    below = [number for number, point in enumerate(points) if point.separated < target]
    if not below:
        return points[0].rankings
    last = below[-1]
    if last + 1 == len(points):
        return None
    low, high = points[last], points[last + 1]
    share = (target - low.separated) / (high.separated - low.separated)
    return round(low.rankings + share * (high.rankings - low.rankings))
