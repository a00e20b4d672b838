"""`appraise-gec validate`: which method predicts unseen judgments best (2015 paper, Table 4)."""

from typing import Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import (
    bootstrap_option,
    confidence_option,
    fold_unit_option,
    seed_option,
    selected_judgments,
    several_methods_option,
)
from appraise_gec.cli.progress import Progress
from appraise_gec.library.selection import Selection


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
def command(selection: Selection, as_json: bool, seed: int, **settings: Any) -> None:
    """Cross-validate methods: how well they predict judgments that they have not seen.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.
    """
    from appraise_gec.library.judgment_files import read_evaluation
    from appraise_gec.library.refusals import refused_values
    from appraise_gec.present import terminal
    from rankings.analysis.cross_validation import cross_validate
    from rankings.formats.results import to_json
    from rankings.tables.cross_validation import accuracy

    evaluation = read_evaluation(selection)
    settings["methods"] = list(settings["methods"])
    with Progress("Cross-validating") as progress, refused_values(evaluation.place):
        result = cross_validate(evaluation.table, **settings, seed=seed, progress=progress.share)

    def text() -> str:
        return terminal.write(accuracy(result))

    write_answer(evaluation.answer("validate", settings, to_json(result), text, seed), as_json=as_json)
