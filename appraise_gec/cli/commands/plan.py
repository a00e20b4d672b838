"""`appraise-gec plan`: which design gives the same order of systems again, at least cost."""

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import PORTION, NumberIn, seed_option, selected_judgments
from appraise_gec.cli.progress import Progress
from appraise_gec.library.selection import Selection


@click.command()
@selected_judgments
@click.option(
    "--target",
    type=PORTION,
    default=0.8,
    show_default=True,
    metavar="P",
    help="Wanted probability that another such campaign gives the same order.",
)
@click.option(
    "--margin",
    type=NumberIn(0, 1, max_open=True),
    default=0.0,
    show_default=True,
    metavar="X",
    help="Systems that are closer together in Expected Wins may change places.",
)
@click.option(
    "judge_counts",
    "--judges",
    type=click.IntRange(1, 1000),
    multiple=True,
    metavar="N",
    help="Number of judges to look at; may be repeated. Up to 20 if not given.",
)
@click.option(
    "sentence_counts",
    "--sentences",
    type=click.IntRange(6, 1_000_000),
    multiple=True,
    metavar="N",
    help="Number of sentences to look at; may be repeated. The largest is the most there can be; up to 5,000 "
    "if not given.",
)
@seed_option
def command(
    selection: Selection,
    as_json: bool,
    *,
    target: float,
    margin: float,
    judge_counts: tuple[int, ...],
    sentence_counts: tuple[int, ...],
    seed: int,
) -> None:
    """Find the design that gives the same order of systems again.

    How many judges and sentences does it take, at least cost, so that another campaign like that of
    JUDGMENTS, with other sentences and other judges, puts the systems into the same order? JUDGMENTS are
    files in any known format, recognised by content and joined; - is standard input.
    """
    from appraise_gec.library.judgment_files import read_evaluation
    from appraise_gec.library.refusals import refused_values
    from appraise_gec.present import terminal
    from rankings.analysis.designing import Terms, design_from_judgments
    from rankings.formats.results import to_json
    from rankings.tables.design import advice, design_table

    terms = Terms(wanted=target, margin=margin, judges=judge_counts, sentences=sentence_counts)
    with Progress("Simulating") as progress:
        evaluation = read_evaluation(selection)
        with refused_values(evaluation.place):
            plan = design_from_judgments(evaluation.table, terms, seed=seed, progress=progress.share)

    def text() -> str:
        return f"{terminal.write(design_table(plan))}\n\n{terminal.prose(advice(plan))}"

    settings = {
        "target": target,
        "margin": margin,
        "judge_counts": sorted(set(judge_counts)),
        "sentence_counts": sorted(set(sentence_counts)),
    }
    write_answer(evaluation.answer("plan", settings, to_json(plan), text, seed), as_json=as_json)
