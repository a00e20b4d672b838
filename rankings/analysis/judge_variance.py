"""How far scores would move with other sentences or documents, and with other judges like these.

A judge who likes a system more than others do raises its score in every sentence that the judge ranks.
Resampling sentences keeps these judges, so that its intervals speak for them alone. For other judges like
them, the variance between judges counts as well, once for every judge who took part.

The influence of a judge, or of a sentence, on a score is how much its comparisons together move the score
from what all others say (Hampel 1974). Influences of judges vary because judges differ, and because each
judged other sentences; how much sentences explain follows from how answers vary within a judge. The rest is
the variance between judges. Judges share tastes, so that they differ more on some systems than on others:
each score, and each difference, has a variance of its own, with about as many degrees of freedom as there
are judges less one (Ibragimov and Müller 2010). Sentences and documents of unequal weight have the variance
CR2 and the degrees of freedom of Bell and McCaffrey (2002), which are closed forms for means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy

from rankings.analysis.arrays import FloatArray, IndexArray
from rankings.analysis.choices import WholeUnit
from rankings.analysis.pair_counts import (
    FIRST_WINS,
    OUTCOMES,
    SECOND_WINS,
    ClusterUnit,
    count_pairs,
    count_pairs_by_unit,
    crossed_units,
)
from rankings.analysis.reasons import FEWEST_JUDGES
from rankings.formats.columns import Judgments

MOST_ENTRIES = 1 << 22
# Quantiles of what estimates leave possible, at the middles of as many equal shares.
POSSIBLE = 200
QUANTILES: FloatArray = (np.arange(POSSIBLE) + 0.5) / POSSIBLE
# The variance of a share between 0 and 1 is at most that.
LARGEST_OF_SHARES = 0.25
# What judges usually differ by, over all statistics, counts as much as one more judge. More would be
# narrower, and hold less where judges share a taste (`benchmarks.coverage`).
OF_ALL = 1.0
# A unit that makes up nearly all of a statistic says nothing of others.
MOST_OF_ALL = 0.95
PAIR = 2


@dataclass(frozen=True, eq=False)
class JudgeVariance:
    """Parts of the variance of K statistics, each a share of wins or a mean of such shares.

    Attributes:
        judges: J who made a decided comparison.
        units: sentences or documents with a decided comparison.
        of_units: (K,) squared standard errors for these judges: sentences or documents vary.
        degrees: (K,) their degrees of freedom.
        resampled: (K,) what resampling makes of them.
        seen: (K,) the variance between judges with what sentences make of it.
        noise: (K,) what sentences make of it.
        usual: the variance between judges, mean over statistics; None where nothing tells judges apart.
        freedom: (K,) degrees of freedom of `seen`.
        beyond: (K,) what a variance between judges of 1 would add to the squared standard errors.
        least: (K,) the square of what half a comparison moves a statistic by.
        moved: (J, K) what each judge moves a statistic by.
        of_all: the degrees of freedom for which `usual` counts beside what a statistic shows itself.
    """

    judges: int
    units: int
    of_units: FloatArray
    degrees: FloatArray
    resampled: FloatArray
    seen: FloatArray
    noise: FloatArray
    usual: float | None
    freedom: FloatArray
    beyond: FloatArray
    least: FloatArray
    moved: FloatArray
    of_all: float = OF_ALL

    @property
    def known(self) -> bool:
        """Whether there are judges enough to speak for others; if they are a part of sentences, too."""
        return self.judges >= FEWEST_JUDGES

    @property
    def between(self) -> float:
        """Variance between judges of a statistic, mean over statistics; 0 where it cannot be known."""
        return max(0.0, self.usual or 0.0)

    @cached_property
    def possible(self) -> FloatArray:
        """(K, G) the variances between judges that the estimates leave possible, from large to small.

        What was seen is the variance and its noise times a chi-squared variable over its degrees of freedom.
        """
        if self.usual is None:
            return np.zeros((len(self.of_units), POSSIBLE))
        # Where all comparisons of each judge agree, nothing seems left to chance.
        seen = np.maximum(self.seen, self.judges**2 * self.least)
        freedom = self.freedom + self.of_all
        pooled = (self.freedom * seen + self.of_all * (self.between + self.noise)) / freedom
        chance = scipy.special.chdtri(freedom[:, None], 1 - QUANTILES)
        values = (pooled * freedom)[:, None] / chance - self.noise[:, None]
        return np.clip(values, 0.0, LARGEST_OF_SHARES)

    @property
    def median(self) -> FloatArray:
        """(K,) the variance between judges that is exceeded as often as not."""
        middle: FloatArray = self.possible[:, POSSIBLE // 2]
        return middle

    @property
    def total(self) -> FloatArray:
        """(K,) squared standard errors for judges like these."""
        total: FloatArray = self.of_units + self.median * self.beyond
        return total

    @property
    def sd(self) -> float | None:
        """Standard deviation between judges of a statistic, mean over statistics; None if unknown."""
        return None if self.usual is None else float(self.median.mean()) ** 0.5

    @property
    def least_error(self) -> float | None:
        """The standard error that stays with any number of sentences, on average; None as for `sd`."""
        return None if self.usual is None else float((self.median * self.beyond).mean()) ** 0.5

    def p_values(self, differences: FloatArray, *, others: bool = True) -> FloatArray:
        """(K,) two-sided p-values, for judges like these or for these.

        Args:
            differences: (K,) of the statistics from what is tested.
            others: whether other judges are asked about.
        """
        variance = np.maximum(self.of_units, self.least)
        compared = variance > 0
        p = np.ones(len(differences))
        away = np.abs(differences[compared]) / np.sqrt(variance[compared])
        degrees = self.degrees[compared]
        if not others:
            p[compared] = 2 * scipy.special.stdtr(degrees, -away)
            return p
        added = self.beyond[compared] / variance[compared]
        whole = 1 + added[:, None] * self.possible[compared]
        # Satterthwaite (1946), where only what sentences add is uncertain.
        tails = scipy.special.stdtr(degrees[:, None] * whole**2, -away[:, None] / np.sqrt(whole))
        p[compared] = np.minimum(1.0, 2 * tails.mean(axis=1))
        return p

    def varied(
        self, replicated: FloatArray, source: np.random.SeedSequence, *, others: bool, own: bool
    ) -> tuple[FloatArray, FloatArray]:
        """(B, K) scores of resampled units, as other units and other judges would vary them.

        Deviations by units get the variance CR2, and the tails of Student's t. What other judges add is
        drawn as normal mixtures of what these judges add to all scores; its variance is one of those that the
        estimate leaves possible, another for each replicate. Both are as for Expected Wins, for other methods
        in proportion to what resampling units makes of their scores. With the scores come the (K,) standard
        errors: without these tails, and by the median of the possible variances.

        Args:
            replicated: (B, K) scores of resampled units; NaN where a method gives a system none.
            source: of random numbers.
            others: whether other judges are asked about.
            own: whether the scores are Expected Wins.
        """
        scored = ~np.isnan(replicated).all(axis=0)
        varied, errors = replicated.copy(), np.full(replicated.shape[1], np.nan)
        if not scored.any():
            return varied, errors
        number = len(replicated)
        rng = np.random.default_rng(source)
        middle = np.nanmean(replicated[:, scored], axis=0)
        spread = np.nanstd(replicated[:, scored], axis=0)
        resampled = np.sqrt(self.resampled[scored])
        # Few documents of unequal size vary a mean more when they are drawn than when they come anew.
        scale = np.ones_like(spread) if own else quotients(spread, resampled)
        of_units = np.sqrt(self.of_units[scored]) * scale
        wider = quotients(of_units, spread)
        degrees = np.minimum(self.degrees[scored], 1e6)[:, None]
        tails = np.sqrt(degrees / scipy.special.chdtri(degrees, QUANTILES)).T
        varied[:, scored] = (
            middle + (replicated[:, scored] - middle) * wider * tails[rng.integers(POSSIBLE, size=number)]
        )
        errors[scored] = of_units
        if others and self.usual is not None:
            # In an order that depends on no name.
            order = np.argsort(np.round((self.moved**2).sum(axis=1), 12), kind="stable")
            size = np.sqrt((self.moved**2).sum(axis=0))
            shares = np.divide(self.moved, size, out=np.zeros_like(self.moved), where=size > 0)[order]
            drawn = (rng.standard_normal((number, self.judges)) @ shares)[:, scored]
            added = np.sqrt(self.beyond[scored, None] * self.possible[scored]).T * scale
            varied[:, scored] += drawn * added[rng.integers(POSSIBLE, size=number)]
            of_judges = np.sqrt(self.beyond[scored] * self.median[scored]) * scale
            errors[scored] = np.hypot(errors[scored], of_judges)
        return varied, errors


@dataclass(frozen=True, slots=True, eq=False)
class Influences:
    """What each of U cells, the answers of one judge on one sentence or document, adds to K statistics.

    Attributes:
        judge, unit: (U,) numbers.
        judges, units: how many there are.
        influence: (U, K).
        weight: (U, K) comparisons of the cell as they count.
        compared: (K,) decided comparisons.
    """

    judge: IndexArray
    unit: IndexArray
    judges: int
    units: int
    influence: FloatArray
    weight: FloatArray
    compared: FloatArray

    def variance(self, usual: float | None = None) -> JudgeVariance:
        """Parts of the variance of the statistics.

        Args:
            usual: the variance between judges where it is known better than from these statistics.
        """
        judge, judges = self.judge, self.judges
        total = self.weight.sum(axis=0)
        weight = quotients(self.weight, total)
        of_unit, share = _sums(self.influence, self.unit, self.units), _sums(weight, self.unit, self.units)
        left = np.maximum(1 - share, 1 - MOST_OF_ALL)
        leverage = share**2 / left
        spread = (share**2).sum(axis=0) + leverage.sum(axis=0) ** 2 - (leverage**2).sum(axis=0)
        moved, held = _sums(self.influence, judge, judges), _sums(weight, judge, judges)
        # What sentences alone make of a judge's influence: cells vary around the judge's own mean.
        mean = quotients(moved, held)
        within = np.maximum(1 - quotients(weight, held[judge]), 1 - MOST_OF_ALL)
        repeated = np.bincount(judge, minlength=judges) > 1
        residual = (self.influence - weight * mean[judge]) / np.sqrt(within) * repeated[judge][:, None]
        # Influences of all judges add up to 0, which takes a part of both variances away, and the more so
        # where judges answer the same sentences.
        by_unit = _sums(residual, self.unit, self.units)
        around = _sums(residual**2, judge, judges)
        shared = _sums(residual * by_unit[self.unit], judge, judges)
        several = (held**2).sum(axis=0)
        expected = around - 2 * held * shared + held**2 * (by_unit**2).sum(axis=0)
        factor = held**2 * (1 - 2 * held + several)
        scale = factor[repeated].sum(axis=0)
        squares, noise = (moved[repeated] ** 2).sum(axis=0), expected[repeated].sum(axis=0)
        # Where a sentence has other judges than the rest, its variance holds some of theirs.
        counted = (weight * (weight - 2 * share[self.unit] * held[judge])).sum(axis=0)
        counted += (share**2).sum(axis=0) * several
        whole = float(scale.sum())
        # A judge who is a part of one sentence varies with it, and nothing tells the two apart.
        told = judges > 1 and whole > 0
        # Two systems have one difference, and it says the same of both.
        of_all = 0.0 if usual is None and len(scale) <= PAIR else OF_ALL
        if told and usual is None:
            usual = float((squares - noise).sum()) / whole
        return JudgeVariance(
            judges=judges,
            units=self.units,
            of_units=(of_unit**2 / left).sum(axis=0),
            degrees=np.maximum(1.0, quotients(np.ones(len(spread)), spread)),
            resampled=(of_unit**2).sum(axis=0),
            seen=quotients(squares, scale),
            noise=quotients(noise, scale),
            usual=usual if told else None,
            freedom=np.maximum(1.0, _freedom(held[repeated], several)),
            beyond=np.maximum(0.0, several - counted) if told else np.zeros(len(several)),
            least=quotients(np.full(len(total), 0.5), self.compared) ** 2,
            moved=moved,
            of_all=of_all,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The answers of one judge on one sentence or document, U of them with a decided comparison.

    Attributes:
        judge, unit: (U,) numbers.
        judges, units: how many there are.
        wins, decided: (U, P) won by the first of a pair, and decided comparisons of it.
    """

    judge: IndexArray
    unit: IndexArray
    judges: int
    units: int
    wins: Any
    decided: Any

    @classmethod
    def of(cls, table: Judgments, unit: WholeUnit = "sentences") -> Cells:
        """All cells of a table."""
        crossed: ClusterUnit = "judge-sentences" if unit == "sentences" else "judge-documents"
        counts: Any = count_pairs_by_unit(table, crossed).counts
        if not isinstance(counts, np.ndarray):
            counts = scipy.sparse.csc_array(counts)
        wins, losses = counts[:, FIRST_WINS::OUTCOMES], counts[:, SECOND_WINS::OUTCOMES]
        decided = wins + losses
        del counts, losses
        used = np.flatnonzero(np.asarray(decided.sum(axis=1)).ravel())
        if not isinstance(decided, np.ndarray):
            wins, decided = (scipy.sparse.csr_array(one)[used].tocsc() for one in (wins, decided))
        else:
            wins, decided = wins[used], decided[used]
        judge, unit_of = (_numbered(one[used]) for one in crossed_units(table, crossed))
        judges, units = int(judge.max(initial=-1)) + 1, int(unit_of.max(initial=-1)) + 1
        return cls(judge, unit_of, judges, units, wins, decided)

    def influences(self, spread: Any) -> Influences:
        """On sums of shares of wins, each times its entry in `spread`, (P, K)."""
        rows = np.flatnonzero(abs(spread).sum(axis=1))
        spread, wins, both = spread[rows], self.wins[:, rows], self.decided[:, rows]
        won, decided = wins.sum(axis=0), both.sum(axis=0)
        share, per_comparison = quotients(won, decided), quotients(np.ones(len(rows)), decided)
        # Of one comparison: what it adds to the share of its pair, less what the share takes it for.
        influence = wins @ _times(per_comparison, spread) - both @ _times(share * per_comparison, spread)
        compared = np.asarray(decided @ (spread != 0).astype(np.float64), dtype=np.float64).ravel()
        return self._of(_dense(influence), _dense(both @ abs(spread)), compared)

    def influences_across(self, direction: FloatArray) -> Influences:
        """On the share of all comparisons across a line that those above won; K = 1.

        Args:
            direction: (P,) 1 where the first of a pair is above the line and the second below, -1 the other
                way, else 0.
        """
        for_first, for_second = (direction > 0).astype(np.float64), (direction < 0).astype(np.float64)
        decided = self.decided @ (for_first + for_second)
        won = self.wins @ for_first + self.decided @ for_second - self.wins @ for_second
        total = float(decided.sum())
        influence = (won - decided * (won.sum() / total)) / total if total else won
        return self._of(influence[:, None], decided[:, None], np.array([total]))

    def _of(self, influence: FloatArray, weight: FloatArray, compared: FloatArray) -> Influences:
        return Influences(self.judge, self.unit, self.judges, self.units, influence, weight, compared)


