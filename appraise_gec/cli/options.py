"""Arguments and options that several commands have."""

import functools
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from appraise_gec.cli.filter_options import FILTER_OPTIONS, taken_filter
from appraise_gec.library.selection import Selection
from rankings.analysis.choices import (
    BOOTSTRAP_UNITS,
    CONVENTIONS,
    FOLD_UNITS,
    REPLICATES,
    REPLICATES_OF_SIMULATIONS,
    SEED,
    SPEAKS_FOR,
    SpeaksFor,
    judges_spoken_for,
    usual_replicates,
)
from rankings.analysis.methods import METHODS
from rankings.formats.system_choice import SystemChoice

FILE = click.Path(path_type=Path)
Command = Callable[..., None]


class NumberIn(click.FloatRange):
    """A number in a range. Click lets NaN pass, which no comparison finds out of range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not a number in the range {self._describe_range()}.", param, ctx)
        return number


PORTION = NumberIn(0, 1, min_open=True, max_open=True)


class OneOf(click.ParamType[str]):
    """One of the names that a library knows, asked for only when they are needed.

    The help of all commands together must not load numerical libraries; `click.Choice` would.
    """

    name = "name"

    def __init__(self, names: Callable[[], Sequence[str]]) -> None:
        self._names = names

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value not in self._names():
            self.fail(f"{value!r} is not one of {', '.join(self._names())}.", param, ctx)
        return value

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return "|".join(self._names())


def selected_judgments(command: Command) -> Command:
    """Arguments JUDGMENTS... with `selection_options` and `--json`, given as a `Selection`."""

    @click.argument("files", metavar="JUDGMENTS...", nargs=-1, required=True, type=FILE)
    @selection_options
    @json_option
    @functools.wraps(command)
    def wrapped(files: tuple[Path, ...], **options: Any) -> None:
        command(selection=taken_selection(files, options), **options)

    return wrapped


def taken_selection(files: tuple[Path, ...], options: dict[str, Any]) -> Selection:
    """The values of `selection_options`, which are taken out of `options`."""
    judges, excluded = options.pop("judges"), options.pop("excluded")
    first_sentence, systems = options.pop("first_sentence"), taken_systems(options)
    return Selection(files, judges, excluded, first_sentence, systems, taken_filter(options))


def taken_systems(options: dict[str, Any]) -> SystemChoice:
    """The values of `system_options`, which are taken out of `options`."""
    return SystemChoice(options.pop("only_systems"), options.pop("without_systems"))


def _names(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The names in lists that are separated by commas; each name once."""
    names = [name.strip() for value in values for name in value.split(",")]
    if not all(names):
        raise click.BadParameter("a name is missing; expected NAME,NAME.", context, parameter)
    return tuple(dict.fromkeys(names))


