"""`appraise-gec rank`: systems from best to worst, with what the data leave open (Tables 3b and 3c)."""

from typing import Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import (
    ranking_options,
    selected_judgments,
    settle_replicates,
    settled_speaks_for,
)
from appraise_gec.cli.progress import Progress
from appraise_gec.library.refusals import refused_values
from appraise_gec.library.selection import Selection


@click.command()
@selected_judgments
@ranking_options
@click.option("--probabilities", is_flag=True, help="In the table for people, the share of every rank, too.")
def command(selection: Selection, as_json: bool, seed: int, probabilities: bool, **settings: Any) -> None:
    """Rank systems, with intervals, rank ranges and clusters.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.
    """
    from appraise_gec.library.judgment_files import read_evaluation
    from appraise_gec.present import terminal
    from rankings.analysis.ranking import rank_systems  # loads numerical libraries
    from rankings.formats.results import to_json
    from rankings.tables.ranking import rank_shares, ranking_table

    settle_replicates(settings)
    settings["speaks_for"] = settled_speaks_for(settings)
    evaluation = read_evaluation(selection)
    with Progress("Ranking") as progress, refused_values(evaluation.place):
        ranking = rank_systems(evaluation.table, **settings, seed=seed, progress=progress.share)
    tables = [ranking_table(ranking)]
    if probabilities and not ranking.without_ranges:
        tables.append(rank_shares(ranking))
    result = {**to_json(ranking), "rankings": len(evaluation.table)}
    text = "\n\n".join(map(terminal.write, tables))
    write_answer(evaluation.answer("rank", settings, result, lambda: text, seed), as_json=as_json)
