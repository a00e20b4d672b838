"""Rankings, agreement, tests and plans from judgments."""

from collections.abc import Sequence

from appraise_gec.library.arguments import check_whole
from appraise_gec.library.finding import Finding
from appraise_gec.library.judgments import Judgments, Source, taken
from rankings.analysis.agreement import Agreement, full_agreement
from rankings.analysis.choices import (
    REPLICATES,
    SEED,
    BootstrapUnit,
    Convention,
    Method,
    PairTest,
    SpeaksFor,
    usual_replicates,
)
from rankings.analysis.designing import DesignPlan, Terms, design_from_judgments
from rankings.analysis.head_to_head import HeadToHead, compare_systems
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.ranking import SystemRanking, rank_systems
from rankings.charts.design import design_curves
from rankings.charts.ranking import rank_probabilities, ranking
from rankings.tables import head_to_head as tables
from rankings.tables.agreement import agreement_tables
from rankings.tables.design import design_table
from rankings.tables.ranking import ranking_table

Given = Judgments | JudgmentTable | Source


def rank(
    judgments: Given,
    *,
    method: Method = "expected-wins",
    unit: BootstrapUnit = "sentences",
    speaks_for: SpeaksFor | None = None,
    replicates: int | None = None,
    confidence: float = 0.95,
    convention: Convention = "standard",
    seed: int = SEED,
) -> Finding[SystemRanking]:
    """Systems from best to worst, with intervals, rank ranges and clusters.

    Args:
        judgments: of `read_judgments`, or what it takes.
        method: one of `rankings.analysis.METHODS`.
        unit: what is resampled; "pairs" as published in 2015.
        speaks_for: "judges-like-these" (default) or "these-judges".
        replicates: of the bootstrap; 10,000, or 1,000 where each is a simulation, if None.
        confidence: of intervals and rank ranges.
        convention: "standard", or the rules of a published script.
        seed: the same seed gives the same result.

    Raises:
        ValueError: too few judgments, or a setting out of range; the message says which.
    """

    replicates = usual_replicates(method) if replicates is None else replicates
    check_whole(replicates=replicates)
    check_whole(0, seed=seed)
    found = rank_systems(
        taken(judgments),
        method,
        unit=unit,
        replicates=replicates,
        confidence=confidence,
        seed=seed,
        convention=convention,
        speaks_for=speaks_for,
    )
    charts = [ranking(found), rank_probabilities(found)]
    return Finding(found, [ranking_table(found)], charts)


def agreement(
    judgments: Given,
    *,
    least_comparisons: int = 50,
    replicates: int = REPLICATES,
    confidence: float = 0.95,
    seed: int = SEED,
) -> Finding[Agreement]:
    """Kappa between judges and of judges with themselves, with intervals by sentences.

    Args:
        judgments: as for `rank`.
        least_comparisons: pairs of judges with fewer do not count.
        replicates: resamplings of sentences.
        confidence: of the intervals.
        seed: as for `rank`.

    Raises:
        ValueError: a setting out of range.
    """

    check_whole(0, replicates=replicates, seed=seed)
    found = full_agreement(
        taken(judgments),
        least_comparisons=least_comparisons,
        replicates=replicates,
        confidence=confidence,
        seed=seed,
    )
    return Finding(found, agreement_tables(found))


def head_to_head(
    judgments: Given,
    *,
    speaks_for: SpeaksFor | None = None,
    test: PairTest | None = None,
    as_published: bool = False,
) -> Finding[HeadToHead]:
    """Every two systems against each other, with tests.

    Args:
        judgments: as for `rank`.
        speaks_for: for whom marks speak; judges like these by default.
        test: marks by this test instead, one of `rankings.analysis.choices.PAIR_TESTS`.
        as_published: by the rules of the 2015 script.

    Raises:
        ValueError: fewer than two systems, or a test that does not speak for whom was asked for.
    """

    table = taken(judgments)
    if len(table.systems) < 2:
        raise ValueError(f"expected at least two systems; the judgments name {len(table.systems)}")
    found = compare_systems(table, speaks_for=speaks_for, test=test, as_published=as_published)
    shown = [
        tables.matrix(found, test=tables.test_of(found.test)),
        tables.pairs_that_differ(found),
    ]
    return Finding(found, shown, told={"pairs": found.ordered})


def plan(
    judgments: Given,
    *,
    target: float = 0.8,
    margin: float = 0.0,
    judges: Sequence[int] = (),
    sentences: Sequence[int] = (),
    seed: int = SEED,
) -> Finding[DesignPlan]:
    """Which design gives the same order of systems again at least cost, with the judgments as a pilot.

    Args:
        judgments: as for `rank`.
        target: wanted probability that another such campaign gives the same order.
        margin: systems that are closer together in Expected Wins may change places.
        judges: numbers of judges to look at; up to 20 if none are given.
        sentences: numbers of sentences to look at, the largest of which is the most there can be; up to 5,000
            if none are given.
        seed: as for `rank`.

    Raises:
        ValueError: too few judgments, or a setting out of range.
    """

    check_whole(0, seed=seed)
    terms = Terms(wanted=target, margin=margin, judges=tuple(judges), sentences=tuple(sentences))
    found = design_from_judgments(taken(judgments), terms, seed=seed)
    return Finding(found, [design_table(found)], [design_curves(found)])
