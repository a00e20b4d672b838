"""Judgments from wherever a notebook has them."""

import csv
import io
from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from appraise_gec.library.arguments import several
from appraise_gec.library.frames import frame_library
from rankings.formats.columns import Judgments
from rankings.formats.held_twice import all_held
from rankings.formats.judgments import detect_format, judgment_losses, write_judgments
from rankings.formats.judgments import read_judgments as read_file
from rankings.formats.limits import OWN_FILES
from rankings.formats.records import Judgment
from rankings.formats.system_choice import SystemChoice

Source = Any
"""A path, an open file, bytes, a data frame of pandas or polars, or a list of `Judgment`."""

ENDINGS = {
    ".xml": "xml",
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".tsv": "pairs-tsv",
}


LEAST_COLUMNS = ("judgment", "judge", "sentence", "systems", "rank")
# Columns of our CSV that are no texts: a sentence called 007 stays one.
NUMBERS: dict[str, type] = {
    "judgment": int,
    "rank": int,
    "seconds": float,
    "active_seconds": float,
    "guidelines_version": int,
}


def read_judgments(
    *sources: Source,
    judges: Sequence[str] | str = (),
    exclude_judges: Sequence[str] | str = (),
    systems: Sequence[str] | str = (),
    without: Sequence[str] | str = (),
) -> Judgments:
    """Judgments in any known format, recognised by content and joined.

    Args:
        sources: at least one. A data frame has the columns of one of the CSV formats (docs/formats.md).
        judges: the only ones to keep; all if empty.
        exclude_judges: not to keep.
        systems: the only ones to keep; all if empty.
        without: systems to leave out.

    Raises:
        FormatError: with every problem of a source, each with its line.
        ValueError: no source, the same judgments twice, an unknown judge or system, or nothing left.
        OSError: a file cannot be read.
    """
    if not sources:
        raise ValueError("expected at least one source of judgments")
    judges, exclude_judges = several(judges), several(exclude_judges)
    read: list[Judgments] = []
    names = list(map(_name, sources, range(1, len(sources) + 1)))
    for name, source in zip(names, sources, strict=True):
        one = _read(source, name)
        for place, earlier in enumerate(read):
            if all_held(one, earlier) or all_held(earlier, one):
                raise ValueError(f"{name}: it holds judgments of {names[place]}, which would count twice")
        read.append(one)
    joined = read[0].join(*read[1:])
    if not len(joined):
        raise ValueError(f"there are no judgments in {', '.join(names)}")
    known = joined.judges
    if unknown := [judge for judge in (*judges, *exclude_judges) if judge not in known]:
        raise ValueError(f"no judge is called {unknown[0]}; judges are {', '.join(sorted(known))}")
    joined = joined.of_judges(set(judges or known) - set(exclude_judges))
    choice = SystemChoice(several(systems), several(without))
    if choice:
        joined = joined.of_systems(choice.among(joined.named_systems)).without_empty_rows(joined)
    if not len(joined):
        raise ValueError("no judgment is left")
    return joined


def taken(judgments: Source) -> Judgments:
    """The judgments that an analysis is given."""
    return judgments if isinstance(judgments, Judgments) else read_judgments(judgments)


def to_dataframe(judgments: Judgments, library: str = "pandas") -> Any:
    """One row for each judged output, as in our CSV. Raises ImportError where the library is missing."""
    text = write_judgments(judgments, "csv").decode()
    keys, *rows = csv.reader(io.StringIO(text))
    columns = {
        key: [NUMBERS.get(key, str)(row[place]) if row[place] else None for row in rows]
        for place, key in enumerate(keys)
    }
    frame = frame_library(library).DataFrame(columns)
    # Otherwise pandas makes ranks with gaps, for items that were skipped, into 1.0 and 2.0.
    return frame.convert_dtypes() if library == "pandas" else frame


def save(judgments: Judgments, path: str | PathLike[str], format: str = "") -> Path:
    """Write a file; the format is told by the ending unless given, one of `FORMATS`.

    Raises:
        ValueError: an ending without a format.
        FormatError: what the format cannot hold.
    """
    path = Path(path)
    chosen = format or ENDINGS.get(path.suffix.lower(), "")
    if not chosen:
        raise ValueError(f"{path.name} has no known ending; expected one of {', '.join(ENDINGS)}")
    path.write_bytes(write_judgments(judgments, chosen))
    return path


def losses(judgments: Judgments, format: str) -> list[str]:
    """What a file of this format would not hold of them, in words."""
    return [loss.what for loss in judgment_losses(judgments, format)]


def _read(source: Source, name: str) -> Judgments:
    if isinstance(source, Judgments):
        return source
    if isinstance(source, str | PathLike):
        with Path(source).open("rb") as stream:
            return read_file(stream, name, OWN_FILES)
    if isinstance(source, io.TextIOBase):
        return read_file(source.read().encode(), name, OWN_FILES)
    if isinstance(source, bytes) or hasattr(source, "read"):
        return read_file(source, name, OWN_FILES)
    if (text := text_of_frame(source)) is not None:
        content = text.encode()
        if detect_format(content) is None:
            raise ValueError(
                f"{name}: a data frame with the columns {', '.join(map(str, source.columns)) or '(none)'}; "
                f"expected {', '.join(LEAST_COLUMNS)}, or the columns of another CSV format of judgments"
            )
        return read_file(content, name, OWN_FILES)
    if not isinstance(source, Iterable):
        raise TypeError(
            f"{name}: expected a path, an open file, bytes, a data frame or a list of judgments, "
            f"not {type(source).__name__}"
        )
    records = list(source)
    if wrong := [record for record in records if not isinstance(record, Judgment)]:
        if isinstance(wrong[0], str | PathLike):
            raise ValueError(f"{name}: a list of files; give each as an argument: read_judgments(*files)")
        raise ValueError(f"{name}: expected judgments, found {type(wrong[0]).__name__}")
    return Judgments.of(records)


def text_of_frame(source: Source) -> str | None:
    """The CSV of a data frame; None for anything else."""
    if hasattr(source, "to_csv"):  # pandas, where whole numbers with gaps are 1.0 and 2.0
        whole = source.convert_dtypes() if hasattr(source, "convert_dtypes") else source
        text: str = whole.to_csv(index=False)
        return text
    if hasattr(source, "write_csv"):  # polars
        text = source.write_csv()
        return text
    return None


def _name(source: Source, number: int) -> str:
    """For messages."""
    if isinstance(source, str | PathLike):
        return Path(source).name
    return str(getattr(source, "name", "") or f"source {number}")
