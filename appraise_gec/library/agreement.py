"""Kappa between judges and of judges with themselves (2015 paper, Table 2)."""

from typing import TYPE_CHECKING, Annotated

from appraise_gec.declared import Told
from appraise_gec.library.arguments import JudgmentsGiven, Portion, Replicates, Seed, front_door
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.judgments import taken
from rankings.analysis.choices import REPLICATES, SEED

if TYPE_CHECKING:
    from rankings.analysis.agreement import Agreement


@front_door
def agreement(
    judgments: JudgmentsGiven,
    *,
    replicates: Replicates = REPLICATES,
    confidence: Portion = 0.95,
    seed: Seed = SEED,
    least_comparisons: Annotated[int, Told(least=1)] = 50,
) -> "Finding[Agreement]":
    """Measure how far judges agree with each other and with themselves.

    Args:
        replicates: resamplings of sentences, for intervals.
        confidence: of the intervals of kappa and of other measures.
        least_comparisons: pairs of judges with fewer do not count.

    Examples:
        # How far do judges agree?
        agreement judgments.xml
        # Two of them only
        agreement judgments.xml --judge J1 --judge J2
    """
    from rankings.analysis.agreement import agreement as agreement_of

    judged = taken(judgments)
    found = agreement_of(
        judged.table,
        least_comparisons=least_comparisons,
        replicates=replicates,
        confidence=confidence,
        seed=seed,
    )
    shown = described_by("rankings.sections.agreement", found)
    return judged.finding(found, shown, unfolded=["agreement-pairs", "agreement-measures"])
