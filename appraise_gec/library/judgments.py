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
from appraise_gec.library.frames import frame_library
from appraise_gec.library.inputs import InputFiles
from appraise_gec.library.judgment_files import (
    Evaluation,
    ReadFile,
    check_choices,
    filter_notes,
    filtering_of,
)
from appraise_gec.library.selection import ALL, Selection, selection_of
from rankings.analysis.judgments import JudgmentTable
from rankings.formats.judgments import detect_format, judgment_losses, write_judgments
from rankings.formats.judgments import read_judgments as read_file
from rankings.formats.limits import OWN_FILES
from rankings.formats.records import Judgment, Problem
from rankings.formats.same_judgments import duplicate_message
from rankings.formats.system_choice import restricted, systems_of
from rankings.items.sentence_numbers import renumbered

Source = Any
"""A path, an open file, bytes, a data frame of pandas or polars, or a list of `Judgment`."""
JudgmentsGiven = Annotated[Any, Told(metavar="JUDGMENTS...", kind="judgments")]
"""`Judgments`, a `JudgmentTable`, or a source of them."""

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
        records: in the order of their files.
        table: the same as arrays, for `rankings.analysis`.
        selection: how they were chosen.
        warnings: what a reader should look at.
    """

    records: tuple[Judgment, ...]
    table: JudgmentTable
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
        return len(self.records)

    def __repr__(self) -> str:
        parts = [
            f"{len(self):,} ranking{'' if len(self) == 1 else 's'}",
            f"{len(self.systems):,} system{'' if len(self.systems) == 1 else 's'}",
            f"{len(self.judges):,} judge{'' if len(self.judges) == 1 else 's'}",
            f"{len(self.sentences):,} sentence{'' if len(self.sentences) == 1 else 's'}",
        ]
        return f"Judgments: {', '.join(parts)}"

    def to_dataframe(self, library: str = "pandas") -> Any:
        """One row for each judged output, as in our CSV. Raises ImportError where the library is missing."""

        text = write_judgments(self.records, "csv").decode()
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
        path.write_bytes(write_judgments(self.records, chosen))
        return path

    def losses(self, format: str) -> list[str]:
        """What a file of this format would not hold, in sentences."""
        return [str(loss) for loss in judgment_losses(self.records, format)]


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
    read: list[list[Judgment]] = []
    for name, source in zip(names, sources, strict=True):
        records = renumbered(_records(source, name), first_sentence)
        for earlier, known in zip(names, read, strict=False):
            if message := duplicate_message(records, earlier, known):
                raise ValueError(f"{name}: {message}")
        read.append(records)
    joined = [record for records in read for record in records]
    if not joined:
        raise ValueError(f"there are no judgments in {', '.join(names)}")
    known_judges = {record.judge for record in joined}
    if selection.systems:
        joined = restricted(joined, selection.systems.among(systems_of(joined)))
    filtering = filtering_of(selection)
    joined = [record for record in filtering.of(joined) if selection.counts(record.judge)]
    check_choices(selection, known_judges, filtering)
    if not joined:
        raise ValueError("no judgment is left")
    notes = tuple(filter_notes(", ".join(names), filtering))
    return Judgments(tuple(joined), JudgmentTable.from_judgments(joined), selection, notes)


def taken(judgments: "Evaluation | Judgments | JudgmentTable | Source") -> Evaluation:
    """The judgments of whatever an analysis is given, with what was chosen and is to be said of them."""
    if isinstance(judgments, Evaluation):
        return judgments
    if not isinstance(judgments, JudgmentTable | Judgments):
        judgments = read_judgments(judgments)
    if isinstance(judgments, JudgmentTable):
        judgments = Judgments((), judgments)
    return Evaluation(
        judgments.table,
        (ReadFile("judgments", list(judgments.records), ""),),
        judgments.systems,
        judgments.selection,
        InputFiles(),
        "judgments",
        judgments.warnings,
        filtering_of(judgments.selection),
    )


def _records(source: Source, name: str) -> list[Judgment]:
    if isinstance(source, Judgments):
        return list(source.records)
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
    return records


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
