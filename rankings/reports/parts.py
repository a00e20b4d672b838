"""The parts of a report beside its leading ranking, each from the same table of judgments.

Every function gives a typed result, or JSON values where the part has no type yet. Where the judgments do not
allow a part, its `reason` says why in a sentence.
"""

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from rankings.analysis.agreement import Agreement
from rankings.analysis.agreement_measures import full_agreement
from rankings.analysis.bootstrap import BootstrapUnit
from rankings.analysis.head_to_head import head_to_head
from rankings.analysis.judge_comparison import compare_judges, rank_by_judge
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.planning import SIZES, plan_rankings
from rankings.analysis.ranking_results import (
    JudgeRanking,
    RankingsByJudge,
    Selection,
    SystemRanking,
    without_ranking,
)
from rankings.analysis.scoring import Method
from rankings.analysis.system_ranking import Convention, rank_systems
from rankings.analysis.validation import FoldUnit, validate
from rankings.reports.options import (
    REPLICATES_OF_SIDE_PARTS,
    REPLICATES_OF_SIMULATIONS,
    ReportOptions,
    method_title,
)
from rankings.reports.result import JudgeCorrelations, JudgeRankings

Document = dict[str, Any]
Share = Callable[[float], None]

FOLDS = 100
FOLD_REPLICATES = 100
PLANNING_TARGET = 0.8
PLANNING_SIMULATIONS = 200
MOST_UNITS_DRAWN = 400_000
JUDGE_CONFIDENCE_OF_PAPER = 0.9
MOST_SYSTEMS_OF_MEAN_FIELD = 30

# What stands beside the leading method without being asked for: these cost next to nothing. Only the mean
# field grows with the cube of the number of systems; with many it waits until TrueSkill is asked for.
QUICK_METHODS: tuple[Method, ...] = (
    "expected-wins",
    "expected-wins-half-ties",
    "bradley-terry",
    "bradley-terry-half-ties",
    "trueskill-mean-field",
)


