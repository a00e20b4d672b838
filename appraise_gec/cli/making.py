"""Commands are made from functions of the library: from their signatures and their docstrings."""

import inspect
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from appraise_gec.library.arguments import Argument, ArgumentError, arguments_of
from appraise_gec.library.files import one_line, refused_values, shown_path
from appraise_gec.library.finding import Finding, document_bytes
from appraise_gec.library.judgments import read_judgments
from rankings.formats.records import FormatError, Problem

CHOSEN = "chosen_"
"""Begins the names of options that choose from judgments; options of a function may have the same names."""
PATH = click.Path(path_type=Path)
EMPTY, ALL_OTHERS = inspect.Parameter.empty, inspect.Parameter.VAR_POSITIONAL
Function = Callable[..., Any]
SECONDS_BEFORE_SHOWN = 0.5
STEPS = 1000


def words_of(function: Function) -> tuple[str, list[tuple[str, str]]]:
    """What a docstring says of a function, and its examples: what for, and the call."""
    text, *_ = re.split(r"^(?:Args|Raises|Examples):\n", inspect.getdoc(function) or "", flags=re.M)
    _, _, examples = (inspect.getdoc(function) or "").partition("\nExamples:\n")
    return text.strip(), re.findall(r"^    # (.*)\n    (.*)", examples, re.M)


def command_of(name: str, function: Function) -> click.Command:
    """The command that calls a function of the library and prints what it finds."""
    text, examples = words_of(function)
    for argument in arguments_of(function):
        if not argument.is_option and argument.words:
            text += f"\n\n{argument.told.metavar}: {argument.words}"
    # The sign keeps click from joining the lines.
    epilog = "\n".join(["\b", "Examples:", *(f"  # {why}\n  appraise-gec {call}" for why, call in examples)])
    parameters = [
        made for argument in arguments_of(function) for made in _parameters(argument, arguments_of(function))
    ]
    parameters.sort(key=lambda made: str(made.name).startswith(CHOSEN))
    parameters.append(
        click.Option(["as_json", "--json"], is_flag=True, help="One JSON document on standard output.")
    )

    @click.pass_context
    def callback(context: click.Context, /, as_json: bool, **values: Any) -> None:
        targets = [one for one in arguments_of(function) if one.told.kind == "target"]
        if (
            any(one.told.needed for one in targets)
            and not as_json
            and not any(values[one.name] for one in targets)
        ):
            raise click.UsageError("Say where to write, with -o or --archive, or ask for --json.", context)
        with progress_bar(name.capitalize()) as share:
            found = _call(function, values, f"appraise-gec {name}", share)
        print_finding(found, as_json=as_json)
        if found.failed:
            context.exit(1)

    return Made(name, params=parameters, callback=callback, help=text, epilog=epilog)


def _call(function: Function, values: dict[str, Any], place: str, share: Callable[[float], None]) -> Any:
    """The function called with the values of its command."""
    call = place
    placed: list[Any] = []
    named = {name.removeprefix(CHOSEN): value for name, value in values.items() if name.startswith(CHOSEN)}
    for argument in arguments_of(function):
        kind, value = argument.told.kind, values.get(argument.name)
        if kind == "judgments":
            files: tuple[Path, ...] = value or ()
            for scores in [one.name for one in arguments_of(function) if one.place == ALL_OTHERS]:
                files, values[scores] = _divided((values[argument.name], *values[scores]))
            place = ", ".join(map(shown_path, files))
            with refused(call, place):
                placed.append(read_judgments(*files, **named))
            named = {}
        elif kind == "settings":
            with refused(call):
                named |= _settings(values["metric"], value or ())
        elif kind == "progress":
            named[argument.name] = share
        elif argument.place == ALL_OTHERS:
            placed += value or ()
        elif argument.is_option:
            named[argument.name] = value
        else:
            placed.append(value)
    with refused(call, place):
        return function(*placed, **named)


