"""`appraise-gec stats`: what each judge did."""

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import Selection, selected_judgments


@click.command()
@selected_judgments
def command(selection: Selection, as_json: bool) -> None:
    """Count rankings, comparisons and ties per judge.

    JUDGMENTS are files in any known format, told apart by content and joined; - is standard input.
    """
    from rankings.commands.judge_counts import count_judgments  # noqa: PLC0415 - loads numerical libraries
    from rankings.commands.judgment_files import read_evaluation  # noqa: PLC0415

    write_answer(count_judgments(read_evaluation(selection)), as_json=as_json)
