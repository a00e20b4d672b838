"""Data frames of pandas and polars, which a notebook has and this program does not need."""

import csv
import io
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from rankings.formats.columns import Judgments
from rankings.formats.writing import write_judgments

FRAMES = ("pandas", "polars")
# Columns of our CSV that are no texts: a sentence called 007 stays one.
NUMBERS: dict[str, type] = {
    "judgment": int,
    "rank": int,
    "seconds": float,
    "active_seconds": float,
    "guidelines_version": int,
}


def frame_of(keys: Sequence[str], rows: Sequence[Sequence[Any]], library: str) -> Any:
    """A data frame of rows.

    Raises:
        ValueError: none of `FRAMES`.
        ImportError: it is not installed.
    """
    if library not in FRAMES:
        raise ValueError(f"library {library!r} is not one of {', '.join(FRAMES)}")
    try:
        module = import_module(library)
    except ImportError as error:
        raise ImportError(f"A data frame needs the package {library}: pip install {library}") from error
    return module.DataFrame({key: [row[place] for row in rows] for place, key in enumerate(keys)})


def frame_of_judgments(judgments: Judgments, library: str) -> Any:
    """One row for each judged output, as in our CSV. Raises as `frame_of`."""
    keys, *rows = csv.reader(io.StringIO(write_judgments(judgments, "csv").decode()))
    kinds = [NUMBERS.get(key, str) for key in keys]
    cells = [[kind(cell) if cell else None for kind, cell in zip(kinds, row, strict=True)] for row in rows]
    frame = frame_of(keys, cells, library)
    # Otherwise pandas makes ranks with gaps, for items that were skipped, into 1.0 and 2.0.
    return frame.convert_dtypes() if library == "pandas" else frame


def text_of_frame(source: Any) -> str | None:
    """The CSV of a data frame; None for anything else."""
    if hasattr(source, "to_csv"):  # pandas, where whole numbers with gaps are 1.0 and 2.0
        whole = source.convert_dtypes() if hasattr(source, "convert_dtypes") else source
        text: str = whole.to_csv(index=False)
        return text
    if hasattr(source, "write_csv"):  # polars
        text = source.write_csv()
        return text
    return None
