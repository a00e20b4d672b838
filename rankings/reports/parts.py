"""The parts of a report beside its leading ranking, each from the same table of judgments.

Where the judgments do not allow a part, its result has a `reason`, one sentence that says why.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from rankings.analysis.agreement_measures import full_agreement
from rankings.analysis.bootstrap import BootstrapUnit
from rankings.analysis.choices import FoldUnit
from rankings.analysis.cross_validation import cross_validate
from rankings.analysis.judge_comparison import compare_judges, rank_by_judge
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.methods import METHODS, Method, registration, without_simulation
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.planning import SIZES, plan_rankings
from rankings.analysis.results.agreement import Agreement
from rankings.analysis.results.cross_validation import CrossValidation
from rankings.analysis.results.planning import Plan
from rankings.analysis.system_ranking import Convention, rank_systems
from rankings.reports.options import (
    REPLICATES_OF_SIDE_PARTS,
    REPLICATES_OF_SIMULATIONS,
    ReportOptions,
)

Document = dict[str, Any]
Share = Callable[[float], None]

FOLDS = 100
FOLD_REPLICATES = 100
PLANNING_TARGET = 0.8
PLANNING_SIMULATIONS = 200
MOST_UNITS_DRAWN = 400_000
JUDGE_CONFIDENCE_OF_PAPER = 0.9
MOST_SYSTEMS_OF_CUBIC_METHODS = 30


def ranking(
    table: JudgmentTable,
    method: Method,
    unit: BootstrapUnit,
    options: ReportOptions,
    progress: Share,
    *,
    replicates: int | None = None,
    convention: Convention = "standard",
) -> Document:
    """Systems ranked by one method, with one unit resampled."""
    try:
        made = rank_systems(
            table,
            method,
            replicates=replicates or options.replicates_of(method),
            unit=unit,
            confidence=options.confidence,
            seed=options.seed,
            progress=progress,
            convention=convention,
        )
    except ValueError as error:
        return {"method": method, "unit": unit, "systems": [], "reason": sentence(error)}
    return {"title": registration(method).title, "clusters": len(made.clusters), **asdict(made)}


def agreement(table: JudgmentTable, options: ReportOptions) -> Agreement:
    """Agreement by every measure, the paper's and the alternatives."""
    return full_agreement(
        table,
        replicates=options.replicates,
        measure_replicates=min(options.replicates, REPLICATES_OF_SIDE_PARTS),
        confidence=options.confidence,
        seed=options.seed,
    )


def methods(table: JudgmentTable, options: ReportOptions, progress: Share) -> list[Document]:
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
    weights = [REPLICATES_OF_SIMULATIONS if registration(method).simulates else 50 for method, _, _ in asked]
    made, done = [], 0
    for (method, unit, convention), weight in zip(asked, weights, strict=True):
        part = within(progress, done / sum(weights), (done + weight) / sum(weights))
        made.append(ranking(table, method, unit, options, part, replicates=replicates, convention=convention))
        done += weight
    return made


def judge_rankings(table: JudgmentTable, options: ReportOptions, progress: Share) -> Document:
    """Rankings from each judge alone and from all others, and the former as published in 2015 (Table 7)."""
    common = {"replicates": min(options.replicates, REPLICATES_OF_SIDE_PARTS), "seed": options.seed}
    third = [within(progress, number / 3, (number + 1) / 3) for number in range(3)]
    method = without_simulation(options.method)
    chosen = {"method": method, "unit": "sentences", "confidence": options.confidence, **common}
    published = {
        "method": "expected-wins-of-winners",
        "unit": "pairs",
        "confidence": JUDGE_CONFIDENCE_OF_PAPER,
        "convention": "EW.pl",
        **common,
    }
    parts: dict[str, Any] = {
        "only": ("only", chosen, third[0]),
        "without": ("without", chosen, third[1]),
        "published": ("only", published, third[2]),
    }
    found: Document = {}
    for name, (selection, arguments, share) in parts.items():
        try:
            made = rank_by_judge(table, selection, progress=share, **arguments)
        except ValueError as error:
            found[name] = {**arguments, "judges": [], "reason": sentence(error)}
            continue
        title = registration(arguments["method"]).title
        found[name] = {
            **arguments,
            "title": title,
            "judges": [_judge_ranking(one.judge, one.ranking, one.reason) for one in made],
        }
    return found


