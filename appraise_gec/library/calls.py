"""The call of a command that repeats what a function of the library was asked."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from appraise_gec.library.arguments import Argument, arguments_of, path_of, several
from appraise_gec.library.judgments import read_judgments


def call_of(function: Callable[..., Any], given: Mapping[str, Any]) -> list[str]:
    """A call of a command as it can be repeated: files by their names, without where the result goes."""
    return ["appraise-gec", function.__name__.replace("_", "-"), *_words(arguments_of(function), given)]


def _words(arguments: Sequence[Argument], given: Mapping[str, Any]) -> Iterator[str]:
    for argument in arguments:
        kind, value = argument.told.kind, given.get(argument.name)
        if kind == "selection":
            yield from _words(arguments_of(read_judgments)[1:], value or {})
        elif kind in ("target", "progress") or value in (None, (), argument.default):
            continue
        else:
            option = [argument.told.option or f"--{argument.name.replace('_', '-')}"]
            for one in several(value) if argument.several else (value,):
                path = path_of(one) if kind in ("file", "files") else None
                if argument.place == inspect.Parameter.KEYWORD_ONLY:
                    yield from option
                if one is not True:
                    yield path.name or str(path) if path else str(one)
