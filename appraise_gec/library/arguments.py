"""What functions of the library are given: declared once, in their signatures.

A signature says what an argument is, which numbers it may be, and what it is called on the command line,
which is made from it (`appraise_gec.cli.making`).
"""

import functools
import inspect
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

from rankings.analysis.methods import METHODS

if TYPE_CHECKING:
    from appraise_gec.library.finding import Finding

Given = ParamSpec("Given")
Result = TypeVar("Result")
Kind = Literal[
    "setting", "judgments", "selection", "file", "files", "metric", "settings", "target", "progress"
]


class ArgumentError(ValueError):
    """An argument that is out of range, or does not fit another. The message names it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What else a signature says of an argument.

    Attributes:
        option: on the command line, where it is not called `--` and its own name.
        metavar: what stands for a value in the help.
        kind: "setting", part of the recipe; "judgments", files with the options that choose from them;
            "selection", those options alone; a "file" or "files" to read; a "metric" and its further
            "settings"; the "target" to write to; "progress", which the caller is told.
        least, most: bounds of numbers.
        above, below: bounds that are left out themselves.
        choices: what it may be, where that is known only later.
        needed: whether a command has to be told where to write, unless it is asked for JSON.
        greedy: whether several words may follow one option.
        listed: whether one word may hold several names, with commas between them.
    """

    option: str = ""
    metavar: str | None = None
    kind: Kind = "setting"
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    choices: Callable[[], Sequence[str]] | None = None
    needed: bool = False
    greedy: bool = False
    listed: bool = False

    def refusal(self, number: object, kind: type) -> str:
        """What a number has to be, or "" where it is that."""
        low = self.least if self.above is None else self.above
        high = self.most if self.below is None else self.below
        try:
            value = operator.index(number) if kind is int else float(number)  # type: ignore[arg-type]
            is_right = not math.isnan(value)
            is_right &= low is None or value > low or (self.above is None and value == low)
            is_right &= high is None or value < high or (self.below is None and value == high)
        except (TypeError, ValueError):
            is_right = False
        if is_right:
            return ""
        bounds = [] if low is None else [f"{'more than' if self.above is not None else 'from'} {low:,}"]
        if high is not None:
            bounds.append(f"less than {high:,}" if self.below is not None else f"up to {high:,}")
        elif bounds and self.above is None:
            bounds.append("up")
        return " ".join(["a whole number" if kind is int else "a number", *bounds])


Seed = Annotated[int, Told(least=0)]
Replicates = Annotated[int, Told("--bootstrap", "N", least=1)]
UsualReplicates = Annotated[int | None, Told("--bootstrap", "N", least=1)]
Portion = Annotated[float, Told(metavar="P", above=0, below=1)]
MethodName = Annotated[str, Told(choices=lambda: METHODS)]
Names = Annotated[Sequence[str] | str, Told(metavar="NAME,...", listed=True)]
File = str | PathLike[str]
Lines = File | Sequence[str]
"""A text file with one sentence per line, or the lines."""
Progress = Annotated[Callable[[float], None] | None, Told(kind="progress")]
Target = Annotated[File | None, Told("--output", "FILE", "target")]
Force = Annotated[bool, Told(kind="target")]
OptionalFile = Annotated[File | None, Told(metavar="FILE", kind="file")]
SourceFile = Annotated[Lines | None, Told(kind="file")]
References = Annotated[Sequence[Lines] | str, Told(metavar="FILE", kind="files")]
Annotator = Annotated[int | None, Told(metavar="N", least=0)]
Metrics = Annotated[Sequence[str] | str, Told("--metric", "METRIC[:SETTING=VALUE,...]")]
Several = Annotated[int, Told(least=1, most=100)]
Gold = Annotated[Sequence[File] | File, Told(metavar="FILE.m2", kind="files")]


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument as its signature declares it.

    Attributes:
        name: in the signature.
        type: of a single value.
        told: what else is said.
        several: whether it is a sequence of values.
        default: its default, or `inspect.Parameter.empty`.
        place: how it is passed.
    """

    name: str
    type: Any
    told: Told
    several: bool
    default: Any
    place: Any

    @property
    def has_choices(self) -> bool:
        return self.told.choices is not None or get_origin(self.type) is Literal

    @property
    def choices(self) -> Sequence[str]:
        """What it may be; nothing where it may be anything of its type."""
        if self.told.choices:
            return self.told.choices()
        return get_args(self.type) if get_origin(self.type) is Literal else ()


@functools.cache
def arguments_of(function: Callable[..., Any]) -> tuple[Argument, ...]:
    """The arguments of a function, in their order."""
    return tuple(_argument(one) for one in inspect.signature(function).parameters.values())


def _argument(parameter: inspect.Parameter) -> Argument:
    annotation, told = parameter.annotation, Told()
    if get_origin(annotation) is Annotated:
        annotation, told = get_args(annotation)
    choices = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    sequence = next((one for one in choices if get_origin(one) is Sequence), None)
    several = told.kind == "files" or (told.kind == "setting" and sequence is not None)
    type_ = get_args(sequence)[0] if sequence and several else choices[0]
    return Argument(parameter.name, type_, told, several, parameter.default, parameter.kind)


def several(given: Any) -> tuple[Any, ...]:
    """One text or path stands for itself, and not for its letters."""
    return (given,) if isinstance(given, str | PathLike) else tuple(given)


def front_door(function: "Callable[Given, Finding[Result]]") -> "Callable[Given, Finding[Result]]":
    """A function of the library: its arguments are checked, and what it finds knows its recipe."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def called(*args: Given.args, **kwargs: Given.kwargs) -> "Finding[Result]":
        given = signature.bind(*args, **kwargs)
        given.apply_defaults()
        settings: dict[str, Any] = {}
        for argument in arguments_of(function):
            value = given.arguments[argument.name]
            _check(argument, value)
            if argument.told.kind in ("setting", "metric"):
                settings[argument.name] = list(several(value)) if argument.several else value
            elif argument.told.kind == "settings":
                settings |= value
        return function(*args, **kwargs).asked_by(function.__name__, settings)

    return called


def _check(argument: Argument, given: Any) -> None:
    """Raise ArgumentError for what is not among the choices or not within the bounds, by its name."""
    if given is None:
        return
    for value in several(given) if argument.several else (given,):
        if argument.has_choices:
            if value not in (choices := argument.choices):
                raise ArgumentError(f"{argument.name} {value!r} is not one of {', '.join(map(str, choices))}")
        elif argument.type in (int, float) and (expected := argument.told.refusal(value, argument.type)):
            raise ArgumentError(f"{argument.name} has to be {expected}; it is {value!r}")


def path_of(given: Any) -> Path | None:
    """The path of a file; None for values that are given themselves."""
    return Path(given) if isinstance(given, str | PathLike) else None
