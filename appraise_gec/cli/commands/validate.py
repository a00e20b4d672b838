"""`appraise-gec validate`: which method predicts unseen judgments best."""

from typing import Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import (
    Selection,
    bootstrap_option,
    confidence_option,
    fold_unit_option,
    seed_option,
    selected_judgments,
    several_methods_option,
)
from appraise_gec.cli.progress import Progress


@click.command()
@selected_judgments
@several_methods_option
@click.option("--folds", type=click.IntRange(2), default=100, show_default=True, help="Number of parts.")
@bootstrap_option(100, "Resamplings of the training part of every fold.")
@fold_unit_option
@confidence_option
@seed_option
@click.option(
    "--as-published", is_flag=True, help="With the folds of the 2015 scripts, which test on training data."
)
def command(selection: Selection, as_json: bool, **settings: Any) -> None:
    """Cross-validate methods: how well they predict judgments that they have not seen.

    JUDGMENTS are files in any known format, told apart by content and joined; - is standard input.
    """
    from rankings.commands.judgment_files import read_evaluation  # noqa: PLC0415 - loads numerical libraries
    from rankings.commands.method_accuracy import cross_validate  # noqa: PLC0415

    evaluation = read_evaluation(selection)
    with Progress("Validating") as progress:
        answer = cross_validate(evaluation, progress=progress.share, **settings)
    write_answer(answer, as_json=as_json)
