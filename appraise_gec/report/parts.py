"""The parts of a report beside its leading ranking, each from the same table of judgments.

Every function gives a typed result. Where the judgments do not allow a part, its `reason` says why in a
sentence.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import JudgeRankings
from metrics.validation.results import StudyResult
from metrics.validation.score_table import MetricScores
from metrics.validation.study import StudySettings, score_people, study_metrics
from rankings.analysis.choices import (
    REPLICATES_OF_SIMULATIONS,
    WHOLE_UNITS,
    BootstrapUnit,
    Convention,
    FoldUnit,
)
from rankings.analysis.cross_validation import CrossValidation, cross_validate
from rankings.analysis.design_terms import Terms
from rankings.analysis.designing import DesignPlan, design_from_judgments
from rankings.analysis.judge_comparison import (
    JudgeRanking,
    RankingsByJudge,
    Selection,
    rank_by_judge,
)
from rankings.analysis.methods import METHODS, Method, registration, without_simulation
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.ranking import SystemRanking, rank_systems, without_ranking
from rankings.formats.columns import Judgments

Document = dict[str, Any]
Share = Callable[[float], None]

FOLDS = 100
FOLD_REPLICATES = 100
JUDGE_CONFIDENCE_OF_PAPER = 0.9
BESIDE: tuple[Method, ...] = tuple(name for name in METHODS if registration(name).beside)
"""Computed beside the leading ranking unasked, because they are cheap."""


def ranking(
    table: Judgments,
    method: Method,
    unit: BootstrapUnit,
    options: ReportOptions,
    progress: Share,
    *,
    replicates: int | None = None,
    convention: Convention = "standard",
) -> SystemRanking:
    """Systems ranked by one method, with one unit resampled."""
    settings: dict[str, Any] = {
        "replicates": replicates or options.replicates_of(method),
        "unit": unit,
        "confidence": options.confidence,
        "seed": options.seed,
        "convention": convention,
    }
    # Units other than the report's own stand beside it and leave no choice.
    speaks_for = options.speaks_for if unit in WHOLE_UNITS and convention == "standard" else None
    try:
        return rank_systems(table, method, progress=progress, speaks_for=speaks_for, **settings)
    except ValueError as error:
        return without_ranking(str(error), method, **settings)


def methods(table: Judgments, options: ReportOptions, progress: Share) -> tuple[SystemRanking, ...]:
    """The ranking by every quick method with the report's unit; TrueSkill by simulation only if asked for.

    The simulation comes twice: with the report's unit, and as published, where the score is the mean over
    runs and clusters follow the rules of the script of 2014.
    """
    asked: list[tuple[Method, BootstrapUnit, Convention]] = [
        (method, options.unit, "standard") for method in BESIDE
    ]
    if "trueskill" in options.parts:
        if options.unit != "pairs":
            asked.append(("trueskill", options.unit, "standard"))
        asked.append(("trueskill", "pairs", "cluster.py"))
    weights = [REPLICATES_OF_SIMULATIONS if registration(method).simulates else 50 for method, _, _ in asked]
    made, done = [], 0
    for (method, unit, convention), weight in zip(asked, weights, strict=True):
        part = within(progress, done / sum(weights), (done + weight) / sum(weights))
        made.append(ranking(table, method, unit, options, part, convention=convention))
        done += weight
    return tuple(made)


def judge_rankings(table: Judgments, options: ReportOptions, progress: Share) -> JudgeRankings:
    """Rankings from each judge alone and from all others, and the former as published in 2015 (Table 7)."""
    method = without_simulation(options.method)

    def ranked(number: int, selection: Selection, method: Method, **settings: Any) -> RankingsByJudge:
        share = within(progress, number / 3, (number + 1) / 3)
        made = rank_by_judge(
            table,
            selection,
            method,
            replicates=options.replicates,
            seed=options.seed,
            progress=share,
            **settings,
        )
        # Many judges times many systems times many ranks would outgrow everything else in a report.
        return replace(made, judges=tuple(map(_without_shares, made.judges)))

    return JudgeRankings(
        only=ranked(0, "only", method, confidence=options.confidence),
        without=ranked(1, "without", method, confidence=options.confidence, speaks_for=options.speaks_for),
        published=ranked(
            2,
            "only",
            "expected-wins-of-winners",
            unit="pairs",
            confidence=JUDGE_CONFIDENCE_OF_PAPER,
            convention="EW.pl",
        ),
    )


def cross_validation(
    table: Judgments, options: ReportOptions, progress: Share
) -> tuple[CrossValidation, ...]:
    """Cross-validated accuracy of methods (Table 4): clean folds of pairs, and of sentences.

    A simulation of TrueSkill takes minutes for each, and is only done for folds of pairs.
    """
    simulated: tuple[Method, ...] = ("trueskill",) if "trueskill" in options.parts else ()
    units: tuple[tuple[FoldUnit, tuple[Method, ...]], ...] = (
        ("pairs", (*BESIDE, *simulated)),
        ("sentences", BESIDE),
    )
    return tuple(
        _cross_validated(
            table, unit, methods, options, within(progress, number / len(units), (number + 1) / len(units))
        )
        for number, (unit, methods) in enumerate(units)
    )


def design(table: Judgments, options: ReportOptions, progress: Share) -> DesignPlan | None:
    """Which design of a next campaign would give the same order; None where there is nothing to plan from."""
    try:
        return design_from_judgments(table, Terms(), seed=options.seed, progress=progress)
    except ValueError:
        return None


def metrics_and_people(
    table: Judgments, scores: Sequence[MetricScores], options: ReportOptions, progress: Share
) -> StudyResult:
    """How metrics order the systems that people ranked. Raises ValueError where they cannot be compared."""
    settings = study_settings(options)
    people = score_people(table, settings, options.seed, progress)
    return study_metrics(table, people, scores, settings, seed=options.seed)


def study_settings(options: ReportOptions) -> StudySettings:
    """How metrics are compared with people in a report with these options."""
    return StudySettings(
        method=options.method,
        unit=options.unit,
        confidence=options.confidence,
        replicates=options.replicates_of(options.method),
    )


def _cross_validated(
    table: Judgments, unit: FoldUnit, methods: tuple[Method, ...], options: ReportOptions, progress: Share
) -> CrossValidation:
    available = len(table.sentences) if unit == "sentences" else count_pairs(table).total
    folds = min(FOLDS, available)
    settings: dict[str, Any] = {"unit": unit, "confidence": options.confidence, "seed": options.seed}
    try:
        return cross_validate(table, methods, folds, FOLD_REPLICATES, **settings, progress=progress)
    except ValueError as error:
        return CrossValidation(
            methods=(),
            always_tie=None,
            most_frequent=None,
            best_order=None,
            folds=folds,
            replicates=FOLD_REPLICATES,
            as_published=False,
            reason=sentence(error),
            **settings,
        )


def sentence(error: ValueError) -> str:
    """The message of an error as a sentence."""
    text = str(error).rstrip(".")
    return text[:1].upper() + text[1:] + "."


def within(progress: Share, start: float, end: float) -> Share:
    """Progress of a part as progress of the whole."""
    return lambda share: progress(start + share * (end - start))


def _without_shares(ranking: JudgeRanking) -> JudgeRanking:
    return replace(
        ranking, systems=tuple(replace(system, rank_probabilities=()) for system in ranking.systems)
    )
