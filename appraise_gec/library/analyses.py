"""What judgments say: who did what, who agrees, which system is best, what more would tell."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from appraise_gec.declared import Told
from appraise_gec.library.arguments import (
    Confidence,
    ForWhom,
    JudgmentsGiven,
    MethodName,
    Portion,
    Progress,
    Replicates,
    Rules,
    Seed,
    Unit,
    UsualReplicates,
    front_door,
    settled_ranking,
)
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.judgments import taken
from rankings.analysis.choices import REPLICATES, SEED, FoldUnit, PairTest, SpeaksFor
from rankings.analysis.methods import METHODS, Method

if TYPE_CHECKING:
    from appraise_gec.present.blocks import Block, Section
    from rankings.analysis.agreement import Agreement
    from rankings.analysis.cross_validation import CrossValidation
    from rankings.analysis.designing import DesignPlan
    from rankings.analysis.head_to_head import HeadToHead
    from rankings.analysis.judge_comparison import JudgeComparison, RankingsByJudge
    from rankings.analysis.judge_statistics import EvaluationStatistics


@front_door
def stats(judgments: JudgmentsGiven) -> "Finding[EvaluationStatistics]":
    """Count rankings, comparisons and ties per judge.

    Examples:
        # How much did each judge do?
        stats judgments.xml
        # Two files as one
        stats first.xml second.csv
    """
    from rankings.analysis.judge_statistics import evaluation_statistics

    judged = taken(judgments)
    found = evaluation_statistics(judged.table)
    return judged.finding(found, lambda: _statistics(found))


def _statistics(found: "EvaluationStatistics") -> "Section":
    from appraise_gec.present.blocks import Prose, Section, Shown
    from appraise_gec.present.numbers import counted
    from rankings.sections.judges import statistics

    numbers = (
        counted(len(found.systems), "system"),
        counted(found.sentences, "sentence"),
        counted(len(found.judges), "judge"),
    )
    return Section(
        "judges", "Judges", [Prose(", ".join(numbers)), Shown(statistics(found.judges, found.total))]
    )


@front_door
def agreement(
    judgments: JudgmentsGiven,
    *,
    replicates: Replicates = REPLICATES,
    confidence: Portion = 0.95,
    seed: Seed = SEED,
    least_comparisons: Annotated[int, Told(least=1)] = 50,
    unit: Literal["usual", "sentences", "documents"] = "usual",
    speaks_for: SpeaksFor = "these-judges",
) -> "Finding[Agreement]":
    """Measure how far judges agree with each other and with themselves.

    Args:
        replicates: resamplings, for intervals.
        confidence: of the intervals of kappa and of other measures.
        least_comparisons: pairs of judges with fewer do not count.
        unit: what is resampled as a whole; usual is documents where the data name some with several
            sentences, else sentences.
        speaks_for: for whom intervals speak; judges like these takes five judges.

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
        unit=unit,
        speaks_for=speaks_for,
    )
    shown = described_by("rankings.sections.agreement", found)
    return judged.finding(found, shown, unfolded=["agreement-pairs", "agreement-measures"])


