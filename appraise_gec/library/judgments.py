"""Judgments from wherever a notebook has them."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from appraise_gec.library.arguments import several
from appraise_gec.library.frames import frame_library
from rankings.analysis.judgments import JudgmentTable
from rankings.formats.judgments import detect_format, judgment_losses, write_judgments
from rankings.formats.judgments import read_judgments as read_file
from rankings.formats.limits import OWN_FILES
from rankings.formats.records import Judgment
from rankings.formats.same_judgments import duplicate_message
from rankings.formats.system_choice import SystemChoice, restricted, systems_of

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


@dataclass(frozen=True, slots=True, eq=False)
class Judgments:
    """Rankings by judges.

    Attributes:
        records: in the order of their files.
        table: the same as arrays, for `rankings.analysis`.
    """

    records: tuple[Judgment, ...]
    table: JudgmentTable

    @classmethod
    def of(cls, records: Iterable[Judgment]) -> "Judgments":
        """Raises ValueError for none, and for rankings that no table can hold."""
        kept = tuple(records)
        if not kept:
            raise ValueError("no judgment is left")
        return cls(kept, JudgmentTable.from_judgments(kept))

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
    read: list[list[Judgment]] = []
    for number, source in enumerate(sources, start=1):
        name = _name(source, number)
        records = _records(source, name)
        for place, earlier in enumerate(read, start=1):
            if message := duplicate_message(records, _name(sources[place - 1], place), earlier):
                raise ValueError(f"{name}: {message}")
        read.append(records)
    joined = [record for records in read for record in records]
    if not joined:
        raise ValueError(
            f"there are no judgments in {', '.join(map(_name, sources, range(1, len(sources) + 1)))}"
        )
    known = {record.judge for record in joined}
    if unknown := [judge for judge in (*judges, *exclude_judges) if judge not in known]:
        raise ValueError(f"no judge is called {unknown[0]}; judges are {', '.join(sorted(known))}")
    wanted = set(judges or known) - set(exclude_judges)
    joined = [record for record in joined if record.judge in wanted]
    choice = SystemChoice(several(systems), several(without))
    if choice:
        joined = restricted(joined, choice.among(systems_of(joined)))
    return Judgments.of(joined)


def taken(judgments: "Judgments | JudgmentTable | Source") -> JudgmentTable:
    """The table of whatever an analysis is given."""
    if isinstance(judgments, JudgmentTable):
        return judgments
    return (judgments if isinstance(judgments, Judgments) else read_judgments(judgments)).table


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
