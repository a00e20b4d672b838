"""`plan` without judgments: how many rankings it takes until the best systems stand apart."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from appraise_gec.cli.documents import Answer, recipe
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import InputFiles, shown_path
from appraise_gec.presentation.numbers import count, counted
from appraise_gec.presentation.writers.terminal import prose
from rankings.analysis.judging_model import JudgingModel
from rankings.analysis.planning import SIZES
from rankings.analysis.planning_from_overlap import PlannedItem, plan_from_overlap
from rankings.analysis.software import software_versions
from rankings.commands.needed_rankings import curve
from rankings.commands.sampled_items import read_outputs
from rankings.items.collapse import collapse_corpus
from rankings.items.sampling import sample_items


def plan_before_judging(
    source: Path,
    outputs: Sequence[Path],
    *,
    add_input: bool,
    items: int | None,
    sampling: dict[str, Any],
    judges_per_item: int,
    model: JudgingModel,
    top: int,
    target: float,
    sizes: Sequence[float],
    simulations: int,
    confidence: float,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> Answer:
    """Draw items as `sample` does, and simulate evaluations of them.

    Args:
        sampling: `max_outputs`, `least_outputs`, `sampler` and `replacement` of `sample_items`.

    Raises:
        FormatError: with every problem of every file, or a setting out of its range.
    """
    inputs = InputFiles()
    corpus = read_outputs(inputs, source, outputs, None, add_input=add_input)
    sets = collapse_corpus(corpus.outputs)
    number = len(sets) if items is None else items
    settings: dict[str, Any] = {
        "top": top,
        "target": target,
        "sizes": list(sizes or SIZES),
        "simulations": simulations,
        "confidence": confidence,
        "judges_per_item": judges_per_item,
    }
    with refused_values(shown_path(source)):
        drawn = sample_items(sets, items=number, seed=seed, **sampling)
        planned = [PlannedItem(one.sentence, one.outputs.systems) for one in drawn]
        found = plan_from_overlap(planned, model=model, **settings, seed=seed, progress=progress)
    result = asdict(found)
    result.pop("seed")
    chosen = {**sampling, "items": number, "add_input": add_input, **settings, "model": asdict(model)}
    made_from = recipe("plan", inputs, chosen, seed, software=software_versions())
    warnings = (*inputs.warnings, *corpus.problems)
    return Answer(made_from, result, partial(plan_before_judging_table, result), warnings)


def plan_before_judging_table(result: dict[str, Any]) -> str:
    """The curve for people, where it reaches the target, and what was assumed."""
    best = "the best system" if result["top"] == 1 else f"the best {result['top']} systems"
    model = result["model"]
    heading = (
        f"Expected Wins: how often a cluster ends right below {best} of {result['systems']}, in "
        f"{count(result['simulations'])} simulated evaluations of each size. Planned: "
        f"{counted(result['items'], 'item')} of {counted(result['sentences'], 'sentence')}, each ranked by "
        f"{counted(result['judges_per_item'], 'judge')}. Resampled by sentences; ranges at "
        f"{100 * result['confidence']:g} %."
    )
    assumed = (
        f"Assumed, because nobody has judged yet: strengths of systems with a standard deviation of "
        f"{model['spread']:g}, {100 * model['agreed']:g} % of the variance of an output seen alike by all "
        f"judges, levels {model['level']:g} wide. A pilot tells more: give its judgments instead."
    )
    return f"{prose(heading)}\n\n{curve(result, best)}\n\n{prose(assumed)}"
