"""Judgments from wherever a notebook has them."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from appraise_gec.library.arguments import Names, Told, several
from appraise_gec.library.inputs import InputFiles
from appraise_gec.library.judgment_files import Chosen, Evaluation, ReadFile, choose, filter_notes
from appraise_gec.library.selection import ALL, Selection, selection_of
from rankings.formats.columns import Judgments as Columns
from rankings.formats.filtering import filtered
from rankings.formats.held_twice import all_held
from rankings.formats.judgments import detect_format, judgment_losses, write_judgments
from rankings.formats.judgments import read_judgments as read_file
from rankings.formats.limits import OWN_FILES
from rankings.formats.records import Judgment, Problem
from rankings.items.sentence_numbers import renumbered

Source = Any
"""A path, an open file, bytes, a data frame of pandas or polars, or a list of `Judgment`."""
JudgmentsGiven = Annotated[Any, Told(metavar="JUDGMENTS...", kind="judgments")]
"""`Judgments`, columns of them, or a source of them."""

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


@dataclass(frozen=True, slots=True, eq=False)
class Judgments:
    """Rankings by judges.

    Attributes:
        table: as columns, in the order of their files, for `rankings.analysis`; going over it gives records.
        selection: how they were chosen.
        warnings: what a reader should look at.
    """

    table: Columns
    selection: Selection = ALL
    warnings: tuple[Problem, ...] = ()

    @property
    def systems(self) -> tuple[str, ...]:
        return self.table.systems

    @property
    def judges(self) -> tuple[str, ...]:
        return self.table.judges

    @property
    def sentences(self) -> tuple[str, ...]:
        return self.table.sentences

    def __len__(self) -> int:
        return len(self.table)

    def __repr__(self) -> str:
        return repr(self.table)

    def to_dataframe(self, library: str = "pandas") -> Any:
        """One row for each judged output, as in our CSV. Raises ImportError where the library is missing."""

        from appraise_gec.library.frames import frame_library

        text = write_judgments(self.table, "csv").decode()
        keys, *rows = csv.reader(io.StringIO(text))
        columns = {
            key: [NUMBERS.get(key, str)(row[place]) if row[place] else None for row in rows]
            for place, key in enumerate(keys)
        }
        frame = frame_library(library).DataFrame(columns)
        # Otherwise pandas makes ranks with gaps, for items that were skipped, into 1.0 and 2.0.
        return frame.convert_dtypes() if library == "pandas" else frame

    def save(self, path: str | PathLike[str], format: str = "") -> Path:
        """Write a file; the format is told by the ending unless given, one of `FORMATS`.

        Raises:
            ValueError: an ending without a format.
            FormatError: what the format cannot hold.
        """
        path = Path(path)
        chosen = format or ENDINGS.get(path.suffix.lower(), "")
        if not chosen:
            raise ValueError(f"{path.name} has no known ending; expected one of {', '.join(ENDINGS)}")
        path.write_bytes(write_judgments(self.table, chosen))
        return path

    def losses(self, format: str) -> list[str]:
        """What a file of this format would not hold, in words."""
        return [loss.what for loss in judgment_losses(self.table, format)]


def read_judgments(
    *sources: Source,
    judges: Annotated[Sequence[str] | str, Told("--judge", "JUDGE")] = (),
    exclude_judges: Annotated[Sequence[str] | str, Told("--exclude-judge", "JUDGE")] = (),
    systems: Names = (),
    without: Names = (),
    documents: Annotated[Sequence[str] | str, Told("--only-document", "NAME")] = (),
    first_day: Annotated[str | date | None, Told(metavar="YYYY-MM-DD")] = None,
    last_day: Annotated[str | date | None, Told(metavar="YYYY-MM-DD")] = None,
    time_zone: Annotated[str, Told(metavar="NAME")] = "UTC",
    least_active_seconds: Annotated[float | None, Told(metavar="S")] = None,
    first_sentence: Annotated[int, Told(least=-1, most=1)] = 0,
) -> Judgments:
    """Judgments in any known format, recognised by content and joined.

    Args:
        sources: at least one. A data frame has the columns of one of the CSV formats (docs/formats.md).
        judges: only this judge.
        exclude_judges: not this judge.
        systems: only these systems.
        without: not these systems.
        documents: only judgments of this document.
        first_day: only judgments of this day and later.
        last_day: only judgments of this day and earlier.
        time_zone: of these days, such as Europe/Berlin.
        least_active_seconds: only judgments made in at least this active time; those without a known time
            count.
        first_sentence: number of the first sentence in the judgments.

    Raises:
        FormatError: with every problem of a source, each with its line.
        ValueError: no source, the same judgments twice, an unknown judge or system, or nothing left.
        OSError: a file cannot be read.
    """
    if not sources:
        raise ValueError("expected at least one source of judgments")
    selection = selection_of(
        (),
        judges=several(judges),
        exclude_judges=several(exclude_judges),
        systems=several(systems),
        without=several(without),
        documents=several(documents),
        first_day=first_day,
        last_day=last_day,
        time_zone=time_zone,
        least_active_seconds=least_active_seconds,
        first_sentence=first_sentence,
    )
    names = [_name(source, number) for number, source in enumerate(sources, start=1)]
    read: list[Columns] = []
    for name, source in zip(names, sources, strict=True):
        judgments = renumbered(_columns(source, name), first_sentence)
        for earlier, known in zip(names, read, strict=False):
            if all_held(judgments, known) or all_held(known, judgments):
                raise ValueError(f"{name}: it holds judgments of {earlier}, which would count twice")
        read.append(judgments)
    joined = read[0].join(*read[1:])
    if not len(joined):
        raise ValueError(f"there are no judgments in {', '.join(names)}")
    chosen = choose(joined, selection)
    table = chosen.of_chosen_judges(selection)
    if not len(table):
        raise ValueError("no judgment is left")
    return Judgments(table, selection, tuple(filter_notes(", ".join(names), selection, chosen.filtered)))


def taken(judgments: "Evaluation | Judgments | Columns | Source") -> Evaluation:
    """The judgments of whatever an analysis is given, with what was chosen and is to be said of them."""
    if isinstance(judgments, Evaluation):
        return judgments
    if isinstance(judgments, Columns):
        judgments = Judgments(judgments)
    elif not isinstance(judgments, Judgments):
        judgments = read_judgments(judgments)
    table, selection = judgments.table, judgments.selection
    chosen = Chosen(
        table,
        (ReadFile("judgments", table, ""),),
        table.named_systems,
        filtered(table, selection.filter),
    )
    return Evaluation(table, chosen, selection, InputFiles(), "judgments", judgments.warnings)


def _columns(source: Source, name: str) -> Columns:
    if isinstance(source, Judgments | Columns):
        return source.table if isinstance(source, Judgments) else source
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
    return Columns.of(records)


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
