"""`appraise-gec rank`: systems from best to worst, with what the data leave open."""

from typing import Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import Selection, ranking_options, selected_judgments
from appraise_gec.cli.progress import Progress


@click.command()
@selected_judgments
@ranking_options
@click.option("--probabilities", is_flag=True, help="In the table for people, the share of every rank, too.")
def command(selection: Selection, as_json: bool, seed: int, probabilities: bool, **settings: Any) -> None:
    """Rank systems, with intervals, rank ranges and clusters.

    JUDGMENTS are files in any known format, told apart by content and joined; - is standard input.
    """
    from rankings.commands.judgment_files import read_evaluation  # noqa: PLC0415 - loads numerical libraries
    from rankings.commands.system_ranks import RankSettings, rank  # noqa: PLC0415

    evaluation = read_evaluation(selection)
    with Progress("Ranking") as progress:
        answer = rank(evaluation, RankSettings(**settings), seed, progress.share, probabilities=probabilities)
    write_answer(answer, as_json=as_json)