def ranking(
    table: JudgmentTable,
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
    try:
        return rank_systems(table, method, progress=progress, **settings)
    except ValueError as error:
        return without_ranking(str(error), method, **settings)


def agreement(table: JudgmentTable, options: ReportOptions) -> Agreement:
    """Agreement by every measure, the paper's and the alternatives."""
    return full_agreement(
        table,
        replicates=options.replicates,
        measure_replicates=min(options.replicates, REPLICATES_OF_SIDE_PARTS),
        confidence=options.confidence,
        seed=options.seed,
    )


def methods(table: JudgmentTable, options: ReportOptions, progress: Share) -> tuple[SystemRanking, ...]:
    """The ranking by every quick method with the report's unit; TrueSkill by simulation only if asked for.

    The simulation comes twice: with the report's unit, and as published, where the score is the mean over
    runs and clusters follow the rules of the script of 2014.
    """
    replicates = min(options.replicates, REPLICATES_OF_SIDE_PARTS)
    asked: list[tuple[Method, BootstrapUnit, Convention]] = [
        (method, options.unit, "standard") for method in _quick_methods(table, options)
    ]
    if "trueskill" in options.parts:
        if options.unit != "pairs":
            asked.append(("trueskill", options.unit, "standard"))
        asked.append(("trueskill", "pairs", "cluster.py"))
    weights = [REPLICATES_OF_SIMULATIONS if method == "trueskill" else 50 for method, _, _ in asked]
    made, done = [], 0
    for (method, unit, convention), weight in zip(asked, weights, strict=True):
        part = within(progress, done / sum(weights), (done + weight) / sum(weights))
        made.append(ranking(table, method, unit, options, part, replicates=replicates, convention=convention))
        done += weight
    return tuple(made)


def duels(table: JudgmentTable) -> list[Document]:
    """Every two systems against each other, each pair once, first names first."""
    return [asdict(one) for one in head_to_head(table) if one.system_a < one.system_b]


def judge_rankings(table: JudgmentTable, options: ReportOptions, progress: Share) -> JudgeRankings:
    """Rankings from each judge alone and from all others, and the former as published in 2015 (Table 7)."""
    replicates = min(options.replicates, REPLICATES_OF_SIDE_PARTS)
    method: Method = "trueskill-mean-field" if options.method == "trueskill" else options.method

    def ranked(number: int, selection: Selection, method: Method, **settings: Any) -> RankingsByJudge:
        share = within(progress, number / 3, (number + 1) / 3)
        made = rank_by_judge(
            table, selection, method, replicates=replicates, seed=options.seed, progress=share, **settings
        )
        # Many judges times many systems times many ranks would outgrow everything else in a report.
        return replace(made, judges=tuple(map(_without_shares, made.judges)))

    return JudgeRankings(
        only=ranked(0, "only", method, confidence=options.confidence),
        without=ranked(1, "without", method, confidence=options.confidence),
        published=ranked(
            2,
            "only",
            "expected-wins-of-winners",
            unit="pairs",
            confidence=JUDGE_CONFIDENCE_OF_PAPER,
            convention="EW.pl",
        ),
    )


def judge_correlations(table: JudgmentTable) -> JudgeCorrelations:
    """How scores from single judges correlate: by the paper's formula, and as its Table 6 was computed."""
    return JudgeCorrelations(
        formula=compare_judges(table, "expected-wins"),
        published=compare_judges(table, "expected-wins-of-winners"),
    )


def validation(table: JudgmentTable, options: ReportOptions, progress: Share) -> list[Document]:
    """Cross-validated accuracy of methods (Table 4): clean folds of pairs, and of sentences.

    A simulation of TrueSkill takes minutes for each, and is only done for folds of pairs.
    """
    simulated: tuple[Method, ...] = ("trueskill",) if "trueskill" in options.parts else ()
    units: tuple[tuple[FoldUnit, tuple[Method, ...]], ...] = (
        ("pairs", (*_quick_methods(table, options), *simulated)),
        ("sentences", _quick_methods(table, options)),
    )
    found: list[Document] = []
    for number, (unit, compared) in enumerate(units):
        available = len(table.sentences) if unit == "sentences" else count_pairs(table).total
        try:
            made = validate(
                table,
                compared,
                min(FOLDS, available),
                FOLD_REPLICATES,
                unit=unit,
                confidence=options.confidence,
                seed=options.seed,
                progress=within(progress, number / len(units), (number + 1) / len(units)),
            )
        except ValueError as error:
            found.append({"unit": unit, "methods": [], "reason": sentence(error)})
            continue
        rows = [{**asdict(one), "title": method_title(one.method)} for one in made.methods]
        found.append({**asdict(made), "methods": rows})
    return found


def planning(table: JudgmentTable, options: ReportOptions, progress: Share) -> Document:
    """How many rankings it takes until the best systems stand apart, with a curve.

    Pairs are no unit to plan by: nobody can ask for pairs that depend on nothing.
    """
    unit: BootstrapUnit = "sentences" if options.unit == "pairs" else options.unit
    method: Method = "trueskill-mean-field" if options.method == "trueskill" else options.method
    units = {"sentences": len(table.sentences), "rankings": len(table), "judges": len(table.judges)}[unit]
    sizes = [size for size in SIZES if size <= 1 or size * units <= MOST_UNITS_DRAWN]
    try:
        plan = plan_rankings(
            table,
            options.top,
            PLANNING_TARGET,
            sizes=sizes,
            simulations=PLANNING_SIMULATIONS,
            unit=unit,
            method=method,
            confidence=options.confidence,
            seed=options.seed,
            progress=progress,
        )
    except ValueError as error:
        return {"unit": unit, "points": [], "reason": sentence(error)}
    return {**asdict(plan), "rankings": len(table), "units": units, "title": method_title(method)}


def sentence(error: ValueError) -> str:
    """The message of an error as a sentence."""
    text = str(error).rstrip(".")
    return text[:1].upper() + text[1:] + "."


def within(progress: Share, start: float, end: float) -> Share:
    """Progress of a part as progress of the whole."""
    return lambda share: progress(start + share * (end - start))


def _quick_methods(table: JudgmentTable, options: ReportOptions) -> tuple[Method, ...]:
    if len(table.systems) <= MOST_SYSTEMS_OF_MEAN_FIELD or "trueskill" in options.parts:
        return QUICK_METHODS
    return tuple(method for method in QUICK_METHODS if method != "trueskill-mean-field")


def _without_shares(ranking: JudgeRanking) -> JudgeRanking:
    return replace(ranking, systems=tuple(replace(one, rank_probabilities=()) for one in ranking.systems))