def judge_correlations(table: JudgmentTable) -> Document:
    """How scores from single judges correlate: by the paper's formula, and as its Table 6 was computed."""
    return {
        "formula": asdict(compare_judges(table, "expected-wins")),
        "published": asdict(compare_judges(table, "expected-wins-of-winners")),
    }


def cross_validation(
    table: JudgmentTable, options: ReportOptions, progress: Share
) -> tuple[CrossValidation, ...]:
    """Cross-validated accuracy of methods (Table 4): clean folds of pairs, and of sentences.

    A simulation of TrueSkill takes minutes for each, and is only done for folds of pairs.
    """
    simulated: tuple[Method, ...] = ("trueskill",) if "trueskill" in options.parts else ()
    units: tuple[tuple[FoldUnit, tuple[Method, ...]], ...] = (
        ("pairs", (*_quick_methods(table, options), *simulated)),
        ("sentences", _quick_methods(table, options)),
    )
    return tuple(
        _cross_validated(
            table, unit, methods, options, within(progress, number / len(units), (number + 1) / len(units))
        )
        for number, (unit, methods) in enumerate(units)
    )


def _cross_validated(
    table: JudgmentTable, unit: FoldUnit, methods: tuple[Method, ...], options: ReportOptions, progress: Share
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


def planning(table: JudgmentTable, options: ReportOptions, progress: Share) -> Plan:
    """How many rankings it takes until the best systems stand apart, with a curve.

    Pairs are no unit to plan by: nobody can ask for pairs that depend on nothing.
    """
    unit: BootstrapUnit = "sentences" if options.unit == "pairs" else options.unit
    method = without_simulation(options.method)
    units = {"sentences": len(table.sentences), "rankings": len(table), "judges": len(table.judges)}[unit]
    sizes = [size for size in SIZES if size <= 1 or size * units <= MOST_UNITS_DRAWN]
    settings: dict[str, Any] = {
        "unit": unit,
        "method": method,
        "confidence": options.confidence,
        "simulations": PLANNING_SIMULATIONS,
        "seed": options.seed,
    }
    try:
        return plan_rankings(table, options.top, PLANNING_TARGET, sizes=sizes, progress=progress, **settings)
    except ValueError as error:
        return Plan(
            points=(),
            top=(),
            target=PLANNING_TARGET,
            needed=None,
            title=registration(method).title,
            rankings=len(table),
            units=units,
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


def _quick_methods(table: JudgmentTable, options: ReportOptions) -> tuple[Method, ...]:
    """What stands beside the leading method unasked, because it costs next to nothing.

    With many systems, a method whose cost grows with their cube waits until TrueSkill is asked for.
    """
    many = len(table.systems) > MOST_SYSTEMS_OF_CUBIC_METHODS and "trueskill" not in options.parts
    beside = {name: registration(name) for name in METHODS if registration(name).beside}
    return tuple(name for name, about in beside.items() if not (many and about.cubic))


def _judge_ranking(judge: str, made: Any, reason: str) -> Document:
    if made is None:
        return {"judge": judge, "systems": [], "reason": reason[:1].upper() + reason[1:] + "."}
    document = asdict(made)
    # Many judges times many systems times many ranks would outgrow everything else in a report.
    rows = [
        {name: value for name, value in one.items() if name != "rank_probabilities"}
        for one in document["systems"]
    ]
    return {
        "judge": judge,
        "systems": rows,
        "clusters": len(made.clusters),
        "units": made.units,
        "notes": list(made.notes),
    }
