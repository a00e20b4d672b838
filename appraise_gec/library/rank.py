"""Systems from best to worst, with what the data leave open (2015 paper, Tables 3b and 3c)."""

from typing import TYPE_CHECKING, Any

from appraise_gec.library.arguments import (
    ArgumentError,
    MethodName,
    Portion,
    Progress,
    Seed,
    UsualReplicates,
    front_door,
)
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.judgments import JudgmentsGiven, taken
from rankings.analysis.choices import (
    SEED,
    BootstrapUnit,
    Convention,
    SpeaksFor,
    judges_spoken_for,
    usual_replicates,
)
from rankings.analysis.methods import Method

if TYPE_CHECKING:
    from rankings.analysis.ranking import SystemRanking


@front_door
def rank(
    judgments: JudgmentsGiven,
    *,
    method: MethodName = "expected-wins",
    replicates: UsualReplicates = None,
    unit: BootstrapUnit = "usual",
    speaks_for: SpeaksFor | None = None,
    confidence: Portion = 0.95,
    convention: Convention = "standard",
    seed: Seed = SEED,
    progress: Progress = None,
) -> "Finding[SystemRanking]":
    """Rank systems, with intervals, rank ranges and clusters.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.

    Args:
        judgments: of `read_judgments`, or what it takes.
        method: how comparisons become scores.
        replicates: number of resamplings; 10,000 if not given, or 1,000 for methods that simulate.
        unit: what is resampled as a whole; usual is documents where the data name some with several
            sentences, else sentences. The 2015 paper resampled pairs, as if they were independent.
        speaks_for: for whom intervals, rank ranges and clusters speak where sentences or documents are
            resampled; judges like these if not given. Other units and fewer than five judges leave no choice.
        confidence: of intervals, rank ranges and clusters.
        convention: rules for rank ranges, ties and clusters: Koehn's (2012), or those of a 2015 script.
        seed: of the random numbers; the same seed gives the same result.
        progress: called with the share that is done.

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


def settled_ranking(
    method: Method,
    replicates: int | None,
    speaks_for: SpeaksFor | None,
    unit: BootstrapUnit,
    convention: Convention,
) -> dict[str, Any]:
    """How many resamplings there are and for whom they speak, also where nobody said it."""
    try:
        target = judges_spoken_for(speaks_for, unit, convention)
    except ValueError as error:
        raise ArgumentError(f"speaks_for: {error}") from None
    return {
        "replicates": usual_replicates(method) if replicates is None else replicates,
        "speaks_for": target,
    }
