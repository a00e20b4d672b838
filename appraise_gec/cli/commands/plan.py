"""`appraise-gec plan`: how many rankings it takes until the best systems stand apart."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from appraise_gec.cli.design_call import OPTIONS as DESIGN
from appraise_gec.cli.design_call import answer_design, design_options
from appraise_gec.cli.documents import Answer, write_answer
from appraise_gec.cli.filter_options import FILTER_NAMES
from appraise_gec.cli.options import (
    FILE,
    PORTION,
    NumberIn,
    Selection,
    confidence_option,
    judgments_if_any,
    method_option,
    sampling_options,
    seed_option,
    settled_speaks_for,
    speaks_for_option,
    unit_option,
)
from appraise_gec.cli.progress import Progress
from rankings.formats.system_choice import ALL_SYSTEMS, SystemChoice

if TYPE_CHECKING:
    from rankings.analysis.results.planning import OverlapPlan

TRUTH = "The present judgments count as the truth."
SAMPLING = ("max_outputs", "least_outputs", "sampler", "replacement")
WITH_JUDGMENTS_ONLY = ("method", "unit", "speaks_for")
WITHOUT_JUDGMENTS_ONLY = (
    "source",
    "outputs",
    "add_input",
    "items",
    "judges_per_item",
    "spread",
    "agreed",
    "level",
    *SAMPLING,
)
CHOICES = {"judges", "excluded", "first_sentence", "only_systems", "without_systems", *FILTER_NAMES}


@click.command()
@judgments_if_any
@click.option("--source", type=FILE, help="Without judgments: source sentences, one per line.")
@click.option(
    "--outputs",
    type=FILE,
    multiple=True,
    help="Without judgments: outputs of a system, one per line, or a folder of them; may be repeated.",
)
@click.option(
    "--top",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Best systems to separate from all others.",
)
@click.option(
    "--target",
    type=PORTION,
    default=0.8,
    show_default=True,
    metavar="P",
    help="Share of evaluations that are to show it.",
)
@click.option(
    "sizes",
    "--size",
    type=NumberIn(0, 1000, min_open=True),
    multiple=True,
    help="Size to simulate, in multiples of the present or planned one; may be repeated.",
)
@click.option(
    "--simulations", type=click.IntRange(1), default=200, show_default=True, help="Evaluations of each size."
)
@method_option
@unit_option
@speaks_for_option
@confidence_option
@sampling_options
@click.option(
    "--judges-per-item",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="Judges who rank every planned item.",
)
@click.option(
    "--spread",
    type=NumberIn(0, 1000, min_open=True),
    metavar="X",
    help="Assumed standard deviation of the strengths of systems; that of 2015 if not given.",
)
@click.option(
    "--agreed",
    type=NumberIn(0, 1),
    metavar="P",
    help="Assumed share of an output's variance that all judges see alike; that of 2015 if not given.",
)
@click.option(
    "--level",
    type=NumberIn(0, 1000, min_open=True),
    metavar="X",
    help="Assumed width of a level of quality, within which outputs are tied; that of 2015 if not given.",
)
@design_options
@seed_option
@click.pass_context
def command(
    context: click.Context, /, selection: Selection, as_json: bool, seed: int, **settings: Any
) -> None:
    """Estimate how many rankings separate the best systems from the rest.

    With JUDGMENTS, for example of a pilot, these count as the truth: files in any known format, recognised by
    content and joined; - is standard input. Before anybody has judged, give --source and --outputs: items
    are drawn as `sample` draws them, and systems and judges are assumed to differ as in 2015.

    With --design: how many sentences, judges per sentence and judges in all give the same order of systems
    again with the probability --target, at least cost. From JUDGMENTS, or from what is stated with --assume.
    """
    designing = settings.pop("design")
    design = {name: settings.pop(name) for name in DESIGN}
    if designing:
        _check_design(context, selection, design)
        with Progress("Simulating") as progress:
            answer = answer_design(selection, design, settings["target"], seed, progress)
        write_answer(answer, as_json=as_json)
        return
    before = settings["source"] is not None or bool(settings["outputs"])
    _check_call(context, selection, settings, before=before)
    unused = WITH_JUDGMENTS_ONLY if before else WITHOUT_JUDGMENTS_ONLY
    used = {name: value for name, value in settings.items() if name not in unused}
    with Progress("Simulating") as progress:
        if before:
            answer = _before_judging(selection.systems, used, seed, progress)
        else:
            answer = _from_judgments(selection, used, seed, progress)
    write_answer(answer, as_json=as_json)


def _from_judgments(selection: Selection, settings: dict[str, Any], seed: int, progress: Progress) -> Answer:
    from appraise_gec.cli.errors import refused_values
    from appraise_gec.cli.judgment_files import read_evaluation
    from appraise_gec.presentation.writers import terminal
    from rankings.analysis.planning import SIZES, plan_rankings
    from rankings.formats.json_form import to_json
    from rankings.tables.planning import outcome, planning

    settings["speaks_for"] = settled_speaks_for(settings)
    evaluation = read_evaluation(selection)
    systems = evaluation.table.systems
    settings["sizes"] = list(settings["sizes"] or SIZES)
    with refused_values(evaluation.place):
        if len(systems) < 2:
            raise ValueError(f"expected at least two systems; the judgments name {len(systems)}")
        plan = plan_rankings(evaluation.table, **settings, seed=seed, progress=progress.share)

    def text() -> str:
        return f"{terminal.write(planning(plan))}\n\n{terminal.prose(f'{outcome(plan)} {TRUTH}')}"

    return evaluation.answer("plan", settings, to_json(plan), text, seed)


def _before_judging(systems: SystemChoice, settings: dict[str, Any], seed: int, progress: Progress) -> Answer:
    """Draw items as `sample` does, and simulate evaluations of them."""
    from appraise_gec.cli.documents import recipe
    from appraise_gec.cli.errors import refused_values
    from appraise_gec.cli.inputs import InputFiles, read_outputs, shown_path
    from rankings.analysis.judging_model import JudgingModel
    from rankings.analysis.planning import SIZES
    from rankings.analysis.planning_from_overlap import PlannedItem, plan_from_overlap
    from rankings.analysis.software import software_versions
    from rankings.formats.json_form import to_json
    from rankings.items.collapse import collapse_corpus
    from rankings.items.sampling import sample_items

    source, outputs, number = (settings.pop(name) for name in ("source", "outputs", "items"))
    add_input = settings.pop("add_input")
    sampling = {name: settings.pop(name) for name in SAMPLING}
    assumed = {name: settings.pop(name) for name in ("spread", "agreed", "level")}
    settings["sizes"] = list(settings["sizes"] or SIZES)
    model = JudgingModel(**{name: value for name, value in assumed.items() if value is not None})
    inputs = InputFiles()
    corpus = read_outputs(inputs, source, outputs, None, add_input=add_input, systems=systems)
    sets = collapse_corpus(corpus.outputs)
    number = len(sets) if number is None else number
    with refused_values(shown_path(source)):
        drawn = sample_items(sets, items=number, seed=seed, **sampling)
        items = [PlannedItem(item.sentence, item.outputs.systems) for item in drawn]
        plan = plan_from_overlap(items, model=model, **settings, seed=seed, progress=progress.share)
    chosen = {
        **systems.settings,
        **sampling,
        "items": number,
        "add_input": add_input,
        **settings,
        "model": to_json(model),
    }
    made_from = recipe("plan", inputs, chosen, seed, software=software_versions())
    warnings = (*inputs.warnings, *corpus.problems)
    return Answer(made_from, to_json(plan), lambda: _before_judging_text(plan), warnings)


def _before_judging_text(plan: "OverlapPlan") -> str:
    """The curve for people, where it reaches the target, and what was assumed."""
    from appraise_gec.presentation.numbers import counted
    from appraise_gec.presentation.writers import terminal
    from rankings.tables.planning import outcome, planning_before_judging

    planned = (
        f"Planned: {counted(plan.items, 'item')} of {counted(plan.sentences, 'sentence')} and "
        f"{counted(plan.systems, 'system')}, each ranked by {counted(plan.judges_per_item, 'judge')}."
    )
    model = plan.model
    assumed = (
        f"Assumed, because nobody has judged yet: strengths of systems with a standard deviation of "
        f"{model.spread:g}, {100 * model.agreed:g} % of the variance of an output seen alike by all judges, "
        f"levels {model.level:g} wide. Nothing shows how much judges differ as persons, so this speaks for "
        "the judges at hand. A pilot tells more: give its judgments instead."
    )
    parts = (terminal.prose(outcome(plan)), terminal.prose(planned), terminal.prose(assumed))
    return "\n\n".join([terminal.write(planning_before_judging(plan)), *parts])


def _check_call(
    context: click.Context, selection: Selection, settings: dict[str, Any], *, before: bool
) -> None:
    """Refuse a call that mixes the two ways to plan, or is neither."""
    if selection.files and before:
        raise click.UsageError("Give JUDGMENTS, or --source and --outputs, but not both.", context)
    if not selection.files and not (settings["source"] and settings["outputs"]):
        raise click.UsageError(
            "Give JUDGMENTS to plan from, or --source and --outputs to plan before anybody has judged.",
            context,
        )
    if before and replace(selection, systems=ALL_SYSTEMS) != Selection(()):
        message = "Judges, filters and --first-sentence can be chosen only where there are JUDGMENTS."
        raise click.UsageError(message, context)
    for name, parameter in _said(context):
        if name in DESIGN:
            raise click.UsageError(f"{parameter.opts[0]} goes only with --design.", context)
        if before and name in WITH_JUDGMENTS_ONLY:
            raise click.UsageError(f"{parameter.opts[0]} can be chosen only with JUDGMENTS.", context)
        if not before and name in WITHOUT_JUDGMENTS_ONLY:
            raise click.UsageError(f"{parameter.opts[0]} goes only without JUDGMENTS.", context)


def _check_design(context: click.Context, selection: Selection, design: dict[str, Any]) -> None:
    """Refuse a call for designs with other options, or from nothing."""
    if bool(selection.files) == (design["assume"] is not None):
        raise click.UsageError("With --design, give JUDGMENTS or --assume, and not both.", context)
    allowed = {*DESIGN, *CHOICES, "design", "target", "seed", "files", "as_json"}
    for name, parameter in _said(context):
        if name not in allowed:
            raise click.UsageError(f"{parameter.opts[0]} does not go with --design.", context)
    chosen = {name for name, _ in _said(context)} & CHOICES
    if design["assume"] is not None and (chosen or design["whose"]):
        message = (
            "Judges, systems, filters and --first-sentence can be chosen only where there are JUDGMENTS."
        )
        raise click.UsageError(message, context)


def _said(context: click.Context) -> list[tuple[str, click.Parameter]]:
    """The parameters that stand in the call, by name."""
    return [
        (parameter.name, parameter)
        for parameter in context.command.params
        if parameter.name and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    ]
