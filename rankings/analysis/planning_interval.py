"""How far the number of rankings that a plan asks for is from the truth, as a pilot can tell.

A plan takes the present scores for the truth. They are as uncertain as the pilot: the same judges on other
sentences would have given other scores, and so another number. Scores that the pilot leaves possible are
drawn, and each draw is planned for as if it were the truth. Where the best systems of the pilot are not the
best of a draw, or judges differ too much, no number of rankings sets them apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import BoolArray, FloatArray
from rankings.analysis.judge_deviations import DeviationsOfJudges
from rankings.analysis.judge_variance import JudgeVariance
from rankings.analysis.rank_ranges import replicates_cut
from rankings.analysis.results.planning import LARGEST_SIZE, NeededInterval

WORLDS = 300
EVALUATIONS = 60
RESAMPLINGS = 200
LEVEL = 0.8
SMALLEST_BETWEEN = 1e-6
# Sizes looked at, as powers of two of the present one, and how often the span between them is halved.
SMALLEST, LARGEST, HALVINGS = -5.0, float(np.log2(LARGEST_SIZE)), 7


def needed_interval(
    scores: FloatArray,
    noise: FloatArray,
    judges: JudgeVariance | None,
    *,
    top: Sequence[int],
    target: float,
    confidence: float,
    units: int,
    least_size: float,
    rankings: int,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> NeededInterval:
    """An interval for the rankings at which the best systems stand apart in the target share of evaluations.

    Args:
        scores: (N,) of the pilot.
        noise: (D, N) deviations of scores by other units, at the present size.
        judges: how much judges differ, where the evaluations speak for judges like these.
        top: indices of the best systems.
        target: share of evaluations that are to show it.
        confidence: of the rank ranges that make clusters.
        units: of the pilot; resampling them gives a variance that is too small by (units - 1) / units.
        least_size: size below which no evaluation sets anything apart.
        rankings: of the pilot.
        seed: of the random numbers.
        progress: called with the finished share of the work.
    """
    rng = np.random.default_rng([seed, 3])
    # A system without a score is behind all others.
    scores = np.where(np.isfinite(scores), scores, scores[np.isfinite(scores)].min())
    draws = noise[:RESAMPLINGS]
    scattered, of_judges = draws, np.zeros_like(draws)
    if judges is not None:
        drawn = DeviationsOfJudges.drawn(draws, judges, np.random.SeedSequence([seed, 4]))
        # In whatever world an evaluation is made, its own estimate leaves as much open as that of the pilot.
        open_ratio = drawn.between / max(judges.possible.median, SMALLEST_BETWEEN)
        scattered, of_judges = draws * drawn.stretched, drawn.unit * np.sqrt(open_ratio)
    curve = Curve(
        missed=noise[-EVALUATIONS:],
        noise=scattered,
        of_judges=of_judges,
        top=np.isin(np.arange(len(scores)), top),
        target=target,
        least_size=least_size,
        # A little more, because shares are sums of floating point numbers.
        cut=(replicates_cut(len(draws), confidence) + 0.5) / len(draws),
    )
    possible = _possible_scores(scores, noise, curve.top, units, rng)
    between = np.zeros(WORLDS) if judges is None else judges.possible.draw(rng, WORLDS)
    needed = np.empty(WORLDS)
    for number, world in enumerate(possible):
        needed[number] = curve.size_needed(world, between[number])
        if progress is not None:
            progress((number + 1) / WORLDS)
    low, high = (
        np.quantile(needed, share, method="inverted_cdf") for share in ((1 - LEVEL) / 2, (1 + LEVEL) / 2)
    )
    return NeededInterval(
        low=_rankings(low, rankings),
        high=_rankings(high, rankings),
        level=LEVEL,
        never=float(np.mean(np.isinf(needed))),
    )


def _possible_scores(
    scores: FloatArray, noise: FloatArray, top: BoolArray, units: int, rng: np.random.Generator
) -> FloatArray:
    """(W, N) true scores that the pilot leaves possible.

    A part of the differences between the other systems is chance, so that the hardest of them to leave behind
    seems closer than it is. They are taken for draws from one normal distribution (empirical Bayes); the best
    are not, since systems that stand out are what a plan is made for.
    """
    wide = (units - 1) / rng.chisquare(max(1, units - 1), size=(WORLDS, 1)) * units / max(1, units - 1)
    drawn = noise[rng.integers(0, len(noise), WORLDS)] * np.sqrt(wide)
    others = ~top
    error = float(noise[:, others].var(axis=0).mean())
    spread = float(scores[others].var(ddof=1)) - error if others.sum() > 1 else error
    kept = max(0.0, spread) / (max(0.0, spread) + error) if error else 1.0
    mean = float(scores[others].mean())
    possible: FloatArray = scores + drawn
    if others.sum() > 1:
        together = drawn[:, others].mean(axis=1, keepdims=True)
        single = np.sqrt(kept) * drawn[:, others] + (1 - np.sqrt(kept)) * together
        possible[:, others] = mean + kept * (scores[others] - mean) + single
    return possible


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The share of evaluations that set the best systems apart, by size, whatever the true scores are.

    Attributes:
        missed: (E, N) by how much evaluations of the present size miss the true scores.
        noise: (D, N) how resampling scatters them.
        of_judges: (D, N) what a variance between judges of 1 adds to that.
        top: (N,) whether a system is to be among the best.
        target, least_size: as in `needed_interval`.
        cut: share of resamplings that is cut off at each end of a range of ranks.
    """

    missed: FloatArray
    noise: FloatArray
    of_judges: FloatArray
    top: BoolArray
    target: float
    least_size: float
    cut: float

    def size_needed(self, world: FloatArray, between: float) -> float:
        """In multiples of the present size; infinite where none reaches the target.

        The same random numbers serve all sizes, so that the curve rises with the size.
        """
        low, high = SMALLEST, LARGEST
        if self.share(world, between, 2.0**high) < self.target:
            return float("inf")
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if self.share(world, between, 2.0**middle) < self.target:
                low = middle
            else:
                high = middle
        return float(max(self.least_size, 2.0**high))

    def share(self, world: FloatArray, between: float, size: float) -> float:
        """At this size, with these scores and this variance between judges."""
        scale = 1 / np.sqrt(size)
        estimates = world + self.missed * scale
        resampled = self.noise * scale + self.of_judges * np.sqrt(between)
        if self.top.sum() == 1:
            return self._share_of_one(estimates, resampled)
        places, k = len(self.top), int(self.top.sum())
        scores = estimates[:, None, :] + resampled
        last = np.partition(scores, places - k, axis=2)[:, :, places - k]
        among = (scores >= last[:, :, None]).mean(axis=1)
        wrong = np.where(self.top, 1 - among, among)
        return float(np.mean((wrong <= self.cut).all(axis=1)))

    def _share_of_one(self, estimates: FloatArray, resampled: FloatArray) -> float:
        """The same for one best system: where it is first in nearly all resamplings, no other one is."""
        first = int(np.argmax(self.top))
        best = np.full((len(estimates), len(resampled)), -np.inf)
        for other in np.flatnonzero(~self.top):
            behind = estimates[:, other] - estimates[:, first]
            np.maximum(best, behind[:, None] + (resampled[:, other] - resampled[:, first]), out=best)
        return float(np.mean((best >= 0).mean(axis=1) <= self.cut))


def _rankings(size: float, rankings: int) -> int | None:
    return max(1, round(size * rankings)) if np.isfinite(size) else None
