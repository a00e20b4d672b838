"""`appraise-gec plan`: how many rankings it takes until the best systems stand apart."""

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from appraise_gec.cli.documents import Answer, write_answer
from appraise_gec.cli.options import (
    FILE,
    PORTION,
    Selection,
    confidence_option,
    judgments_if_any,
    method_option,
    sampling_options,
    seed_option,
    unit_option,
)
from appraise_gec.cli.progress import Progress

SAMPLING = ("max_outputs", "least_outputs", "sampler", "replacement")
WITH_JUDGMENTS_ONLY = ("method", "unit")
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
    "--top", type=click.IntRange(1), default=1, show_default=True, help="Best systems to be set apart."
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
    type=click.FloatRange(0, 1000, min_open=True),
    multiple=True,
    help="Size to simulate, in multiples of the present or planned one; may be repeated.",
)
@click.option(
    "--simulations", type=click.IntRange(1), default=200, show_default=True, help="Evaluations of each size."
)
@method_option
@unit_option
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
    type=click.FloatRange(0, min_open=True),
    metavar="X",
    help="Assumed standard deviation of the strengths of systems; that of 2015 if not given.",
)
@click.option(
    "--agreed",
    type=click.FloatRange(0, 1),
    metavar="P",
    help="Assumed share of an output's variance that all judges see alike; that of 2015 if not given.",
)
@click.option(
    "--level",
    type=click.FloatRange(0, min_open=True),
    metavar="X",
    help="Assumed width of a level of quality, within which outputs are tied; that of 2015 if not given.",
)
@seed_option
@click.pass_context
def command(context: click.Context, /, selection: Selection, as_json: bool, **settings: Any) -> None:
    """Estimate how many rankings separate the best systems from the rest.

    With JUDGMENTS, of a pilot for example, they are taken for the truth: files in any known format, told
    apart by content and joined; - is standard input. Before anybody has judged, give --source and --outputs:
    items are drawn as `sample` draws them, and systems and judges are assumed to differ as in 2015.
    """
    before = settings["source"] is not None or bool(settings["outputs"])
    _check_call(context, selection, settings, before=before)
    unused = WITH_JUDGMENTS_ONLY if before else WITHOUT_JUDGMENTS_ONLY
    used = {name: value for name, value in settings.items() if name not in unused}
    with Progress("Simulating") as progress:
        answer = _before_judging(used, progress) if before else _from_judgments(selection, used, progress)
    write_answer(answer, as_json=as_json)


def _from_judgments(selection: Selection, settings: dict[str, Any], progress: Progress) -> Answer:
    from rankings.commands.judgment_files import read_evaluation  # noqa: PLC0415 - loads numerical libraries
    from rankings.commands.needed_rankings import plan  # noqa: PLC0415

    return plan(read_evaluation(selection), progress=progress.share, **settings)


def _before_judging(settings: dict[str, Any], progress: Progress) -> Answer:
    from rankings.analysis.judging_model import JudgingModel  # noqa: PLC0415 - as above
    from rankings.commands.rankings_before_judging import plan_before_judging  # noqa: PLC0415

    source: Path = settings.pop("source")
    outputs = settings.pop("outputs")
    sampling = {name: settings.pop(name) for name in SAMPLING}
    assumed = {name: settings.pop(name) for name in ("spread", "agreed", "level")}
    model = JudgingModel(**{name: value for name, value in assumed.items() if value is not None})
    return plan_before_judging(
        source, outputs, sampling=sampling, model=model, progress=progress.share, **settings
    )


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
    if before and (selection.judges or selection.excluded):
        raise click.UsageError("Judges can be chosen only where there are JUDGMENTS.", context)
    for parameter in context.command.params:
        name = parameter.name or ""
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            if before and name in WITH_JUDGMENTS_ONLY:
                raise click.UsageError(f"{parameter.opts[0]} can be chosen only with JUDGMENTS.", context)
            if not before and name in WITHOUT_JUDGMENTS_ONLY:
                raise click.UsageError(f"{parameter.opts[0]} goes only without JUDGMENTS.", context)
