"""`appraise-gec agreement`: kappa between judges and of judges with themselves (2015 paper, Table 2)."""

from typing import Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import bootstrap_option, confidence_option_of, seed_option, selected_judgments
from appraise_gec.library.selection import Selection
from rankings.analysis.choices import REPLICATES


@click.command()
@selected_judgments
@bootstrap_option(REPLICATES, "Resamplings of sentences, for intervals.")
@confidence_option_of("the intervals of kappa and of other measures")
@seed_option
@click.option(
    "--least-comparisons",
    type=click.IntRange(1),
    default=50,
    show_default=True,
    help="Pairs of judges with fewer do not count.",
)
def command(selection: Selection, as_json: bool, seed: int, **settings: Any) -> None:
    """Measure how far judges agree with each other and with themselves.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.
    """
    from appraise_gec.library.judgment_files import read_evaluation
    from appraise_gec.library.refusals import refused_values
    from appraise_gec.present import terminal
    from rankings.analysis.agreement import full_agreement
    from rankings.formats.results import to_json
    from rankings.tables.agreement import agreement_tables

    evaluation = read_evaluation(selection)
    with refused_values(evaluation.place):
        result = full_agreement(evaluation.table, **settings, seed=seed)

    def text() -> str:
        return "\n\n".join(map(terminal.write, agreement_tables(result)))

    write_answer(evaluation.answer("agreement", settings, to_json(result), text, seed), as_json=as_json)
