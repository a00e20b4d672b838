"""The record of one judgment, which readers make and writers take, and what may be wrong with a file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

# Ranks are kept in 16 bits.
LARGEST_RANK = 32_767
LONGEST_SECONDS = 10**10
# What the database holds.
LARGEST_VERSION = 2**31 - 1

Name = Annotated[str, Meta(min_length=1)]
Names = Annotated[tuple[Name, ...], Meta(min_length=1)]
Rank = Annotated[int, Meta(ge=1, le=LARGEST_RANK)]
Seconds = Annotated[float, Meta(ge=0, lt=LONGEST_SECONDS)]
Version = Annotated[int, Meta(ge=1, le=LARGEST_VERSION)]
Moment = Annotated[datetime, Meta(tz=True)]


class JudgedOutput(Struct, frozen=True, gc=False):
    """One distinct output as a judge saw it, with every system that produced it.

    `rank` counts from 1 (best); ties and gaps are allowed. Only the order of ranks carries meaning.
    """

    systems: Names
    rank: Rank


class Judgment(Struct, frozen=True, gc=False):
    """One judge's answer to one item.

    Attributes:
        judge: name or pseudonym of the judge.
        sentence: identifier of the source sentence (`src-id`: its zero-based line); joins judgments to text.
        outputs: the distinct outputs in file order; empty when the item was skipped.
        item: number of the sampled item (`id`); not unique within a file.
        document: `doc-id` of the item, kept for writing back; never used to join.
        result_set: identifier of the result set (`error-correction-ranking-result/@id`) it came from.
        seconds: wall-clock duration, or None where the format does not record one.
        skipped: the judge saw the item and gave no ranking.
        source_language, target_language: as stated by the result set.
        active_seconds: as `seconds`, without pauses; None where nobody measured it.
        opened_at, submitted_at: when the judge opened the item and handed the answer in, with a time zone;
            None where that is not known.
        guidelines_version: number of the guidelines that the judge had, in the campaign where the judgment
            was made; None where that is not known.
    """

    judge: str
    sentence: str
    outputs: tuple[JudgedOutput, ...] = ()
    item: str = ""
    document: str = ""
    result_set: str = ""
    seconds: Seconds | None = None
    skipped: bool = False
    source_language: str = ""
    target_language: str = ""
    active_seconds: Seconds | None = None
    opened_at: Moment | None = None
    submitted_at: Moment | None = None
    guidelines_version: Version | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with an input, worded so that the person who made the file can fix it.

    Attributes:
        file: the file's name as the person knows it.
        message: what is wrong, what was expected, and what to do, in one sentence or two.
        line: one-based line number, or None where the problem concerns the whole file.
        fatal: whether the input cannot be used as it is. A problem that is not fatal is a warning.
        kind: the same for problems that differ in nothing but their places; empty where that is not known.
    """

    file: str
    message: str
    line: int | None = None
    fatal: bool = True
    kind: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line is not None else self.file
        return f"{place}: {self.message}"


class WithProblems:
    """What was read from files, and what is wrong with them."""

    __slots__ = ()
    problems: Sequence[Problem]

    @property
    def usable(self) -> bool:
        """Whether no problem is fatal."""
        return not any(problem.fatal for problem in self.problems)


def fatal_first(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Problems that make an input unusable, and then warnings, each in the order given."""
    return tuple(sorted(problems, key=lambda problem: not problem.fatal))


class FormatError(ValueError):
    """An input that cannot be read. Carries every problem found, never only the first."""

    def __init__(self, problems: "list[Problem] | Problem") -> None:
        self.problems: list[Problem] = [problems] if isinstance(problems, Problem) else list(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


@dataclass(frozen=True, slots=True)
class OutputSet:
    """The distinct outputs of one sentence: `texts[k]` was produced by exactly the systems `systems[k]`.

    Outputs are in the order of their first system in the order the systems were given.
    """

    texts: tuple[str, ...]
    systems: tuple[tuple[str, ...], ...] = ()

    def __len__(self) -> int:
        return len(self.texts)
