"""`appraise-gec agreement`: kappa between judges and of judges with themselves."""

from typing import Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import (
    Selection,
    bootstrap_option,
    confidence_option,
    seed_option,
    selected_judgments,
)


@click.command()
@selected_judgments
@bootstrap_option(1000, "Resamplings of sentences, for intervals.")
@confidence_option
@seed_option
@click.option(
    "--least-comparisons",
    type=click.IntRange(1),
    default=50,
    show_default=True,
    help="Pairs of judges with fewer do not count.",
)
def command(selection: Selection, as_json: bool, **settings: Any) -> None:
    """Measure how far judges agree with each other and with themselves.

    JUDGMENTS are files in any known format, told apart by content and joined; - is standard input.
    """
    from rankings.commands.judge_agreement import agree  # noqa: PLC0415 - loads numerical libraries
    from rankings.commands.judgment_files import read_evaluation  # noqa: PLC0415

    answer = agree(
        read_evaluation(selection),
        **settings,
    )
    write_answer(answer, as_json=as_json)