def spread_of_scores(table: Judgments, systems: Sequence[int]) -> Any:
    """(P, M) what the share of wins of each pair adds to each score."""
    first, second = np.triu_indices(len(table.systems), 1)
    place = np.full(len(table.systems), -1)
    place[list(systems)] = np.arange(len(systems))
    inside = np.flatnonzero((place[first] >= 0) & (place[second] >= 0))
    chosen = np.array(systems)
    wins = count_pairs(table).wins[np.ix_(chosen, chosen)]
    share = 1.0 / np.maximum(1, (wins + wins.T > 0).sum(axis=1))
    columns = np.r_[place[first[inside]], place[second[inside]]]
    signs = np.repeat([1.0, -1.0], len(inside)) * share[columns]
    return scipy.sparse.csr_array((signs, (np.tile(inside, 2), columns)), shape=(len(first), len(systems)))


def _freedom(held: FloatArray, several: FloatArray) -> FloatArray:
    """(K,) degrees of freedom of the squared influences of judges, whose shares of comparisons are (J, K).

    Satterthwaite's, for judges who differ and endless sentences: J - 1 where all have the same share.
    """
    second, third, fourth = ((held**power).sum(axis=0) for power in (2, 3, 4))
    own = (held**2 * (1 - 2 * held + several)).sum(axis=0) ** 2
    squares = (held**4 * (1 - 2 * held + several) ** 2 - held**4 * (several - 2 * held) ** 2).sum(axis=0)
    squares += several**2 * second**2 - 4 * several * second * third + 2 * second * fourth + 2 * third**2
    return quotients(own, squares)


def quotients(part: FloatArray, whole: FloatArray) -> FloatArray:
    """Quotients, 0 where the whole is."""
    whole = np.broadcast_to(whole, part.shape)
    found: FloatArray = np.divide(part, whole, out=np.zeros(part.shape), where=whole > 0)
    return found


def _times(of_pairs: FloatArray, spread: Any) -> Any:
    return scipy.sparse.diags_array(of_pairs) @ spread


def _dense(values: Any) -> FloatArray:
    dense: FloatArray = values if isinstance(values, np.ndarray) else values.toarray()
    return dense


def _numbered(values: IndexArray) -> IndexArray:
    numbers: IndexArray = np.unique(values, return_inverse=True)[1].astype(np.int32)
    return numbers


def _sums(values: FloatArray, group: IndexArray, groups: int) -> FloatArray:
    """(G, K) sums of the rows of each group."""
    rows = len(group)
    member: Any = scipy.sparse.csr_array((np.ones(rows), (group, np.arange(rows))), shape=(groups, rows))
    sums: FloatArray = member @ values
    return sums
