"""`appraise-gec certify`: what intervals, clusters and tests are worth on the design of some judgments."""

from typing import Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.options import (
    Selection,
    bootstrap_option,
    confidence_option,
    seed_option,
    selected_judgments,
)
from appraise_gec.cli.progress import Progress


@click.command()
@selected_judgments
@click.option(
    "--campaigns",
    type=click.IntRange(2),
    default=100,
    show_default=True,
    help="Campaigns to simulate with systems as far apart as they seem, and as many more with equal ones.",
)
@bootstrap_option(200, "Number of resamplings of each campaign.")
@confidence_option
@seed_option
def command(selection: Selection, as_json: bool, seed: int, **settings: Any) -> None:
    """Simulate campaigns like this one, where the truth is known.

    The same items, judges, overlap and shared outputs, ranked by a model that is estimated from JUDGMENTS.
    Prints how often each kind of interval holds the truth, and how often clusters and tests separate equal
    systems.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.
    """
    from appraise_gec.cli.judgment_files import read_evaluation
    from appraise_gec.presentation.writers import terminal
    from rankings.analysis.certificate import certify  # loads numerical libraries
    from rankings.formats.json_form import to_json
    from rankings.tables.certificate import certificate_table

    evaluation = read_evaluation(selection)
    with Progress("Simulating") as progress, refused_values(evaluation.place):
        made = certify(evaluation.table, **settings, seed=seed, progress=progress.share)
    text = terminal.write(certificate_table(made))
    write_answer(evaluation.answer("certify", settings, to_json(made), lambda: text, seed), as_json=as_json)
