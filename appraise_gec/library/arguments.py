"""What functions of the library are given: declared once, in their signatures.

A signature says what an argument is, which numbers it may be, and what it is called on the command line,
which is made from it (`appraise_gec.cli.making`).
"""

import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from os import PathLike
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from appraise_gec.declared import Told
from rankings.analysis.choices import (
    BootstrapUnit,
    Convention,
    SpeaksFor,
    judges_spoken_for,
    usual_replicates,
)
from rankings.analysis.methods import METHODS, Method
from rankings.formats.filtering import (
    ALL_JUDGMENTS,
    ALL_SYSTEMS,
    JudgmentFilter,
    SystemChoice,
    check_time_zone,
)

if TYPE_CHECKING:
    from appraise_gec.library.finding import Finding

Given = ParamSpec("Given")
Result = TypeVar("Result")
_ARGUMENTS = re.compile(r"^Args:\n((?:    .*\n?|\n)*)", re.MULTILINE)


class ArgumentError(ValueError):
    """An argument that is out of range, or does not fit another. The message names it."""


File = str | PathLike[str]
Lines = File | Sequence[str]
"""A text file with one sentence per line, or the lines."""
Outputs = File | Sequence[File] | Mapping[str, Lines]
"""Text files named after their systems, a folder of them, or the output of each system by its name."""
FILES_OF_JUDGMENTS = "Files in any known format, recognised by content and joined; - is standard input."
FILES_OF_OUTPUTS = (
    "Text files, one sentence per line, named after their system; a folder stands for its files."
)
JudgmentsGiven = Annotated[Any, Told(metavar="JUDGMENTS...", kind="judgments", help=FILES_OF_JUDGMENTS)]
"""What `read_judgments` gives, or a source of judgments."""

