"""Agreement between judges and of judges with themselves: the kappa of the 2015 paper, with intervals.

Grundkiewicz et al. (2015), section 4.4 and Table 2, as its published script computes it: comparisons between
distinct outputs; chance agreement from the pooled marginals of both judges (Scott's pi, per pair of judges);
the overall value is the mean over pairs of judges, weighted by comparisons, without pairs that share too
little.
"""

import numpy as np

from rankings.analysis.agreement_tallies import OWN, judge_pair_tallies
from rankings.analysis.arrays import IntArray
from rankings.analysis.choices import REPLICATES, SEED
from rankings.analysis.kappa import (
    KappaSettings,
    kappas,
    mean_kappas,
    scott_chance,
)
from rankings.analysis.results.agreement import Agreement, PairAgreement
from rankings.formats.columns import Judgments

LEAST_COMPARISONS = 50


def agreement(
    table: Judgments,
    least_comparisons: int = LEAST_COMPARISONS,
    *,
    replicates: int = REPLICATES,
    confidence: float = 0.95,
    seed: int = SEED,
) -> Agreement:
    """Kappa for every pair of judges and overall, on comparisons between distinct outputs.

    Two judgments are comparable when they are about the same two sets of systems on the same sentence. As
    P(E) squares the shares of "first wins" and "second wins" separately, kappa depends on which output is the
    first: renaming systems moves it by a few thousandths.

    Args:
        table: the judgments.
        least_comparisons: pairs of judges with fewer do not count in the overall values.
        replicates: resamplings of sentences for the intervals; 0 for none.
        confidence: of the intervals.
        seed: of the random numbers.
    """
    tallies = judge_pair_tallies(table)
    settings = KappaSettings(least_comparisons, replicates, confidence, seed)
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
        sentences=int((np.diff(tallies.by_sentence.indptr) > 0).sum()),
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
