"""`appraise-gec judges`: how far the scores that follow from single judges agree."""

from typing import Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import Selection, ranking_options, selected_judgments
from appraise_gec.cli.progress import Progress


@click.command()
@selected_judgments
@ranking_options
@click.option("--rankings", is_flag=True, help="Also the ranking that each judge alone gives.")
@click.option("--without", is_flag=True, help="Also the ranking that all others give, without each judge.")
def command(
    selection: Selection, as_json: bool, rankings: bool, without: bool, seed: int, **settings: Any
) -> None:
    """Correlate system scores between judges, and of each judge with all others.

    JUDGMENTS are files in any known format, told apart by content and joined; - is standard input.
    """
    from rankings.commands.judge_correlations import correlate_judges  # noqa: PLC0415 - loads numerical libraries
    from rankings.commands.judgment_files import read_evaluation  # noqa: PLC0415
    from rankings.commands.system_ranks import RankSettings  # noqa: PLC0415

    evaluation = read_evaluation(selection)
    with Progress("Ranking by judge") as progress:
        answer = correlate_judges(
            evaluation,
            RankSettings(**settings),
            seed,
            rankings=rankings,
            without=without,
            progress=progress.share,
        )
    write_answer(answer, as_json=as_json)
