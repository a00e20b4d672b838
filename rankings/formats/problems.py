"""How much of a file is read before it is refused, and what is wrong with it, spelled out up to a limit."""

import sys
from collections import defaultdict
from dataclasses import dataclass, fields, replace

from appraise_gec.words import plural, visible
from rankings.formats.records import FormatError, Problem

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what the readers accept. Every field counts and must be at least 1.

    The defaults leave room for the largest public test sets (some 100,000 sentences, some 100 systems) and
    keep a hostile upload from filling memory.
    """

    file_bytes: int = 64 * MIB  # after decompression, as total_bytes
    total_bytes: int = 256 * MIB  # of all files of one upload
    files: int = 500  # in one upload, members of archives included
    compression_ratio: int = 200  # of one member of an archive
    lines: int = 200_000
    line_characters: int = 20_000
    name_characters: int = 64  # of the name of an uploaded system
    identifier_characters: int = 255  # of any other name: judges, items, documents
    judgments: int = 500_000
    outputs_per_item: int = 200
    problems: int = 100  # spelled out per file; the rest is counted

    def __post_init__(self) -> None:
        for limit in fields(self):
            if getattr(self, limit.name) < 1:
                raise ValueError(
                    f"the limit {limit.name} must be at least 1, not {getattr(self, limit.name)}"
                )


DEFAULT_LIMITS = Limits()


# For people's own files on their own computer: as many judgments as there are. What only a hostile or broken
# file exceeds (names, outputs of one item) stays bounded.
OWN_FILES = Limits(file_bytes=sys.maxsize, judgments=sys.maxsize)


# Lines that a problem with many places names.
NAMED_LINES = 10


class Findings:
    """The problems of one file. Fatal ones and warnings are capped separately, so neither hides the other."""

    def __init__(self, file: str, limit: int) -> None:
        self.file = file
        self.limit = limit
        self._kept: list[Problem] = []
        self._counts = {True: 0, False: 0}
        self._lines_of_kind: dict[tuple[str, bool], list[int | None]] = defaultdict(list)

    @property
    def fatal(self) -> bool:
        """Whether any problem so far makes the file unusable."""
        return self._counts[True] > 0

    def error(self, message: str, line: int | None = None, *, kind: str = "") -> None:
        """Report something that must be fixed before the file can be used.

        Where one cause gives thousands of like problems, name its `kind`: the first is spelled out, with the
        number of the others and the lines of some.
        """
        self._add(message, line, kind, fatal=True)

    def warn(self, message: str, line: int | None = None, *, kind: str = "") -> None:
        """Report something that the person should check and may leave unchanged; `kind` as for errors."""
        self._add(message, line, kind, fatal=False)

    def problems(self) -> list[Problem]:
        """Every problem in the order found; where some were only counted, a last one says how many."""
        problems = [self._with_further_places(problem) for problem in self._kept]
        for fatal, what in ((True, "problem"), (False, "warning")):
            rest = self._counts[fatal] - self.limit
            if rest > 0:
                one, many = (f"{{n}} more {what}{s} of this file not listed." for s in ("", "s"))
                problems.append(Problem(self.file, plural(rest, one, many), fatal=fatal))
        return problems

    def raise_if_fatal(self) -> None:
        """Raise `FormatError` with every problem, warnings included, if one of them is fatal."""
        if self.fatal:
            raise FormatError(self.problems())

    def _add(self, message: str, line: int | None, kind: str, *, fatal: bool) -> None:
        if kind:
            lines = self._lines_of_kind[kind, fatal]
            lines.append(line)
            if len(lines) > 1:
                return
        self._counts[fatal] += 1
        if self._counts[fatal] <= self.limit:
            self._kept.append(Problem(self.file, message, line, fatal, kind))

    def _with_further_places(self, problem: Problem) -> Problem:
        more = self._lines_of_kind[problem.kind, problem.fatal][1:] if problem.kind else []
        if not more:
            return problem
        lines = [f"{line}" for line in dict.fromkeys(more) if line not in (None, problem.line)]
        where = f": line{'s' if len(lines) > 1 else ''} {', '.join(lines[:NAMED_LINES])}" if lines else ""
        others = " and others" if len(lines) > NAMED_LINES else ""
        such = plural(len(more), "The file has {n} more such place", "The file has {n} more such places")
        return replace(problem, message=f"{problem.message} {such}{where}{others}.")


def figure(number: int) -> str:
    """A whole number for a message, with separators."""
    return f"{number:,}"


def quoted(text: str, most: int = 60) -> str:
    """`text` between quotation marks for a message: shortened, and with nothing invisible in it."""
    shown = text if len(text) <= most else text[: most - 1] + "…"
    return f'"{visible(shown)}"'
