"""`appraise-gec judges`: how far the scores that follow from single judges agree (Tables 6 and 7)."""

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
@click.option("--rankings", is_flag=True, help="Also the ranking that each judge alone gives.")
@click.option(
    "without",
    "--rankings-without",
    is_flag=True,
    help="Also the ranking that all others give, without each judge.",
)
def command(
    selection: Selection, as_json: bool, rankings: bool, without: bool, seed: int, **settings: Any
) -> None:
    """Correlate system scores between judges, and of each judge with all others.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.
    """
    from appraise_gec.library.judgment_files import read_evaluation
    from appraise_gec.present import terminal
    from rankings.analysis.judge_comparison import (  # loads numerical libraries
        RankingsByJudge,
        compare_judges,
        rank_by_judge,
    )
    from rankings.formats.results import to_json
    from rankings.tables.judges import correlations
    from rankings.tables.ranking import ranking_table

    settle_replicates(settings)
    settings["speaks_for"] = settled_speaks_for(settings)
    evaluation = read_evaluation(selection)
    made: list[tuple[str, str, RankingsByJudge]] = []
    with Progress("Ranking by judge") as progress, refused_values(evaluation.place):
        compared = compare_judges(evaluation.table, settings["method"])
        given = {**settings, "seed": seed, "progress": progress.share}
        if rankings:
            alone = rank_by_judge(evaluation.table, "only", **given)
            made.append(("rankings", "Judge {} alone", alone))
        if without:
            others = rank_by_judge(evaluation.table, "without", **given)
            made.append(("rankings_without", "Without judge {}", others))
    result = {**to_json(compared), **{name: to_json(by_judge) for name, _, by_judge in made}}

    def text() -> str:
        parts = [terminal.write(correlations(compared))]
        for _, heading, by_judge in made:
            for ranking in by_judge.judges:
                shown = (
                    terminal.write(ranking_table(ranking))
                    if ranking.systems
                    else f"No ranking. {ranking.reason}"
                )
                parts.append(f"== {heading.format(ranking.judge)}\n\n{shown}")
        return "\n\n".join(parts)

    shown = settings if made else {"method": settings["method"]}
    asked = {"rankings": rankings, "rankings_without": without, **shown}
    answer = evaluation.answer("judges", asked, result, text, seed if made else None)
    write_answer(answer, as_json=as_json)
