"""`appraise-gec plan`: how many rankings it takes until the best systems stand apart."""

from typing import Any

import click

from appraise_gec.command_line.documents import write_answer
from appraise_gec.command_line.options import (
    PORTION,
    Selection,
    confidence_option,
    method_option,
    seed_option,
    selected_judgments,
    unit_option,
)
from appraise_gec.command_line.progress import Progress


@click.command()
@selected_judgments
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
    help="Size to simulate, in multiples of the present one; may be repeated.",
)
@click.option(
    "--simulations", type=click.IntRange(1), default=200, show_default=True, help="Evaluations of each size."
)
@method_option
@unit_option
@confidence_option
@seed_option
def command(selection: Selection, as_json: bool, **settings: Any) -> None:
    """Estimate how many rankings separate the best systems from the rest.

    JUDGMENTS, of a pilot for example, are files in any known format, told apart by content and joined; - is
    standard input.
    """
    from rankings.commands.judgment_files import read_evaluation  # noqa: PLC0415 - loads numerical libraries
    from rankings.commands.needed_rankings import plan  # noqa: PLC0415

    evaluation = read_evaluation(selection)
    with Progress("Simulating") as progress:
        answer = plan(evaluation, progress=progress.share, **settings)
    write_answer(answer, as_json=as_json)
