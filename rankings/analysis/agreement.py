"""Agreement between judges and of judges with themselves: the kappa of the 2015 paper, with intervals.

Grundkiewicz et al. (2015), section 4.4 and Table 2, as its published script computes it: comparisons between
distinct outputs; chance agreement from the pooled marginals of both judges (Scott's pi, per pair of judges);
the overall value is the mean over pairs of judges, weighted by comparisons, without pairs that share too
little.
"""

from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np

from rankings.analysis.agreement_measures import (
    LEAST_COMPARISONS,
    AgreementMeasure,
    KappaSettings,
    OverallAgreement,
    agreement_measures,
    kappas,
    mean_kappas,
    scott_chance,
)
from rankings.analysis.agreement_tallies import OWN, judge_pair_tallies
from rankings.analysis.arrays import IntArray
from rankings.analysis.choices import REPLICATES, SEED, BootstrapUnit, SpeaksFor, WholeUnit, for_whom
from rankings.analysis.pair_counts import whole_unit
from rankings.analysis.reasons import FEWEST_JUDGES
from rankings.formats.columns import Judgments


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two judges, or the repeated judgments of one judge where `judge_a` equals `judge_b`.

    Attributes:
        kappa: None where it is undefined: nothing compared, or all judgments alike, so that chance explains
            all.
        comparisons: pairs of judgments of the same two outputs that were compared.
        agreed: how many of them agreed.
        observed, expected: P(A) and P(E); None without comparisons.
        first_wins, ties, second_wins: the pooled single judgments that P(E) is computed from.
        enough: whether there are comparisons enough to count in the overall value and to be printed.
    """

    judge_a: str
    judge_b: str
    kappa: float | None
    comparisons: int
    agreed: int
    observed: float | None
    expected: float | None
    first_wins: int
    ties: int
    second_wins: int
    enough: bool

    @property
    def p_value(self) -> float | None:
        """One-sided, of agreement no better than chance, were all comparisons independent.

        By the normal distribution with the standard error sqrt(P(E) / (n (1 - P(E)))), that of a kappa of 0
        when P(E) is known (Cohen 1960). None where kappa is undefined.
        """
        if self.kappa is None or self.expected is None or not self.comparisons or not 0 < self.expected < 1:
            return None
        error = sqrt(self.expected / (self.comparisons * (1 - self.expected)))
        return erfc(self.kappa / error / sqrt(2)) / 2


@dataclass(frozen=True, slots=True)
class Agreement:
    """Inter- and intra-annotator agreement.

    Attributes:
        inter, intra: overall values.
        pairs: every pair of judges, `judge_a` up to `judge_b` in the order of `judges`, diagonal included.
        judges: names.
        least_comparisons: pairs of judges with fewer comparisons do not count.
        replicates, confidence, seed: of the intervals, from resampling the unit.
        measures: the paper's kappa and the alternatives; empty where nobody asked for them.
        units: how many have a shared or repeated comparison.
        speaks_for: for whom intervals speak, beside other sentences or documents.
    """

    inter: OverallAgreement
    intra: OverallAgreement
    pairs: tuple[PairAgreement, ...]
    judges: tuple[str, ...]
    least_comparisons: int
    replicates: int
    confidence: float
    seed: int
    unit: WholeUnit
    speaks_for: SpeaksFor
    units: int
    measures: tuple[AgreementMeasure, ...] = ()

    @property
    def for_whom(self) -> str:
        """`for these 8 judges`."""
        return for_whom(self.speaks_for, len(self.judges))

    def pair(self, judge_a: str, judge_b: str) -> PairAgreement:
        """The agreement of two judges, in either order.

        Raises:
            KeyError: there is no such pair.
        """
        wanted = {judge_a, judge_b}
        for pair in self.pairs:
            if {pair.judge_a, pair.judge_b} == wanted:
                return pair
        raise KeyError(f"{judge_a}, {judge_b}")


def agreement(
    table: Judgments,
    least_comparisons: int = LEAST_COMPARISONS,
    *,
    replicates: int = REPLICATES,
    confidence: float = 0.95,
    seed: int = SEED,
    unit: BootstrapUnit = "usual",
    speaks_for: SpeaksFor = "these-judges",
    every_measure: bool = True,
) -> Agreement:
    """Kappa for every pair of judges and overall, on comparisons between distinct outputs.

    Two judgments are comparable when they are about the same two sets of systems on the same sentence. As
    P(E) squares the shares of "first wins" and "second wins" separately, kappa depends on which output is the
    first: renaming systems moves it by a few thousandths.

    Args:
        least_comparisons: pairs of judges with fewer do not count in the overall values.
        unit: what is resampled for intervals: sentences or documents, of other units what is usual.
        speaks_for: for whom the intervals speak; fewer than five judges speak for themselves alone.
        every_measure: whether to compute the alternatives to the paper's kappa, too.
    """
    whole = whole_unit(table, unit)
    others = speaks_for == "judges-like-these" and len(table.judges) >= FEWEST_JUDGES
    tallies = judge_pair_tallies(table, whole, own_marginals=every_measure)
    settings = KappaSettings(least_comparisons, replicates, confidence, seed, others, whole)
    inter, intra = mean_kappas(tallies, scott_chance, settings)
    return Agreement(
        inter=inter,
        intra=intra,
        pairs=_pair_records(table.judges, tallies.total, least_comparisons),
        judges=table.judges,
        least_comparisons=least_comparisons,
        replicates=replicates,
        confidence=confidence,
        seed=seed,
        unit=whole,
        speaks_for="judges-like-these" if others else "these-judges",
        units=int((np.diff(tallies.by_sentence.indptr) > 0).sum()),
        measures=agreement_measures(table, tallies, (inter, intra), settings) if every_measure else (),
    )


def _pair_records(judges: tuple[str, ...], tallies: IntArray, least: int) -> tuple[PairAgreement, ...]:
    kappa = kappas(tallies, scott_chance)
    records = []
    for a in range(len(judges)):
        for b in range(a, len(judges)):
            first, ties, second, compared, agreed = tallies[a, b, :OWN].tolist()
            marginal = first + ties + second
            value = float(kappa[a, b])
            records.append(
                PairAgreement(
                    judge_a=judges[a],
                    judge_b=judges[b],
                    kappa=None if np.isnan(value) else value,
                    comparisons=compared,
                    agreed=agreed,
                    observed=agreed / compared if compared else None,
                    expected=(first**2 + ties**2 + second**2) / marginal**2 if marginal else None,
                    first_wins=first,
                    ties=ties,
                    second_wins=second,
                    enough=compared >= least,
                )
            )
    return tuple(records)
