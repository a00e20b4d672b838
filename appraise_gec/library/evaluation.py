"""Judgments with where they come from and how they were chosen."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from appraise_gec.library.arguments import ArgumentError, several
from appraise_gec.library.finding import Finding, frame_library
from appraise_gec.library.inputs import STANDARD_INPUT, InputFiles
from rankings.formats.columns import Judgments
from rankings.formats.filtering import ALL_JUDGMENTS, Document, JudgmentFilter, check_time_zone
from rankings.formats.judgments import judgment_losses, write_judgments
from rankings.formats.records import Problem
from rankings.formats.system_choice import ALL_SYSTEMS, SystemChoice

if TYPE_CHECKING:
    from appraise_gec.present.blocks import Section
    from rankings.analysis.methods import Method

Result = TypeVar("Result")

ENDINGS = {".xml": "xml", ".csv": "csv", ".json": "json", ".jsonl": "jsonl", ".tsv": "pairs-tsv"}
# Columns of our CSV that are no texts: a sentence called 007 stays one.
NUMBERS: dict[str, type] = {
    "judgment": int,
    "rank": int,
    "seconds": float,
    "active_seconds": float,
    "guidelines_version": int,
}


@dataclass(frozen=True, slots=True)
class Selection:
    """Which judgments count, as the arguments of `read_judgments` say."""

    judges: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    first_sentence: int = 0
    systems: SystemChoice = ALL_SYSTEMS
    filter: JudgmentFilter = ALL_JUDGMENTS

    @classmethod
    def of(cls, chosen: Mapping[str, Any]) -> "Selection":
        """Raises ArgumentError for unknown days and zones."""
        listed = {
            name: several(chosen.get(name, ()))
            for name in ("judges", "exclude_judges", "systems", "without", "documents")
        }
        zone = chosen.get("time_zone", "UTC")
        try:
            check_time_zone(zone)
            days = _day(chosen.get("first_day")), _day(chosen.get("last_day"))
            wanted = JudgmentFilter(listed["documents"], *days, zone, chosen.get("least_active_seconds"))
        except ValueError as error:
            raise ArgumentError(str(error)) from None
        systems = SystemChoice(listed["systems"], listed["without"])
        first = chosen.get("first_sentence", 0)
        return cls(listed["judges"], listed["exclude_judges"], first, systems, wanted)

    def counts(self, judge: str) -> bool:
        """Whether a judge is one of the chosen."""
        return (not self.judges or judge in self.judges) and judge not in self.excluded

    @property
    def settings(self) -> dict[str, Any]:
        """As a recipe tells them."""
        return {
            "judges": list(self.judges),
            "excluded_judges": list(self.excluded),
            **self.systems.settings,
            "first_sentence": self.first_sentence,
            **self.filter.settings,
        }


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A source as it was read, under the name that problems use, and its path where it is a file."""

    name: str
    judgments: Judgments
    path: Path | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """Judgments, and where they come from.

    Attributes:
        table: the judgments that count, as columns for `rankings.analysis`; going over it gives records.
        whole: the same with those of judges who do not count.
        sources: what was read.
        selection: how they were chosen.
        left_out: what filters left out.
        inputs: the files that were read.
        warnings: what a reader should look at.
    """

    table: Judgments
    whole: Judgments
    sources: tuple[ReadSource, ...]
    selection: Selection
    left_out: Document
    inputs: InputFiles
    warnings: tuple[Problem, ...]

    @property
    def systems(self) -> tuple[str, ...]:
        return self.table.systems

    @property
    def judges(self) -> tuple[str, ...]:
        return self.table.judges

    @property
    def sentences(self) -> tuple[str, ...]:
        return self.table.sentences

    @property
    def place(self) -> str:
        """The name of all sources together in problems."""
        return ", ".join(one.name for one in self.sources)

    @property
    def names(self) -> list[str]:
        """Of the sources, without folders: wherever files lie, what is said of them is the same."""
        return [
            one.path.name if one.path and one.path != STANDARD_INPUT else one.name for one in self.sources
        ]

    @property
    def paths(self) -> list[Path]:
        """Of the files."""
        return [one.path for one in self.sources if one.path]

    def __len__(self) -> int:
        return len(self.table)

    def __repr__(self) -> str:
        return repr(self.table)

    def to_dataframe(self, library: str = "pandas") -> Any:
        """One row for each judged output, as in our CSV. Raises ImportError where the library is missing."""
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

    def finding(
        self,
        found: Result,
        described: "Callable[[], Section]",
        told: Mapping[str, Any] | None = None,
        *,
        methods: "Sequence[Method]" = (),
        settled: Mapping[str, Any] | None = None,
        unfolded: Sequence[str] = (),
    ) -> Finding[Result]:
        """What was found about these; versions of numerical libraries belong to it, as last bits differ."""
        from rankings.analysis.software import software_versions

        return Finding(
            found,
            described,
            self.inputs,
            self.warnings,
            told or {},
            unfolded=unfolded,
            settled={**self.selection.settings, **(settled or {})},
            made_with={"software": software_versions(methods)},
        )


def _day(given: str | date | None) -> date | None:
    try:
        return date.fromisoformat(given) if isinstance(given, str) else given
    except ValueError:
        raise ValueError(f"there is no day {given!r}; expected one such as 2026-03-31") from None