MethodName = Annotated[str, Told(known=lambda: METHODS, help="How comparisons become scores.")]
Unit = Annotated[
    BootstrapUnit,
    Told(
        help="What is resampled as a whole; usual is documents where the data name some with "
        "several sentences, else sentences. The 2015 paper resampled pairs, as if they were independent."
    ),
]
ForWhom = Annotated[
    SpeaksFor | None,
    Told(
        help="For whom intervals, rank ranges and clusters speak where sentences or documents are resampled; "
        "judges like these if not given. Other units and fewer than five judges leave no choice."
    ),
]
Rules = Annotated[
    Convention,
    Told(help="Rules for rank ranges, ties and clusters: Koehn's (2012), or those of a 2015 script."),
]
Replicates = Annotated[int, Told("--bootstrap", "N", least=1)]
UsualReplicates = Annotated[
    int | None,
    Told(
        "--bootstrap",
        "N",
        least=1,
        help="Number of resamplings; 10,000 if not given, or 1,000 for methods that simulate.",
    ),
]
Portion = Annotated[float, Told(metavar="P", above=0, below=1)]
Confidence = Annotated[
    float, Told(metavar="P", above=0, below=1, help="Of intervals, rank ranges and clusters.")
]
Seed = Annotated[int, Told(least=0, help="Of the random numbers; the same seed gives the same result.")]
Several = Annotated[int, Told(least=1, most=100)]
Progress = Annotated[
    Callable[[float], None] | None, Told(kind="progress", help="Called with the share that is done.")
]
OnlySystems = Annotated[
    Sequence[str] | str, Told(metavar="NAME,...", listed=True, help="Only these systems.")
]
WithoutSystems = Annotated[
    Sequence[str] | str, Told(metavar="NAME,...", listed=True, help="Not these systems.")
]
Files = Annotated[Sequence[File] | File, Told(metavar="FILE", kind="files")]
OptionalFile = Annotated[File | None, Told(metavar="FILE", kind="file")]
Target = Annotated[File | None, Told("--output", "FILE", "target")]
Force = Annotated[bool, Told(kind="target", help="Write over a file that is there.")]
SourceFile = Annotated[Lines | None, Told(kind="file", help="Source sentences; not needed with gold.")]
Gold = Annotated[
    Sequence[File] | File,
    Told(
        metavar="FILE.m2",
        kind="files",
        help="Gold edits in M2 format; the annotators of several files are joined.",
    ),
]
Annotator = Annotated[int | None, Told(metavar="N", least=0, help="Only this annotator of the gold.")]
References = Annotated[
    Sequence[Lines] | str,
    Told(
        metavar="FILE...",
        kind="files",
        greedy=True,
        help="Reference texts, one for each annotator. M2 files are applied in full.",
    ),
]
Metrics = Annotated[
    Sequence[str] | str,
    Told("--metric", "METRIC[:SETTING=VALUE,...]", help="Compute this metric, such as gleu or m2:beta=0.18."),
]


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument as its signature declares it, with the words of a docstring.

    `type` is that of a single value, where there may be several; `place` says how it is passed.
    """

    name: str
    type: Any
    told: Told
    several: bool
    default: Any
    place: Any
    words: str = ""

    @property
    def is_option(self) -> bool:
        return bool(self.place == inspect.Parameter.KEYWORD_ONLY)

    @property
    def shown_type(self) -> Any:
        """For readers of a signature."""
        whole = Sequence[self.type] if self.several else self.type  # type: ignore[name-defined]
        return whole | None if self.default is None else whole

    @property
    def option(self) -> str:
        """On the command line."""
        return self.told.option or f"--{self.name.replace('_', '-')}"

    @property
    def has_choices(self) -> bool:
        return bool(self.told.known or self.told.choices) or get_origin(self.type) is Literal

    @property
    def choices(self) -> Sequence[str]:
        """What it may be; nothing where it may be anything of its type."""
        if self.told.known or self.told.choices:
            return self.told.known() if self.told.known else tuple(self.told.choices)
        return get_args(self.type) if get_origin(self.type) is Literal else ()

    def refusal(self, value: Any) -> str:
        """Why a value is none of the choices or out of bounds; "" where it is fine."""
        if self.has_choices and value not in (choices := self.choices):
            return f"{value!r} is not one of {', '.join(map(str, choices))}"
        if not self.has_choices and self.type in (int, float):
            expected = self.told.refusal(value, self.type)
            return f"{value!r} is not {expected}" if expected else ""
        return ""


@functools.cache
def arguments_of(function: Callable[..., Any]) -> tuple[Argument, ...]:
    """The arguments of a function, in their order, with those that it takes from elsewhere."""
    words = _argument_words(function)
    found: dict[str, Argument] = {}
    for parameter in inspect.signature(inspect.unwrap(function)).parameters.values():
        one = _argument(parameter)
        for other in [other for more in one.told.more for other in arguments_of(more)]:
            if other.is_option and not other.told.filters:
                found.setdefault(other.name, other)
        if not one.told.more:
            found[one.name] = replace(one, words=words.get(one.name) or one.told.words)
    return tuple(found.values())


def _argument_words(function: Callable[..., Any]) -> Mapping[str, str]:
    """What a docstring says of each argument, as a sentence."""
    told = _ARGUMENTS.search(inspect.getdoc(inspect.unwrap(function)) or "")
    found: dict[str, str] = {}
    for names, text in re.findall(
        r"^    ([\w, ]+): (.*(?:\n {8}.*)*)", told[1] if told else "", re.MULTILINE
    ):
        joined = re.sub(r"\s+", " ", text)
        found |= dict.fromkeys(names.split(", "), f"{joined[:1].upper()}{joined[1:]}")
    return found


def _argument(parameter: inspect.Parameter) -> Argument:
    annotation, told = parameter.annotation, Told()
    if get_origin(annotation) is Annotated:
        annotation, told = get_args(annotation)
    choices = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    sequence = next((one for one in choices if get_origin(one) in (Sequence, tuple)), None)
    several = told.kind == "files" or (told.kind == "setting" and sequence is not None)
    type_ = get_args(sequence)[0] if sequence and several else choices[0]
    return Argument(parameter.name, type_, told, several, parameter.default, parameter.kind)


def several(given: Any) -> tuple[Any, ...]:
    """One text or path stands for itself, and not for its letters."""
    return (given,) if isinstance(given, str | PathLike) else tuple(given)


def front_door(function: "Callable[Given, Finding[Result]]") -> "Callable[Given, Finding[Result]]":
    """A function of the library: its arguments are checked, and what it finds knows its recipe."""
    signature, arguments = inspect.signature(function), arguments_of(function)

    @functools.wraps(function)
    def called(*args: Given.args, **kwargs: Given.kwargs) -> "Finding[Result]":
        given = signature.bind(*args, **kwargs)
        given.apply_defaults()
        settings: dict[str, Any] = {}
        for argument in arguments:
            is_own = argument.name in given.arguments
            value = given.arguments[argument.name] if is_own else given.kwargs.get(argument.name)
            for one in () if value is None else several(value) if argument.several else (value,):
                if refused := argument.refusal(one):
                    raise ArgumentError(f"{argument.name} {refused}")
            if argument.told.kind == "settings":
                settings |= value or {}
            elif is_own and argument.told.kind in ("setting", "metric"):
                settings[argument.name] = list(several(value)) if argument.several else value
        return function(*args, **kwargs).asked_by(function.__name__, settings)

    # `help` names every argument, with those that are declared elsewhere, and what is said of it.
    shown = [
        inspect.Parameter(one.name, one.place, default=one.default, annotation=one.shown_type)
        for one in arguments
    ]
    called.__signature__ = signature.replace(parameters=sorted(shown, key=lambda one: one.kind))  # type: ignore[attr-defined]
    text = _ARGUMENTS.sub("", inspect.getdoc(function) or "")
    before, *after = re.split(r"^(?=Raises:\n|Examples:\n)", text, maxsplit=1, flags=re.MULTILINE)
    lines = [f"    {one.name}: {one.words}\n" for one in arguments]
    called.__doc__ = "".join([before, "Args:\n", *lines, "\n", *after])
    return called


def paths_of(given: Any) -> tuple[Path, ...]:
    """One path, or several."""
    return tuple(map(Path, several(given)))


def path_of(given: Any) -> Path | None:
    """The path of a file; None for values that are given themselves."""
    return Path(given) if isinstance(given, str | PathLike) else None


def settled_ranking(
    method: Method,
    replicates: int | None,
    speaks_for: SpeaksFor | None,
    unit: BootstrapUnit,
    convention: Convention,
) -> dict[str, Any]:
    """How many resamplings there are and for whom they speak, also where nobody said it."""
    try:
        target = judges_spoken_for(speaks_for, unit, convention)
    except ValueError as error:
        raise ArgumentError(f"speaks_for: {error}") from None
    return {
        "replicates": usual_replicates(method) if replicates is None else replicates,
        "speaks_for": target,
    }


@dataclass(frozen=True, slots=True)
class Selection:
    """Which judgments count, as the arguments of `read_judgments` say."""

    judges: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    first_sentence: int = 0
    systems: SystemChoice = ALL_SYSTEMS
    filter: JudgmentFilter = ALL_JUDGMENTS

    @classmethod
    def of(cls, chosen: Mapping[str, Any]) -> "Selection":
        """Raises ArgumentError for unknown days and zones."""
        listed = {
            name: several(chosen.get(name, ()))
            for name in ("judges", "exclude_judges", "systems", "without", "documents")
        }
        zone = chosen.get("time_zone", "UTC")
        try:
            check_time_zone(zone)
            days = _day(chosen.get("first_day")), _day(chosen.get("last_day"))
            wanted = JudgmentFilter(listed["documents"], *days, zone, chosen.get("least_active_seconds"))
        except ValueError as error:
            raise ArgumentError(str(error)) from None
        systems = SystemChoice(listed["systems"], listed["without"])
        first = chosen.get("first_sentence", 0)
        return cls(listed["judges"], listed["exclude_judges"], first, systems, wanted)

    def counts(self, judge: str) -> bool:
        """Whether a judge is one of the chosen."""
        return (not self.judges or judge in self.judges) and judge not in self.excluded

    @property
    def settings(self) -> dict[str, Any]:
        """As a recipe tells them."""
        return {
            "judges": list(self.judges),
            "excluded_judges": list(self.excluded),
            **self.systems.settings,
            "first_sentence": self.first_sentence,
            **self.filter.settings,
        }


def _day(given: str | date | None) -> date | None:
    try:
        return date.fromisoformat(given) if isinstance(given, str) else given
    except ValueError:
        raise ValueError(f"there is no day {given!r}; expected one such as 2026-03-31") from None
