"""`appraise-gec plan --design`: options, assumptions, and the answer."""

from typing import TYPE_CHECKING, Any

import click

from appraise_gec.cli.documents import Answer
from appraise_gec.cli.options import NumberIn, Selection

if TYPE_CHECKING:
    from appraise_gec.cli.progress import Progress
    from rankings.analysis.results.design import DesignPlan

OPTIONS = ("assume", "seconds", "minutes_per_judge", "most_judges", "most_sentences", "margin", "whose")
ASSUMABLE = ("systems", "spread", "sentences", "rankings", "judges")
_UNSAID = (
    "Assumptions are written as NAME=NUMBER, separated by commas, for example systems=6,spread=0.1; the "
    f"names are {', '.join(ASSUMABLE)}"
)


def design_options(command: Any) -> Any:
    """`--design` and what goes with it."""
    options = (
        click.option(
            "--design",
            is_flag=True,
            help="Which design gives the same order of systems again, at least cost?",
        ),
        click.option(
            "--assume",
            metavar="NAME=NUMBER,...",
            help="With --design, without JUDGMENTS: number of systems, and standard deviations of Expected "
            "Wins between systems (spread), sentences, rankings of a sentence, and judges. Those of 2015 "
            "where nothing else is said.",
        ),
        click.option(
            "--seconds",
            type=NumberIn(0, 100_000, min_open=True),
            default=49.0,
            show_default=True,
            help="With --design: seconds that a ranking takes.",
        ),
        click.option(
            "--minutes-per-judge",
            type=NumberIn(0, 100_000),
            default=0.0,
            show_default=True,
            help="With --design: minutes that each judge takes before the first ranking.",
        ),
        click.option(
            "most_judges",
            "--judges-at-most",
            type=click.IntRange(1, 1000),
            default=20,
            show_default=True,
            help="With --design: the most judges there can be.",
        ),
        click.option(
            "most_sentences",
            "--sentences-at-most",
            type=click.IntRange(6, 1_000_000),
            default=5000,
            show_default=True,
            help="With --design: the most sentences there can be.",
        ),
        click.option(
            "--margin",
            type=NumberIn(0, 1, max_open=True),
            default=0.0,
            show_default=True,
            metavar="X",
            help="With --design: systems that are closer together in Expected Wins may change places.",
        ),
        click.option(
            "whose",
            "--order-of",
            metavar="SYSTEM",
            multiple=True,
            help="With --design: only the order among these systems counts; to be given for each of them.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def answer_design(
    selection: Selection, settings: dict[str, Any], target: float, seed: int, progress: "Progress"
) -> Answer:
    """The designs, from judgments or from assumptions."""
    from appraise_gec.cli.documents import recipe
    from appraise_gec.cli.errors import refused_values
    from appraise_gec.cli.inputs import InputFiles
    from appraise_gec.cli.judgment_files import read_evaluation
    from rankings.analysis.designing import Terms, design_from_assumptions, design_from_judgments
    from rankings.analysis.results.design import VarianceParts
    from rankings.analysis.software import software_versions
    from rankings.formats.json_form import to_json

    whose = settings.pop("whose")
    assume = settings.pop("assume")
    terms = Terms(wanted=target, **settings)
    said = {"design": True, "wanted": target, **settings}
    if assume is None:
        evaluation = read_evaluation(selection)
        with refused_values(evaluation.place):
            made = design_from_judgments(
                evaluation.table, terms, systems=whose, seed=seed, progress=progress.share
            )
        return evaluation.answer(
            "plan", {**said, "order_of": list(whose)}, to_json(made), lambda: _text(made), seed
        )
    values = assumptions(assume)
    parts = VarianceParts(
        systems=values["spread"],
        sentences=values["sentences"],
        rankings=values["rankings"],
        judges=values["judges"],
        sentences_known=False,
        judges_known=False,
    )
    plan = design_from_assumptions(parts, int(values["systems"]), terms, seed=seed, progress=progress.share)
    made_from = recipe("plan", InputFiles(), {**said, "assumed": values}, seed, software=software_versions())
    return Answer(made_from, to_json(plan), lambda: _text(plan), ())


def assumptions(text: str) -> dict[str, float]:
    """`systems=6,spread=0.1` as numbers, with those of 2015 for what is not named.

    Raises:
        click.UsageError: an unknown name, or no number.
    """
    from rankings.analysis.results.design import PARTS_2015, SYSTEMS_2015

    values = {
        "systems": float(SYSTEMS_2015),
        "spread": PARTS_2015.systems,
        "sentences": PARTS_2015.sentences,
        "rankings": PARTS_2015.rankings,
        "judges": PARTS_2015.judges,
    }
    for part in filter(None, (one.strip() for one in text.split(","))):
        name, _, number = (one.strip() for one in part.partition("="))
        if name not in values:
            raise click.UsageError(f"--assume {part}: not known. {_UNSAID}.")
        try:
            value = float(number)
        except ValueError:
            raise click.UsageError(
                f"--assume {part}: {number or 'nothing'} is no number. {_UNSAID}."
            ) from None
        whole = name == "systems"
        if whole and not (value.is_integer() and 2 <= value <= 100):
            raise click.UsageError(f"--assume {part}: expected a whole number of systems from 2 to 100.")
        if not whole and not 0 <= value <= 10:
            raise click.UsageError(f"--assume {part}: expected a standard deviation from 0 to 10.")
        values[name] = value
    return values


def _text(plan: "DesignPlan") -> str:
    from appraise_gec.presentation.writers import terminal
    from rankings.tables.design import advice, design_table

    return f"{terminal.write(design_table(plan))}\n\n{terminal.prose(advice(plan))}"
