"""Scores of systems by people, and their variation with other judgments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from rankings.analysis import reasons
from rankings.analysis.arrays import FloatArray
from rankings.analysis.choices import (
    BY_JUDGES,
    REPLICATES,
    SEED,
    WHOLE_UNITS,
    BootstrapUnit,
    SpeaksFor,
    judges_spoken_for,
)
from rankings.analysis.grounds import linked_groups
from rankings.analysis.methods import Method
from rankings.analysis.pair_counts import count_pairs, whole_unit
from rankings.analysis.ranges import SCORE_DECIMALS
from rankings.analysis.scoring import among, replicated_scores, resampler, scores_of_runs, scoring_method
from rankings.analysis.variance_parts import variance_of_scores
from rankings.formats.columns import Judgments

NOTHING_JUDGED = "no comparison of two systems has been judged; there is nothing to correlate with"


@dataclass(frozen=True, slots=True, eq=False)
class HumanScores:
    """Human scores of the systems of one set of judgments.

    Attributes:
        systems: N names.
        scores: (N,) higher is better; NaN for a system that the method cannot score.
        replicates: (B, N) scores from resampled judgments; B is 0 without resampling.
        method, unit: how judgments became scores, and what was resampled.
        units: how many units there are.
        speaks_for: for whom the replicates speak.
    """

    systems: tuple[str, ...]
    scores: FloatArray
    replicates: FloatArray
    method: Method = "expected-wins"
    unit: BootstrapUnit = "sentences"
    units: int = 0
    speaks_for: SpeaksFor = "these-judges"

    @classmethod
    def given(cls, scores: Mapping[str, float]) -> "HumanScores":
        """Scores from elsewhere, such as a published ranking; nothing is known about their judgments."""
        values = np.array(list(scores.values()), dtype=np.float64)
        return cls(tuple(scores), values, np.empty((0, len(values))))

    @property
    def judged(self) -> tuple[str, ...]:
        """The systems that have a score."""
        return tuple(np.array(self.systems, dtype=object)[~np.isnan(self.scores)].tolist())

    def of(self, systems: tuple[str, ...]) -> "HumanScores":
        """The scores of these systems, in this order. They stay what they are among all systems."""
        place = [self.systems.index(system) for system in systems]
        return replace(self, systems=systems, scores=self.scores[place], replicates=self.replicates[:, place])


def human_scores(
    table: Judgments,
    method: Method = "expected-wins",
    *,
    replicates: int = REPLICATES,
    unit: BootstrapUnit = "sentences",
    speaks_for: SpeaksFor | None = None,
    seed: int = SEED,
    progress: Callable[[float], None] | None = None,
) -> HumanScores:
    """Score all systems on the judgments, and on `replicates` resamplings of them.

    Args:
        speaks_for: whether replicates also vary as other judges would vary them; these judges if not given,
            where the unit leaves a choice.

    Raises:
        ValueError: fewer than two systems, no ranking, groups of systems that no comparison links, an
            unknown method or unit, or too few judges to speak for others.
        TooFewUnitsError: fewer than two units to resample.
    """
    if len(table.systems) < 2 or not table.covered.any():
        raise ValueError(NOTHING_JUDGED)
    counts = count_pairs(table)
    groups = linked_groups(counts, method)
    if not groups:
        raise ValueError(NOTHING_JUDGED)
    if len(groups) > 1:
        listed = "; ".join(", ".join(counts.systems[i] for i in group) for group in groups)
        raise ValueError(
            "no comparison links these groups of systems, so people gave them no common scores "
            f"to correlate with: {listed}. Give the judgments of one group, or of each as a set "
            "of its own"
        )
    compared = list(groups[0])
    scoring = among(scoring_method(method), compared, len(table.systems))
    draw = resampler(table, unit) if replicates else None
    joined: FloatArray = np.empty((0, len(compared)))
    if draw and unit == "pairs" and scoring.runs is not None:
        joined = scores_of_runs(scoring.runs(counts.wins, counts.ties), replicates, seed, progress)
    elif draw:
        (joined,) = replicated_scores(draw, [scoring], replicates, seed, progress)
    told: SpeaksFor = "judges-like-these" if unit in BY_JUDGES else "these-judges"
    if speaks_for is not None:
        told = judges_spoken_for(speaks_for, unit)
    if draw and unit in WHOLE_UNITS and told == "judges-like-these":
        variance = variance_of_scores(table, compared, whole_unit(table, unit))
        if not variance.known:
            raise ValueError(reasons.few_judges(variance.judges).rstrip("."))
        source = np.random.SeedSequence([seed, 0])
        joined, _ = variance.varied(joined, source, others=True, own=method == "expected-wins")
    # Sums of the same shares in another order differ in the last bits; ranks must ignore that.
    replicated = np.full((len(joined), len(table.systems)), np.nan)
    replicated[:, compared] = joined.round(SCORE_DECIMALS)
    scores = np.full(len(table.systems), np.nan)
    if draw and unit == "pairs" and scoring.mean_of_runs:
        scores[compared] = replicated[:, compared].mean(axis=0)
    else:
        scores[compared] = scoring.point(counts.wins[None], counts.ties[None])[0]
    return HumanScores(
        systems=table.systems,
        scores=np.round(scores, SCORE_DECIMALS),
        replicates=replicated,
        method=method,
        unit=draw.unit if draw else unit,
        units=draw.units if draw else 0,
        speaks_for=told,
    )
