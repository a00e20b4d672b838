"""Collect what is wrong with one file: all of it, spelled out up to a limit and counted beyond it."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import PurePath

from appraise_gec.words import plural, visible
from rankings.formats.records import FormatError, Problem

# Lines, or other files, that a warning about many of them names.
NAMED_LINES = 10
NAMED_FILES = 10


class Findings:
    """The problems of one file. Fatal ones and warnings are capped separately, so neither hides the other."""

    def __init__(self, file: str, limit: int) -> None:
        self.file = file
        self.limit = limit
        self._kept: list[Problem] = []
        self._counts = {True: 0, False: 0}
        self._of_kind: Counter[str] = Counter()
        self._first_of_kind: dict[int, str] = {}
        self._lines_of_kind: dict[str, list[int]] = {}

    @property
    def fatal(self) -> bool:
        """Whether any problem so far makes the file unusable."""
        return self._counts[True] > 0

    @property
    def full(self) -> bool:
        """Whether further fatal problems would only be counted."""
        return self._counts[True] >= self.limit

    def error(self, message: str, line: int | None = None, *, kind: str = "") -> None:
        """Report something that must be fixed before the file can be used.

        Where one cause gives thousands of like problems, name its `kind`: the first is spelled out, with the
        number of the others.
        """
        if kind:
            self._of_kind[kind] += 1
            if self._of_kind[kind] > 1:
                return
            if not self.full:
                self._first_of_kind[len(self._kept)] = kind
        self._add(message, line, fatal=True)

    def warn(self, message: str, line: int | None = None, *, kind: str = "") -> None:
        """Report something that the person should check and may leave unchanged.

        Where the same may be true of many lines, name its `kind`: the first is spelled out, the others are
        counted, with the lines of the first few.
        """
        if kind:
            lines = self._lines_of_kind.setdefault(kind, [])
            self._of_kind[kind] += 1
            if self._of_kind[kind] > 1:
                if line is not None and line not in lines and len(lines) < NAMED_LINES:
                    lines.append(line)
                return
            if self._counts[False] < self.limit:
                self._first_of_kind[len(self._kept)] = kind
        self._add(message, line, fatal=False)

    def problems(self) -> list[Problem]:
        """Every problem in the order found; where some were only counted, a last one says how many."""
        problems = list(self._kept)
        for place, kind in self._first_of_kind.items():
            message, more = problems[place].message, self._of_kind[kind] - 1
            if more:
                message = " ".join([message, self._more_places(kind, more)])
            problems[place] = replace(problems[place], message=message, kind=kind, places=more + 1)
        for fatal in (True, False):
            rest = self._counts[fatal] - self.limit
            if rest > 0:
                problems.append(Problem(self.file, _not_listed(rest, fatal=fatal), fatal=fatal))
        return problems

    def _more_places(self, kind: str, more: int) -> str:
        """How many more places there are, and on which lines."""
        lines = self._lines_of_kind.get(kind, [])
        if not lines:
            return plural(more, "The file has {n} more such place.", "The file has {n} more such places.")
        named = ", ".join(map(str, lines))
        if len(lines) == 1:
            return plural(
                more,
                "The file has {n} more such place: line {lines}.",
                "The file has {n} more such places: line {lines}.",
                lines=named,
            )
        if more > len(lines) == NAMED_LINES:
            return plural(
                more,
                "The file has {n} more such place: lines {lines} and others.",
                "The file has {n} more such places: lines {lines} and others.",
                lines=named,
            )
        return plural(
            more,
            "The file has {n} more such place: lines {lines}.",
            "The file has {n} more such places: lines {lines}.",
            lines=named,
        )

    def raise_if_fatal(self) -> None:
        """Raise `FormatError` with every problem, warnings included, if one of them is fatal."""
        if self.fatal:
            raise FormatError(self.problems())

    def _add(self, message: str, line: int | None, *, fatal: bool) -> None:
        self._counts[fatal] += 1
        if self._counts[fatal] <= self.limit:
            self._kept.append(Problem(self.file, message, line, fatal))


def _not_listed(rest: int, *, fatal: bool) -> str:
    if fatal:
        return plural(
            rest, "{n} more problem of this file not listed.", "{n} more problems of this file not listed."
        )
    return plural(
        rest, "{n} more warning of this file not listed.", "{n} more warnings of this file not listed."
    )


def with_folder(file: str) -> str:
    """A file with the folder that it lies in: files of several folders often share their names."""
    return "/".join(PurePath(file).parts[-2:])


def without_folder(file: str) -> str:
    return PurePath(file).name


def one_of_each_kind(warnings: Iterable[Problem], named: Callable[[str], str] = with_folder) -> list[Problem]:
    """The first warning of each kind; where other files have such places, too, it says how many and where.

    Warnings without a kind, and what is fatal, all stay. `named` names the other files.
    """
    kept: list[Problem] = []
    groups: dict[str, list[Problem]] = {}
    for warning in warnings:
        if warning.fatal or not warning.kind or warning.kind not in groups:
            kept.append(warning)
        if warning.kind and not warning.fatal:
            groups.setdefault(warning.kind, []).append(warning)
    return [
        _with_others(warning, groups[warning.kind][1:], named)
        if warning.kind and not warning.fatal
        else warning
        for warning in kept
    ]


def _with_others(first: Problem, others: list[Problem], named: Callable[[str], str]) -> Problem:
    if not others:
        return first
    more = sum(warning.places for warning in others)
    files = list(dict.fromkeys(warning.file for warning in others))
    names = list(dict.fromkeys(named(file) for file in files))
    listed = ", ".join(names[:NAMED_FILES])
    if len(names) > NAMED_FILES:
        listed = f"{listed} and {figure(len(names) - NAMED_FILES)} more"
    such = plural(
        len(files),
        "{n} more file has {places}: {files}.",
        "{n} more files have {places}: {files}.",
        places=plural(more, "{n} such place", "{n} such places"),
        files=listed,
    )
    return replace(first, message=" ".join([first.message, such]), places=first.places + more)


def figure(number: int) -> str:
    """A whole number for a message, with the separators of its reader."""
    return f"{number:,}"


def quoted(text: str, most: int = 60) -> str:
    """`text` between quotation marks for a message: shortened, and with nothing invisible in it."""
    shown = text if len(text) <= most else text[: most - 1] + "…"
    return f'"{visible(shown)}"'
