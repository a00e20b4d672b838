"""Which system is best, and how sure that is."""

from typing import TYPE_CHECKING

from appraise_gec.library.arguments import (
    Confidence,
    ForWhom,
    JudgmentsGiven,
    MethodName,
    Progress,
    Rules,
    Seed,
    Unit,
    UsualReplicates,
    front_door,
    settled_ranking,
)
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.judgments import taken
from rankings.analysis.choices import SEED

if TYPE_CHECKING:
    from rankings.analysis.ranking import SystemRanking


@front_door
def rank(
    judgments: JudgmentsGiven,
    *,
    method: MethodName = "expected-wins",
    replicates: UsualReplicates = None,
    unit: Unit = "usual",
    speaks_for: ForWhom = None,
    confidence: Confidence = 0.95,
    convention: Rules = "standard",
    seed: Seed = SEED,
    progress: Progress = None,
) -> "Finding[SystemRanking]":
    """Rank systems, with intervals, rank ranges and clusters.

    Raises:
        ValueError: too few judgments, or a setting out of range; the message says which.

    Examples:
        # Which system is best?
        rank judgments.xml
        # As in the 2015 paper
        rank judgments.xml --unit pairs --convention cluster.py
        # TrueSkill, for a program
        rank judgments.xml --method trueskill --json > ranking.json
    """
    from rankings.analysis.ranking import rank_systems

    settled = settled_ranking(method, replicates, speaks_for, unit, convention)
    judged = taken(judgments)
    found = rank_systems(
        judged.table,
        method,
        unit=unit,
        confidence=confidence,
        convention=convention,
        seed=seed,
        progress=progress,
        **settled,
    )
    told = {"rankings": len(judged.table)}
    return judged.finding(
        found,
        described_by("rankings.sections.ranking", found),
        told,
        methods=[method],
        settled=settled,
    )
