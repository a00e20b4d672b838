"""What the judgments of people say: each function is a command, and reads here what it computes with."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from appraise_gec.library.arguments import (
    ArgumentError,
    MethodName,
    Portion,
    Progress,
    Replicates,
    Seed,
    Told,
    UsualReplicates,
    front_door,
)
from appraise_gec.library.describing import described
from appraise_gec.library.finding import Finding
from appraise_gec.library.judgments import JudgmentsGiven, taken
from rankings.analysis.choices import (
    REPLICATES,
    SEED,
    BootstrapUnit,
    Convention,
    FoldUnit,
    PairTest,
    SpeaksFor,
    judges_spoken_for,
    usual_replicates,
)
from rankings.analysis.methods import METHODS, Method

if TYPE_CHECKING:
    from appraise_gec.library.judgment_files import Evaluation
    from rankings.analysis.agreement import Agreement
    from rankings.analysis.cross_validation import CrossValidation
    from rankings.analysis.designing import DesignPlan
    from rankings.analysis.head_to_head import HeadToHead
    from rankings.analysis.judge_comparison import JudgeComparison
    from rankings.analysis.judge_statistics import EvaluationStatistics
    from rankings.analysis.ranking import SystemRanking

Result = TypeVar("Result")
Methods = Annotated[Sequence[Method], Told("--method", choices=lambda: METHODS)]


@front_door
def stats(judgments: JudgmentsGiven) -> "Finding[EvaluationStatistics]":
    """Count rankings, comparisons and ties per judge.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.

    Args:
        judgments: of `read_judgments`, or what it takes.

    Examples:
        # How much did each judge do?
        stats judgments.xml
        # Two files as one
        stats first.xml second.csv
    """
    from rankings.analysis.judge_statistics import evaluation_statistics

    judged = taken(judgments)
    return _found(judged, evaluation_statistics(judged.table), "statistics")


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

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.

    Args:
        judgments: as for `rank`.
        replicates: resamplings of sentences, for intervals.
        confidence: of the intervals of kappa and of other measures.
        seed: of the random numbers; the same seed gives the same result.
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
    return _found(judged, found, "agreement")


@front_door
def rank(
    judgments: JudgmentsGiven,
    *,
    method: MethodName = "expected-wins",
    replicates: UsualReplicates = None,
    unit: BootstrapUnit = "sentences",
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
        unit: what is resampled as a whole. The 2015 paper resampled pairs, as if they were independent.
        speaks_for: for whom intervals, rank ranges and clusters speak where sentences are resampled; judges
            like these if not given. Other units leave no choice.
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

    settled = _settled(method, replicates, speaks_for, unit, convention)
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
    return _found(judged, found, "ranking", told, methods=[method], settled=settled)


@front_door
def head_to_head(
    judgments: JudgmentsGiven,
    *,
    speaks_for: SpeaksFor | None = None,
    test: PairTest | None = None,
    as_published: bool = False,
) -> "Finding[HeadToHead]":
    """Compare every two systems, and test which differ.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.

    Args:
        judgments: as for `rank`.
        speaks_for: for whom marks speak, by a test that is corrected for the number of pairs; judges like
            these if not given.
        test: marks by this test instead; sign is that of the 2015 paper.
        as_published: as the 2015 script: the sign test; no wins count as one, p has four digits for marks.

    Raises:
        ValueError: fewer than two systems, or a test that does not speak for whom was asked for.

    Examples:
        # Which two systems differ?
        head-to-head judgments.xml
        # As in the 2015 paper
        head-to-head judgments.xml --as-published
    """
    from rankings.analysis.head_to_head import compare_systems

    judged = taken(judgments)
    if len(judged.table.systems) < 2:
        raise ValueError(f"expected at least two systems; the judgments name {len(judged.table.systems)}")
    found = compare_systems(judged.table, as_published=as_published, speaks_for=speaks_for, test=test)
    settled = {"speaks_for": found.speaks_for, "test": found.test}
    return _found(judged, found, "head_to_head", {"pairs": found.ordered}, settled=settled)


@front_door
def validate(
    judgments: JudgmentsGiven,
    *,
    methods: Annotated[Sequence[Method], Told("--method", choices=lambda: METHODS)] = (
        "expected-wins",
        "trueskill",
    ),
    folds: Annotated[int, Told(least=2)] = 100,
    replicates: Replicates = 100,
    unit: FoldUnit = "pairs",
    confidence: Portion = 0.95,
    seed: Seed = SEED,
    as_published: bool = False,
    progress: Progress = None,
) -> "Finding[CrossValidation]":
    """Cross-validate methods: how well they predict judgments that they have not seen.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.

    Args:
        judgments: as for `rank`.
        methods: to compare.
        folds: number of parts.
        replicates: resamplings of the training part of every fold.
        unit: what stays together in one fold.
        confidence: of rank ranges and clusters.
        seed: of the random numbers; the same seed gives the same result.
        as_published: with the folds of the 2015 scripts, which test on training data.
        progress: called with the share that is done.

    Raises:
        ValueError: too few judgments, or a setting out of range.

    Examples:
        # Which method predicts unseen judgments best?
        validate judgments.xml --folds 10
        # As in the 2015 paper
        validate judgments.xml --as-published
    """
    from rankings.analysis.cross_validation import cross_validate

    judged = taken(judgments)
    found = cross_validate(
        judged.table,
        methods=list(methods),
        folds=folds,
        replicates=replicates,
        unit=unit,
        confidence=confidence,
        seed=seed,
        as_published=as_published,
        progress=progress,
    )
    return _found(judged, found, "validation", methods=methods)


@front_door
def judges(
    judgments: JudgmentsGiven,
    *,
    method: MethodName = "expected-wins",
    replicates: UsualReplicates = None,
    unit: BootstrapUnit = "sentences",
    speaks_for: SpeaksFor | None = None,
    confidence: Portion = 0.95,
    convention: Convention = "standard",
    seed: Seed = SEED,
    rankings: bool = False,
    rankings_without: bool = False,
    progress: Progress = None,
) -> "Finding[JudgeComparison]":
    """Correlate system scores between judges, and of each judge with all others.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.

    Args:
        judgments: as for `rank`.
        method: how comparisons become scores.
        replicates: of rankings, as for `rank`.
        unit: of rankings: what is resampled as a whole.
        speaks_for: of rankings, as for `rank`.
        confidence: of the intervals, rank ranges and clusters of rankings.
        convention: of rankings, as for `rank`.
        seed: of the random numbers of rankings.
        rankings: also the ranking that each judge alone gives.
        rankings_without: also the ranking that all others give, without each judge.
        progress: called with the share that is done.

    Raises:
        ValueError: a setting out of range.

    Examples:
        # Do single judges rank alike?
        judges judgments.xml
        # The ranking by each judge
        judges judgments.xml --rankings --json > judges.json
    """
    from rankings.analysis.judge_comparison import compare_judges, rank_by_judge

    settled = _settled(method, replicates, speaks_for, unit, convention)
    judged = taken(judgments)
    found = compare_judges(judged.table, method)
    told = {}
    for name, wanted in (("rankings", rankings), ("rankings_without", rankings_without)):
        if wanted:
            told[name] = rank_by_judge(
                judged.table,
                "only" if name == "rankings" else "without",
                method,
                unit=unit,
                confidence=confidence,
                convention=convention,
                seed=seed,
                progress=progress,
                **settled,
            )
    if not told:
        return _found(judged, found, "judges", settled={**settled, "seed": None})
    return _found(judged, found, "judges", told, methods=[method], settled=settled)


@front_door
def plan(
    judgments: JudgmentsGiven,
    *,
    target: Portion = 0.8,
    margin: Annotated[float, Told(metavar="X", least=0, below=1)] = 0.0,
    judges: Annotated[Sequence[int], Told(metavar="N", least=1, most=1000)] = (),
    sentences: Annotated[Sequence[int], Told(metavar="N", least=6, most=1_000_000)] = (),
    seed: Seed = SEED,
    progress: Progress = None,
) -> "Finding[DesignPlan]":
    """Find the design that gives the same order of systems again.

    How many judges and sentences does it take, at least cost, so that another campaign like that of
    JUDGMENTS, with other sentences and other judges, puts the systems into the same order? JUDGMENTS are
    files in any known format, recognised by content and joined; - is standard input.

    Args:
        judgments: as for `rank`.
        target: wanted probability that another such campaign gives the same order.
        margin: systems that are closer together in Expected Wins may change places.
        judges: number of judges to look at; up to 20 if none is given.
        sentences: number of sentences to look at. The largest is the most there can be; up to 5,000 if none
            is given.
        seed: of the random numbers; the same seed gives the same result.
        progress: called with the share that is done.

    Raises:
        ValueError: too few judgments, or a setting out of range.

    Examples:
        # How many judges and sentences, at least cost
        plan pilot.xml --target 0.9
        # What three judges can do
        plan pilot.xml --judges 3 --sentences 200 --sentences 400
    """
    from rankings.analysis.designing import Terms, design_from_judgments

    judged = taken(judgments)
    terms = Terms(wanted=target, margin=margin, judges=tuple(judges), sentences=tuple(sentences))
    found = design_from_judgments(judged.table, terms, seed=seed, progress=progress)
    settled = {"judge_counts": sorted(set(judges)), "sentence_counts": sorted(set(sentences))}
    return _found(judged, found, "design", methods=["expected-wins"], settled=settled)


def _settled(
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


def _found(
    judged: "Evaluation",
    found: Result,
    what: str,
    told: Mapping[str, Any] | None = None,
    *,
    methods: Sequence[Method] = (),
    settled: Mapping[str, Any] | None = None,
) -> Finding[Result]:
    """A finding about judgments; versions of numerical libraries belong to it, as their last bits differ."""
    from rankings.analysis.software import software_versions

    told = told or {}
    return Finding(
        found,
        described(what, found, told),
        judged.inputs,
        judged.warnings,
        told,
        settled={**judged.selection.settings, **(settled or {})},
        made_with={"software": software_versions(methods)},
    )