def _all_of(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one, in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def bootstrap_option(
    default: int | None, help: str = "Number of resamplings.", shown: bool | str = True
) -> Callable[[Command], Command]:
    """`--bootstrap N`."""
    return click.option(
        "replicates", "--bootstrap", type=click.IntRange(1), default=default, show_default=shown, help=help
    )


# By default as many as are usual for the method; `settle_replicates` says how many.
bootstrap_by_method_option = bootstrap_option(
    None, shown=f"{REPLICATES}; {REPLICATES_OF_SIMULATIONS} for methods that simulate"
)


def settle_replicates(settings: dict[str, Any]) -> None:
    """Say in the settings how many resamplings there are, also where the call does not."""
    if settings["replicates"] is None:
        settings["replicates"] = usual_replicates(settings["method"])


# Which systems count, in judgments and among outputs.
system_options = _all_of(
    click.option(
        "only_systems",
        "--systems",
        metavar="NAME,...",
        multiple=True,
        callback=_names,
        help="Only these systems; may be repeated.",
    ),
    click.option(
        "without_systems",
        "--without",
        metavar="NAME,...",
        multiple=True,
        callback=_names,
        help="Not these systems; may be repeated.",
    ),
)


def first_sentence_option(help: str) -> Callable[[Command], Command]:
    """`--first-sentence N`."""
    return click.option(
        "--first-sentence", type=click.IntRange(-1, 1), default=0, show_default=True, help=help
    )


# Whose judgments count.
judge_options = _all_of(
    click.option(
        "judges", "--judge", metavar="JUDGE", multiple=True, help="Only this judge; may be repeated."
    ),
    click.option(
        "excluded", "--exclude-judge", metavar="JUDGE", multiple=True, help="Not this judge; may be repeated."
    ),
)
# Which of the judgments in files count.
selection_options = _all_of(
    judge_options,
    system_options,
    *FILTER_OPTIONS,
    first_sentence_option("Number of the first sentence in the judgments."),
)
json_option = click.option(
    "as_json", "--json", is_flag=True, help="One JSON document on standard output, nothing else."
)


def force_option(command: Command) -> Command:
    """`--force`."""
    return click.option("--force", is_flag=True, help="Write over a file that is there.")(command)


def confidence_option_of(what: str) -> Callable[[Command], Command]:
    """`--confidence P`."""
    return click.option(
        "--confidence",
        type=PORTION,
        default=0.95,
        show_default=True,
        metavar="P",
        help=f"Confidence of {what}.",
    )


confidence_option = confidence_option_of("intervals, rank ranges and clusters")
seed_option = click.option(
    "--seed", type=click.IntRange(0), default=SEED, show_default=True, help="Seed of the random numbers."
)
method_option = click.option(
    "--method",
    type=click.Choice(METHODS),
    default="expected-wins",
    show_default=True,
    help="How comparisons become scores.",
)
several_methods_option = click.option(
    "methods",
    "--method",
    type=click.Choice(METHODS),
    multiple=True,
    default=("expected-wins", "trueskill"),
    show_default=True,
    help="Method to compare; may be repeated.",
)
unit_option = click.option(
    "--unit",
    type=click.Choice(BOOTSTRAP_UNITS),
    default="sentences",
    show_default=True,
    help="What is resampled as a whole. The 2015 paper resampled pairs, as if they were independent.",
)


def speaks_for_option_of(help: str) -> Callable[[Command], Command]:
    """`--speaks-for`, None where nobody says it."""
    return click.option(
        "--speaks-for", type=click.Choice(SPEAKS_FOR), show_default="judges-like-these", help=help
    )


speaks_for_option = speaks_for_option_of(
    "For whom intervals, rank ranges and clusters speak where sentences are resampled; other units leave no "
    "choice."
)


def settled_speaks_for(settings: dict[str, Any]) -> SpeaksFor:
    """For whom a call with these settings speaks, also where it does not say so.

    Raises:
        click.BadParameter: it says so, but unit or convention leave no choice.
    """
    try:
        return judges_spoken_for(
            settings["speaks_for"], settings["unit"], settings.get("convention", "standard")
        )
    except ValueError as error:
        message = f"{error}."
        raise click.BadParameter(f"{message[:1].upper()}{message[1:]}", param_hint="'--speaks-for'") from None


fold_unit_option = click.option(
    "--unit",
    type=click.Choice(FOLD_UNITS),
    default="pairs",
    show_default=True,
    help="What stays together in one fold.",
)
# How systems are ranked.
ranking_options = _all_of(
    method_option,
    bootstrap_by_method_option,
    unit_option,
    speaks_for_option,
    confidence_option,
    click.option(
        "--convention",
        type=click.Choice(CONVENTIONS),
        default="standard",
        show_default=True,
        help="Rules for rank ranges, ties and clusters: Koehn's (2012), or those of a 2015 script.",
    ),
    seed_option,
)
# How items are drawn from a corpus.
sampling_options = _all_of(
    click.option(
        "--input/--no-input",
        "add_input",
        default=True,
        show_default=True,
        help="Whether the unchanged source takes part.",
    ),
    click.option(
        "--max-outputs",
        type=click.IntRange(2),
        default=5,
        show_default=True,
        help="Outputs shown at most (M).",
    ),
    click.option(
        "--least-outputs",
        type=click.IntRange(1),
        default=1,
        show_default=True,
        help="Distinct outputs that a sentence must have; 2 leaves out what has nothing to compare.",
    ),
    click.option(
        "--sampler",
        type=click.Choice(["diversity", "uniform"]),
        default="diversity",
        show_default=True,
        help="The distribution of the 2015 paper, or the same probability for all sentences.",
    ),
    click.option(
        "--replacement/--no-replacement",
        default=True,
        show_default=True,
        help="Whether a sentence can be drawn again.",
    ),
    click.option(
        "--items",
        type=click.IntRange(0),
        metavar="N",
        help="Items to sample; as many as sentences if not given.",
    ),
)
