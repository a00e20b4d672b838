"""The tables and figures of papers; a file of each paper says what is printed and why ours differs."""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pkgutil import resolve_name
from typing import Any

from appraise_gec.reproduction.comparing import (
    Computed,
    ExhibitResult,
    Known,
    Place,
    Reproduction,
    compared,
    missing,
)
from appraise_gec.reproduction.release import EXPECTED, MissingFileError, Release
from rankings.formats.records import FormatError, Problem

PAPERS = ("grundkiewicz2015", "ng2014", "felice2015", "choshen2018")
NO_NUMBER = "-"
LEFT_OUT = "Left out"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A table or figure of a paper, as its file describes it.

    Attributes:
        key, name, title, how, notes: as in `ExhibitResult`.
        compute: the module of `papers` and the function that computes ours, with a colon between them.
        slow: why `quick` leaves it out; "" if it does not.
    """

    key: str
    name: str
    title: str
    how: str
    printed: Mapping[Place, str]
    compute: str
    known: Sequence[Known] = ()
    slow: str = ""
    notes: tuple[str, ...] = ()

    def computed(self, release: Release) -> Computed:
        """Ours, from the released data. Raises MissingFileError where they are not there."""
        made: Callable[[Release], Computed] = resolve_name(f"appraise_gec.reproduction.papers.{self.compute}")
        return made(release)


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper and its exhibits, whose keys begin with its own; `short` is "Ng et al. 2014"."""

    key: str
    short: str
    citation: str
    exhibits: Sequence[Exhibit] = ()


@cache
def papers() -> tuple[Paper, ...]:
    """All papers, as their files describe them."""
    return tuple(map(_paper, PAPERS))


@cache
def printed(key: str) -> Mapping[Place, str]:
    """The printed numbers of an exhibit."""
    return next(one.printed for paper in papers() for one in paper.exhibits if one.key == key)


def grid(text: str, columns: str) -> dict[Place, str]:
    """A printed table as numbers by place.

    Args:
        text: the first word of a line names the row, a number follows for each column; a dash for none.
        columns: names of the columns. `_` in names stands for a blank.
    """
    names = [_name(column) for column in columns.split()]
    lines = [line.split() for line in text.strip().splitlines()]
    return {
        (_name(row), column): number
        for row, *numbers in lines
        for column, number in zip(names, numbers, strict=True)
        if number != NO_NUMBER
    }


def _paper(key: str) -> Paper:
    described = tomllib.loads(
        files("appraise_gec.reproduction.papers").joinpath(f"{key}.toml").read_text("utf-8")
    )
    exhibits: dict[str, Exhibit] = {}
    for one in described.pop("exhibits"):
        exhibits[one["key"]] = _exhibit(one, exhibits)
    return Paper(**described, exhibits=tuple(exhibits.values()))


def _exhibit(described: dict[str, Any], earlier: Mapping[str, Exhibit]) -> Exhibit:
    text, columns = described.pop("printed", ""), described.pop("columns", "")
    same = described.pop("as_in", "")
    known = [
        Known(one["reason"], {(_name(row), _name(column)): ours for row, column, ours in _words(one["ours"])})
        for one in described.pop("known", ())
    ]
    notes = tuple(described.pop("notes", ()))
    numbers = earlier[same].printed if same else grid(text, columns)
    return Exhibit(**described, printed=numbers, known=known, notes=notes)


def _words(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def _name(word: str) -> str:
    return word.replace("_", " ")


def chosen_exhibits(only: Collection[str]) -> dict[str, tuple[Paper, Exhibit]]:
    """The exhibits with these keys, or of papers with these keys; all for none.

    Raises:
        ValueError: nothing has such a key.
    """
    exhibits = {exhibit.key: (paper, exhibit) for paper in papers() for exhibit in paper.exhibits}
    for name in only:
        if not any(name in (key, paper.key) for key, (paper, _) in exhibits.items()):
            raise ValueError(f"there is no table or figure {name!r}; there are {', '.join(exhibits)}")
    return {key: one for key, one in exhibits.items() if not only or {key, one[0].key} & set(only)}


def reproduce(
    release: Release,
    chosen: Mapping[str, tuple[Paper, Exhibit]],
    *,
    quick: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Reproduction:
    """Compute every table and figure and hold it against the print.

    Raises:
        FormatError: a file cannot be read, files do not fit together, or nothing that is needed is there.
    """
    results = []
    for number, (paper, exhibit) in enumerate(chosen.values(), start=1):
        results.append(_reproduced(paper, exhibit, release, quick=quick))
        if progress:
            progress(number / len(chosen))
    if not release.hashes and any(one.reason and not one.reason.startswith(LEFT_OUT) for one in results):
        message = (
            f"None of the released data that are needed is here. Expected {', '.join(EXPECTED)} in it; "
            f"docs/reproduction.md says what lies where."
        )
        raise FormatError(Problem(str(release.folder), message))
    return Reproduction(tuple(results), quick)


def _reproduced(paper: Paper, exhibit: Exhibit, release: Release, *, quick: bool) -> ExhibitResult:
    reason = f"{LEFT_OUT} by --quick: {exhibit.slow}." if quick and exhibit.slow else ""
    try:
        computed = None if reason else exhibit.computed(release)
    except MissingFileError as error:
        computed, reason = None, str(error)
    return ExhibitResult(
        exhibit.key,
        paper.short,
        exhibit.name,
        exhibit.title,
        exhibit.how,
        compared(exhibit.printed, exhibit.known, computed.numbers)
        if computed
        else missing(exhibit.printed, reason),
        computed.charts if computed else (),
        (*exhibit.notes, *(computed.notes if computed else ())),
        reason,
    )
