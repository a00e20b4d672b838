"""Problems of files, as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rankings.formats.records import Problem

PROBLEMS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class FileProblems:
    """The problems of one file: the first ones, and how many more there are."""

    file: str
    shown: tuple[Problem, ...]
    more: int


def group_problems(problems: Sequence[Problem]) -> tuple[FileProblems, ...]:
    """Problems by file in the order in which the files appear, capped per file."""
    order = {name: place for place, name in reversed(list(enumerate(problem.file for problem in problems)))}
    ordered = sorted(problems, key=lambda problem: order[problem.file])
    groups = []
    for file, members in groupby(ordered, key=lambda problem: problem.file):
        of_file = tuple(members)
        shown = of_file[:PROBLEMS_SHOWN]
        groups.append(FileProblems(file, shown, len(of_file) - len(shown)))
    return tuple(groups)
