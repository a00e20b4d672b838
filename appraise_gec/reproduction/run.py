"""Reproduce papers from the released data."""

from collections.abc import Callable, Collection
from pathlib import Path

from appraise_gec.reproduction.exhibits import Exhibit, Paper, compared, missing
from appraise_gec.reproduction.papers import PAPERS
from appraise_gec.reproduction.release import MissingFileError, Release
from appraise_gec.reproduction.results import ExhibitResult, Reproduction

LEFT_OUT = "Left out"
EXHIBITS = {exhibit.key: (paper, exhibit) for paper in PAPERS for exhibit in paper.exhibits}


def chosen_exhibits(only: Collection[str]) -> dict[str, tuple[Paper, Exhibit]]:
    """The exhibits with these keys, or of papers with these keys; all for none.

    Raises:
        ValueError: nothing has such a key.
    """
    for name in only:
        if not any(name in (key, paper.key) for key, (paper, _) in EXHIBITS.items()):
            raise ValueError(f"there is no table or figure {name!r}; there are {', '.join(EXHIBITS)}")
    return {key: one for key, one in EXHIBITS.items() if not only or {key, one[0].key} & set(only)}


def reproduce(
    release: Release,
    *,
    only: Collection[str] = (),
    quick: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Reproduction:
    """Compute every table and figure and hold it against the print.

    Args:
        release: the data.
        only: keys of exhibits or papers; () for all.
        quick: leave out what takes long.
        progress: called with the name of each exhibit when it is finished.

    Raises:
        ValueError: unknown keys.
        FormatError: a file cannot be read, or files do not fit together.
    """
    results = []
    for paper, exhibit in chosen_exhibits(only).values():
        results.append(_reproduced(paper, exhibit, release, quick=quick))
        if progress:
            progress(f"{paper.short}, {exhibit.name}")
    return Reproduction(tuple(results), quick)


def open_release(folder: Path) -> Release:
    """The data in a folder.

    Raises:
        ValueError: it is no folder.
    """
    if not folder.is_dir():
        raise ValueError("expected a folder; docs/reproduction-data.md says what lies where")
    return Release(folder)


def _reproduced(paper: Paper, exhibit: Exhibit, release: Release, *, quick: bool) -> ExhibitResult:
    reason = f"{LEFT_OUT} by --quick: {exhibit.slow}." if quick and exhibit.slow else ""
    try:
        computed = None if reason else exhibit.compute(release)
    except MissingFileError as error:
        computed, reason = None, str(error)
    return ExhibitResult(
        exhibit.key,
        paper.short,
        exhibit.name,
        exhibit.title,
        exhibit.how,
        compared(exhibit, computed.numbers) if computed else missing(exhibit, reason),
        computed.charts if computed else (),
        (*exhibit.notes, *(computed.notes if computed else ())),
        reason,
    )