@front_door
def head_to_head(
    judgments: JudgmentsGiven,
    *,
    speaks_for: SpeaksFor | None = None,
    test: PairTest | None = None,
    as_published: bool = False,
) -> "Finding[HeadToHead]":
    """Compare every two systems, and test which differ.

    Args:
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
    return judged.finding(
        found,
        lambda: _head_to_head(found),
        {"pairs": found.ordered},
        settled=settled,
    )


def _head_to_head(found: "HeadToHead") -> "Section":
    """The section of a report, with the marks of the test that was asked for."""
    from appraise_gec.present.blocks import Prose, Shown
    from rankings.sections.head_to_head import describe, finding, leading_test, matrix, test_of

    section = describe(found)
    if not found.pairs or (test := test_of(found.test)) == leading_test(found):
        return section
    asked: list[Block] = [Prose(finding(found, test), "lead"), Shown(matrix(found, (), test))]
    return replace(section, blocks=[*asked, *section.blocks[2:]])


@front_door
def validate(
    judgments: JudgmentsGiven,
    *,
    methods: Annotated[Sequence[Method], Told("--method", known=lambda: METHODS)] = (
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

    Args:
        methods: to compare.
        folds: number of parts.
        replicates: resamplings of the training part of every fold.
        unit: what stays together in one fold.
        confidence: of rank ranges and clusters.
        as_published: with the folds of the 2015 scripts, which test on training data.

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
    return judged.finding(
        found, described_by("rankings.sections.methods:describe_validation", [found]), methods=methods
    )


@front_door
def judges(
    judgments: JudgmentsGiven,
    *,
    method: MethodName = "expected-wins",
    replicates: UsualReplicates = None,
    unit: Unit = "usual",
    speaks_for: ForWhom = None,
    confidence: Confidence = 0.95,
    convention: Rules = "standard",
    seed: Seed = SEED,
    rankings: bool = False,
    rankings_without: bool = False,
    progress: Progress = None,
) -> "Finding[JudgeComparison]":
    """Correlate system scores between judges, and of each judge with all others.

    Args:
        rankings: also the ranking that each judge alone gives.
        rankings_without: also the ranking that all others give, without each judge.

    Raises:
        ValueError: a setting out of range.

    Examples:
        # Do single judges rank alike?
        judges judgments.xml
        # The ranking by each judge
        judges judgments.xml --rankings --json > judges.json
    """
    from rankings.analysis.judge_comparison import compare_judges, rank_by_judge

    settled = settled_ranking(method, replicates, speaks_for, unit, convention)
    judged = taken(judgments)
    found = compare_judges(judged.table, method)
    told: dict[str, RankingsByJudge] = {}
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
    return judged.finding(
        found,
        lambda: _comparison(found, told),
        told,
        methods=[method] if told else (),
        settled=settled if told else {**settled, "seed": None},
    )


def _comparison(found: "JudgeComparison", told: "Mapping[str, RankingsByJudge]") -> "Section":
    from appraise_gec.present.blocks import Prose, Section, Shown
    from rankings.sections.judges import correlation_sentence, correlations
    from rankings.sections.ranking import ranking_table

    blocks: list[Block] = [Prose(correlation_sentence(found), "lead"), Shown(correlations(found))]
    for name, heading in (("rankings", "Judge {} alone"), ("rankings_without", "Without judge {}")):
        for one in told[name].judges if name in told else ():
            blocks.append(Prose(heading.format(one.judge), "heading"))
            table = ranking_table(one, key=f"{name}-{one.judge}")
            blocks.append(Shown(table) if one.systems else Prose(f"No ranking. {one.reason}"))
    return Section("judges", "Judges", blocks)


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
    JUDGMENTS, with other sentences and other judges, puts the systems into the same order?

    Args:
        target: wanted probability that another such campaign gives the same order.
        margin: systems that are closer together in Expected Wins may change places.
        judges: number of judges to look at; up to 20 if none is given.
        sentences: number of sentences to look at. The largest is the most there can be; up to 5,000 if none
            is given.

    Raises:
        ValueError: too few judgments, or a setting out of range.

    Examples:
        # How many judges and sentences, at least cost
        plan pilot.xml --target 0.9
        # What three judges can do
        plan pilot.xml --judges 3 --sentences 200 --sentences 400
    """
    from rankings.analysis.design_terms import Terms
    from rankings.analysis.designing import design_from_judgments

    judged = taken(judgments)
    terms = Terms(wanted=target, margin=margin, judges=tuple(judges), sentences=tuple(sentences))
    found = design_from_judgments(judged.table, terms, seed=seed, progress=progress)
    settled = {"judge_counts": sorted(set(judges)), "sentence_counts": sorted(set(sentences))}
    return judged.finding(
        found,
        described_by("rankings.sections.design", found),
        methods=["expected-wins"],
        settled=settled,
        unfolded=["design"],
    )
