"""`appraise-gec head-to-head`: every two systems against each other (2015 paper, Table 3d)."""

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import Selection, selected_judgments


@click.command()
@selected_judgments
@click.option(
    "--as-published",
    is_flag=True,
    help="As the 2015 script: no wins count as one, p has four digits for marks.",
)
@click.option(
    "--pairs", "all_pairs", is_flag=True, help="In the table for people, every pair with its tests."
)
def command(selection: Selection, as_json: bool, as_published: bool, all_pairs: bool) -> None:
    """Compare every two systems, and test which differ.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.
    """
    from appraise_gec.cli.errors import refused_values
    from appraise_gec.cli.judgment_files import read_evaluation
    from appraise_gec.presentation.writers import terminal
    from rankings.analysis import head_to_head as analysis
    from rankings.formats.json_form import to_json
    from rankings.tables import head_to_head as tables

    evaluation = read_evaluation(selection)
    systems = evaluation.table.systems
    with refused_values(evaluation.place):
        if len(systems) < 2:
            raise ValueError(f"expected at least two systems; the judgments name {len(systems)}")
    result = analysis.compare_systems(evaluation.table, as_published=as_published)

    def text() -> str:
        shown = [tables.matrix(result, test=tables.SIGN_TEST), tables.pairs_that_differ(result)]
        return "\n\n".join(map(terminal.write, [*shown, *([tables.every_pair(result)] if all_pairs else [])]))

    settings = {"as_published": as_published}
    write_answer(evaluation.answer("head-to-head", settings, to_json(result), text), as_json=as_json)
