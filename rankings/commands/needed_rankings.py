"""`plan`: how many rankings it takes until the best systems stand apart."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from appraise_gec.cli.documents import Answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.presentation.numbers import count, counted, decimal
from appraise_gec.presentation.writers.terminal import aligned, prose
from rankings.analysis.bootstrap import BootstrapUnit, resampler
from rankings.analysis.comparison_graph import notes_on_counts
from rankings.analysis.few_units import FEW_JUDGES, JUDGES_COVERAGE
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.planning import SIZES, plan_rankings
from rankings.analysis.scoring import Method, scoring_method
from rankings.commands.judgment_files import Evaluation

FEW_UNITS = 30
PAIRS_WARNING = (
    "Pairs of one ranking depend on each other, so this plan is too hopeful, and nobody can ask for pairs "
    "alone; --unit sentences respects that."
)


def plan(
    evaluation: Evaluation,
    *,
    top: int,
    target: float,
    sizes: Sequence[float],
    simulations: int,
    unit: BootstrapUnit,
    method: Method,
    confidence: float,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> Answer:
    """Simulate evaluations of several sizes; of usual sizes if none is given."""
    settings: dict[str, Any] = {
        "top": top,
        "target": target,
        "sizes": list(sizes or SIZES),
        "simulations": simulations,
        "unit": unit,
        "method": method,
        "confidence": confidence,
    }
    with refused_values(evaluation.place):
        if len(evaluation.table.systems) < 2:
            raise ValueError(
                f"expected at least two systems; the judgments name {len(evaluation.table.systems)}"
            )
        found = plan_rankings(evaluation.table, **settings, seed=seed, progress=progress)
    result = asdict(found)
    result.pop("seed")
    result["title"] = scoring_method(method).title
    result["notes"] = _notes(evaluation.table, unit, method)
    return evaluation.answer("plan", settings, result, partial(plan_table, result), seed)


def plan_table(result: dict[str, Any]) -> str:
    """The curve for people, and where it reaches the target."""
    top = ", ".join(result["top"])
    heading = (
        f"{result['title']}: how often a cluster ends right below {top}, in {count(result['simulations'])} "
        f"simulated evaluations of each size. Drawn by {result['unit']}; ranges at "
        f"{100 * result['confidence']:g} %; the present judgments are taken for the truth."
    )
    return "\n\n".join((prose(heading), curve(result, top), *map(prose, result["notes"])))


def _notes(table: JudgmentTable, unit: BootstrapUnit, method: Method) -> list[str]:
    """What a reader has to know before trusting the plan, one sentence each."""
    units = resampler(table, unit).units
    rough = f"With only {units} {unit} to simulate from, this is a rough guess."
    judges = f"{JUDGES_COVERAGE}, so this plan is too hopeful."
    return [
        *([PAIRS_WARNING] if unit == "pairs" else []),
        *notes_on_counts(count_pairs(table), method),
        *([rough] if units < FEW_UNITS else []),
        *([judges] if unit == "judges" and units < FEW_JUDGES else []),
    ]


def curve(result: dict[str, Any], top: str) -> str:
    """The points as a table, and where they reach the target; `top` is how to call the best systems."""
    rows = [
        ("size", "rankings", "top apart in %", "clusters", "s.e. of a score"),
        *(
            (
                f"x {one['size']:g}",
                count(one["rankings"]),
                decimal(100 * one["separated"], 1),
                decimal(one["clusters"], 1),
                decimal(one["standard_error"], 4),
            )
            for one in result["points"]
        ),
    ]
    share = f"{100 * result['target']:g} %"
    if result["needed"] is None:
        outcome = f"Even the largest size does not set {top} apart in {share} of evaluations."
    elif all(one["separated"] >= result["target"] for one in result["points"]):
        # The smallest size is no finding: nothing smaller was simulated.
        fewer = counted(result["needed"], "ranking")
        outcome = f"{fewer} or fewer set {top} apart in {share} of evaluations."
    else:
        about = counted(result["needed"], "ranking")
        verb = "sets" if result["needed"] == 1 else "set"
        outcome = f"About {about} {verb} {top} apart in {share} of evaluations."
    return f"{aligned(rows, rules=(1,))}\n\n{prose(outcome)}"
