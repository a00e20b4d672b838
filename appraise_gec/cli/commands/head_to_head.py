"""`appraise-gec head-to-head`: every two systems against each other."""

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

    JUDGMENTS are files in any known format, told apart by content and joined; - is standard input.
    """
    from rankings.commands.judgment_files import read_evaluation  # noqa: PLC0415 - loads numerical libraries
    from rankings.commands.system_pairs import compare_systems  # noqa: PLC0415

    answer = compare_systems(read_evaluation(selection), as_published=as_published, all_pairs=all_pairs)
    write_answer(answer, as_json=as_json)
