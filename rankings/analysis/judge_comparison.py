"""Judges against each other: the ranking of each, the ranking without each, and how far their scores agree.

Grundkiewicz et al. (2015), section 6 and Tables 6 and 7.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np
import scipy

from rankings.analysis import reasons
from rankings.analysis.arrays import FloatArray
from rankings.analysis.choices import SEED, BootstrapUnit, Convention, SpeaksFor, usual_replicates
from rankings.analysis.grounds import linked_groups
from rankings.analysis.methods import Method, registration
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.ranking import SystemRanking, rank_systems, without_ranking
from rankings.analysis.scoring import TooFewJudgmentsError, scoring_method
from rankings.formats.columns import Judgments

Selection = Literal["only", "without"]
Correlations = tuple[float | None, ...]


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


FEWEST_SYSTEMS = 3


def compare_judges(table: Judgments, method: Method = "expected-wins") -> JudgeComparison:
    """Correlate system scores between judges (Table 6).

    Equal scores share the mean of their ranks. The table printed in 2015 follows from the method
    "expected-wins-of-winners".
    """
    judges = table.judges
    own = [table.of_judges([judge]) for judge in judges]
    scores = np.array([_scores(judged, method) for judged in own]).reshape(len(judges), len(table.systems))
    rest = np.array([_scores(table.without_judges([judge]), method) for judge in judges])
    rest = rest.reshape(scores.shape)
    weights = [count_pairs(judged).total for judged in own]
    apart = _without_correlations(table, method)

    def correlations(first: FloatArray, second: FloatArray) -> tuple[float | None, float | None]:
        return (None, None) if apart else _correlations(first, second)

    between = {
        (a, b): correlations(scores[a], scores[b]) for a in range(len(judges)) for b in range(len(judges))
    }
    with_rest = [correlations(scores[a], rest[a]) for a in range(len(judges))]

    def matrix(which: int) -> tuple[tuple[float | None, ...], ...]:
        return tuple(tuple(between[a, b][which] for b in range(len(judges))) for a in range(len(judges)))

    spearman_rest = tuple(pair[0] for pair in with_rest)
    pearson_rest = tuple(pair[1] for pair in with_rest)
    return JudgeComparison(
        judges=judges,
        systems=table.systems,
        scores=tuple(tuple(_known(value) for value in row) for row in scores.tolist()),
        spearman=matrix(0),
        pearson=matrix(1),
        spearman_rest=spearman_rest,
        pearson_rest=pearson_rest,
        comparisons=tuple(weights),
        spearman_average=_weighted(spearman_rest, weights),
        pearson_average=_weighted(pearson_rest, weights),
        method=method,
        title=registration(method).title,
        without_correlations=apart,
    )


def rank_by_judge(
    table: Judgments,
    selection: Selection = "only",
    method: Method = "expected-wins",
    *,
    replicates: int | None = None,
    unit: BootstrapUnit = "usual",
    confidence: float = 0.95,
    seed: int = SEED,
    convention: Convention = "standard",
    progress: Callable[[float], None] | None = None,
    speaks_for: SpeaksFor | None = None,
) -> RankingsByJudge:
    """A ranking from each judge alone ("only", Table 7), or from all the others ("without").

    Systems that the selected judgments do not cover are left out of the ranking; where fewer than two are
    left, or one unit to resample, there is a reason instead of a ranking. The other arguments are those of
    `rank_systems`. Table 7 of the 2015 paper follows from the method "expected-wins-of-winners", the unit
    "pairs", the convention "EW.pl" and a confidence of 0.9.
    """
    settings: dict[str, Any] = {
        "replicates": usual_replicates(method) if replicates is None else replicates,
        "unit": unit,
        "confidence": confidence,
        "seed": seed,
        "convention": convention,
    }
    judges = []
    for number, judge in enumerate(table.judges):
        part = table.of_judges([judge]) if selection == "only" else table.without_judges([judge])
        covered = (part.systems[column] for column in np.flatnonzero(part.covered.any(axis=0)))
        try:
            made = rank_systems(part.of_systems(covered), method, speaks_for=speaks_for, **settings)
        except TooFewJudgmentsError as error:
            made = without_ranking(str(error), method, **settings)
        judges.append(JudgeRanking.of(judge, made))
        if progress is not None:
            progress((number + 1) / len(table.judges))
    return RankingsByJudge(method=method, title=registration(method).title, judges=tuple(judges), **settings)


def _scores(table: Judgments, method: Method) -> FloatArray:
    """(N,) scores; NaN for systems without a comparison."""
    if not table.systems:
        return np.zeros(0)
    counts = count_pairs(table)
    scores = scoring_method(method).point(counts.wins[None], counts.ties[None])[0]
    return np.where(counts.comparisons.sum(axis=1) > 0, scores, np.nan)


def _without_correlations(table: Judgments, method: Method) -> str:
    """Why scores cannot be correlated: no comparison links all systems. "" where one does."""
    groups = linked_groups(count_pairs(table), method)
    if len(groups) < 2:
        return ""
    return reasons.unlinked([[table.systems[index] for index in group] for group in groups])


def _correlations(x: FloatArray, y: FloatArray) -> tuple[float | None, float | None]:
    """Spearman's and Pearson's correlation over the systems that have both scores."""
    both = ~(np.isnan(x) | np.isnan(y))
    if both.sum() < FEWEST_SYSTEMS:
        return None, None
    from scipy.stats import rankdata  # noqa: PLC0415 - takes longer to load than everything else here

    return _pearson(rankdata(x[both]), rankdata(y[both])), _pearson(x[both], y[both])


def _pearson(x: FloatArray, y: FloatArray) -> float | None:
    x, y = x - x.mean(), y - y.mean()
    scale = float(np.sqrt((x * x).sum() * (y * y).sum()))
    if scale < np.finfo(np.float64).tiny:
        return None
    return max(-1.0, min(1.0, float((x * y).sum()) / scale))


def p_of_correlation(correlation: float, systems: int) -> float | None:
    """The two-sided p-value of a correlation of 0, by Student's t with systems - 2 degrees of freedom.

    Exact for Pearson's r of normal scores, an approximation for Spearman's. None with fewer than three.
    """
    freedom = systems - 2
    if freedom < 1:
        return None
    if abs(correlation) >= 1:
        return 0.0
    t = abs(correlation) * np.sqrt(freedom / (1 - correlation**2))
    return 2 * float(scipy.special.stdtr(freedom, -t))


def _weighted(values: tuple[float | None, ...], weights: list[int]) -> float | None:
    known = [(value, weight) for value, weight in zip(values, weights, strict=True) if value is not None]
    total = sum(weight for _, weight in known)
    return sum(value * weight for value, weight in known) / total if total else None


def _known(value: float) -> float | None:
    return None if np.isnan(value) else value
