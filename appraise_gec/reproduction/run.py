"""Reproduce papers from the released data."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from appraise_gec.reproduction.comparing import compared, missing
from appraise_gec.reproduction.exhibits import Exhibit, Paper, papers
from appraise_gec.reproduction.release import EXPECTED, MissingFileError, Release, near
from appraise_gec.reproduction.results import ExhibitResult, Reproduction
from rankings.formats.records import FormatError, Problem

LEFT_OUT = "Left out"


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

    Args:
        release: the data.
        chosen: of `chosen_exhibits`.
        quick: leave out what takes long.
        progress: called with the share that is done.

    Raises:
        FormatError: a file cannot be read, files do not fit together, or nothing that is needed is there.
    """
    results = []
    for number, (paper, exhibit) in enumerate(chosen.values(), start=1):
        results.append(_reproduced(paper, exhibit, release, quick=quick))
        if progress:
            progress(number / len(chosen))
    if not release.hashes and any(one.reason and not one.reason.startswith(LEFT_OUT) for one in results):
        found = near(release.folder)
        hint = f" They seem to lie in {found}." if found else ""
        message = (
            f"None of the released data that are needed is here. Expected {', '.join(EXPECTED)} in it; "
            f"docs/reproduction.md says what lies where.{hint}"
        )
        raise FormatError(Problem(str(release.folder), message))
    return Reproduction(tuple(results), quick)


def open_release(folder: Path) -> Release:
    """The data in a folder.

    Raises:
        ValueError: it is no folder.
    """
    if not folder.is_dir():
        raise ValueError("expected a folder; docs/reproduction.md says what lies where")
    return Release(folder)


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