def _divided(files: tuple[Path, ...]) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Files of judgments, and files of scores."""
    from appraise_gec.library.metric_inputs import split_files

    also, scores = split_files(files[1:])
    return (files[0], *also), scores


def _settings(metric: str, words: tuple[str, ...]) -> dict[str, Any]:
    """Values of the settings of a metric. Raises SettingError for the first that is wrong."""
    from metrics.scorers.registry import setting_of
    from metrics.scorers.scorer import SettingError

    values = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise SettingError(f"--setting {word!r}: expected NAME=VALUE")
        values[name] = setting_of(metric, name).read(text)
    return values


def _parameters(argument: Argument, beside: Sequence[Argument]) -> Iterator[click.Parameter]:
    told = argument.told
    if told.kind == "judgments":
        single = any(one.place == ALL_OTHERS for one in beside)
        nargs, metavar = (1, "JUDGMENTS") if single else (-1, told.metavar)
        yield click.Argument([argument.name], metavar=metavar, nargs=nargs, required=True, type=PATH)
        for one in arguments_of(read_judgments)[1:]:
            yield _option(one, f"{CHOSEN}{one.name}")
    elif told.kind == "settings":
        names = [argument.name, "--setting"]
        yield click.Option(names, metavar="NAME=VALUE", multiple=True, help=argument.words)
    elif told.kind == "progress":
        return
    elif argument.is_option:
        yield _option(argument, argument.name)
    else:
        yield click.Argument(
            [argument.name],
            metavar=told.metavar,
            nargs=-1 if told.kind == "files" else 1,
            required=argument.place != ALL_OTHERS,
            type=_type(argument),
        )


def _option(argument: Argument, name: str) -> click.Option:
    told, default, option, help = argument.told, argument.default, argument.option, argument.words
    if argument.type is bool:
        flag = f"{option}/--no-{option[2:]}" if default else option
        return click.Option([name, flag], default=default, is_flag=True, help=help)
    more: dict[str, Any] = {"metavar": told.metavar, "type": _type(argument)}
    if default is EMPTY:
        more["required"] = True
    elif default not in (None, ()):
        more |= {"default": default, "show_default": default != ""}
    if argument.several:
        more["multiple"], help = True, f"{help.rstrip('.')}; may be repeated."
    if told.listed:
        more["callback"] = _names
    names = [name, option, *(["-o"] if option == "--output" else [])]
    return (Greedy if told.greedy else click.Option)(names, help=help, **more)


def _type(argument: Argument) -> click.ParamType[Any]:
    return PATH if argument.told.kind in ("file", "files", "target") else Value(argument)


class Value(click.ParamType[Any]):
    """A text, or a number, as the signature names them. Choices are asked for only when they are needed."""

    def __init__(self, argument: Argument) -> None:
        self._argument = argument
        self.name = {int: "integer", float: "number"}.get(argument.type, "text")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if self._argument.type in (int, float):
            with suppress(ValueError):
                value = self._argument.type(value)
        if refused := self._argument.refusal(value):
            self.fail(f"{refused}.", param, ctx)
        return value

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str | None:
        return f"[{'|'.join(self._argument.choices)}]" if self._argument.has_choices else None


class Greedy(click.Option):
    """May be followed by several words, up to the next option."""


class Made(click.Command):
    """Takes the words after a greedy option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        greedy = {name for one in self.params if isinstance(one, Greedy) for name in one.opts}
        expanded: list[str] = []
        within = ""
        for place, word in enumerate(args):
            if word == "--":
                expanded += args[place:]
                break
            if word in greedy:
                within = word
            elif word.startswith("-") and word != "-":
                within = ""
                expanded.append(word)
            else:
                expanded += [within, word] if within else [word]
        return super().parse_args(ctx, expanded)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        if any(one.name == "metric" for one in self.params):
            from metrics.scorers.registry import listed_settings

            formatter.write(f"\nMetrics and their settings:\n{listed_settings()}\n")


def _names(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The names in lists that are separated by commas; each name once."""
    names = [name.strip() for value in values for name in value.split(",")]
    if not all(names):
        raise click.BadParameter("a name is missing; expected NAME,NAME.", context, parameter)
    return tuple(dict.fromkeys(names))


def print_finding(found: Finding[Any], *, as_json: bool) -> None:
    """Print what was found, and warnings on standard error."""
    if as_json and found.content is not None:
        message = "With --json standard output holds the document: give -o FILE as well."
        raise click.UsageError(message, click.get_current_context())
    for warning in found.warnings:
        click.echo(f"Warning: {one_line(warning)}", err=True)
    if as_json:
        # In UTF-8, whatever the encoding of the terminal.
        click.echo(document_bytes({"recipe": found.recipe, "result": found.to_json()}), nl=False)
    elif found.content is not None:
        for piece in found.content:
            click.echo(piece, nl=False)
    else:
        # Characters that the terminal cannot show become escapes.
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        click.echo(repr(found).encode(encoding, "backslashreplace").decode(encoding))


@contextmanager
def refused(call: str, place: str = "") -> Iterator[None]:
    """Give what a function of the library refuses a place: the call for its settings, else the files.

    A program that is missing here is no wrong call: status 1.
    """
    try:
        yield
    except FormatError:
        raise
    except (ValueError, RuntimeError) as error:
        from metrics.scorers.scorer import SettingError, UnavailableError

        if isinstance(error, UnavailableError):
            raise click.ClickException(str(error)) from error
        if not isinstance(error, ValueError):
            raise
        if isinstance(error, SettingError):
            raise FormatError(Problem(call, str(error))) from error
        with refused_values(call if isinstance(error, ArgumentError) else place or call):
            raise


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[float], None]]:
    """What shows the finished share of the work, from 0 to 1, on standard error.

    A bar is there when somebody watches and the work takes a while.
    """
    bar: Any = None
    begun = time.monotonic()

    def share(done: float) -> None:
        nonlocal bar
        if bar is None:
            waited = time.monotonic() - begun >= SECONDS_BEFORE_SHOWN
            if done >= 1 or not waited or not sys.stderr.isatty():
                return
            bar = click.progressbar(length=STEPS, label=label, file=sys.stderr)
            bar.render_progress()
        bar.update(round(STEPS * min(1.0, done)) - bar.pos)

    try:
        yield share
    finally:
        if bar is not None:
            bar.render_finish()
