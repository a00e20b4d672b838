"""The released data in a folder, each file read once and only when a table asks for it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rankings.formats.problems import DEFAULT_LIMITS
from rankings.formats.records import FormatError, Problem

if TYPE_CHECKING:
    from metrics.references.edits import Gold
    from metrics.scorers.results import Score
    from metrics.validation.score_table import MetricScores
    from rankings.formats.columns import Judgments

JUDGMENTS = "gjg15/judgments.xml"
OUTPUTS = "gjg15/outputs"
SCORES = "gjg15/metric-scores"
GOLD = "conll14"
REFERENCES = "bn15"
NUCLE = "nucle/conll14st-preprocessed.m2"
INPUT = "INPUT"
BOTH = "official-2014.combined"
ALTERNATIVES = "official-2014.combined-withalt"
ANNOTATORS = ("official-2014.0", "official-2014.1")
# What Choshen and Abend take for references: of the ten annotators, two are those of the official gold.
REFERENCE_ANNOTATORS = (1, 2, 4, 5, 6, 8, 9, 10)
# What a person looks for in a folder that may be the wrong one.
EXPECTED = (JUDGMENTS, f"{OUTPUTS}/{INPUT}", f"{SCORES}/scores.*", f"{GOLD}/{BOTH}.m2")

Value = TypeVar("Value")


class MissingFileError(Exception):
    """A file is not in the folder. The message is the reason to show."""


class Release:
    """The folder of `appraise-gec reproduce`; docs/reproduction.md says what lies where.

    Attributes:
        folder: where it is.
        hashes: SHA-256 of every file that was read, by its place in the folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept: dict[Any, Any] = {}
        self.hashes: dict[str, str] = {}

    def has(self, name: str) -> bool:
        """Whether a file or folder is there."""
        return (self.folder / name).exists()

    def read(self, name: str) -> bytes:
        """A file. Raises MissingFileError, and FormatError for one that is too large or cannot be opened."""
        path = self.folder / name
        if not path.is_file():
            raise MissingFileError(f"{name} is missing.")
        try:
            with path.open("rb") as stream:
                data = stream.read(DEFAULT_LIMITS.file_bytes + 1)
        except OSError as error:
            raise FormatError(Problem(str(path), f"Cannot be read: {error.strerror}.")) from error
        self.hashes[name] = hashlib.sha256(data).hexdigest()
        return data

    def once(self, key: Any, make: Callable[[], Value]) -> Value:
        """Something that several exhibits need."""
        if key not in self._kept:
            self._kept[key] = make()
        kept: Value = self._kept[key]
        return kept

    @cached_property
    def judgments(self) -> Judgments:
        """The human rankings of 2015."""
        from rankings.formats.columns import Judgments
        from rankings.formats.judgments import read_judgments

        return Judgments.of(read_judgments(self.read(JUDGMENTS), self.place(JUDGMENTS)))

    @cached_property
    def outputs(self) -> Mapping[str, tuple[str, ...]]:
        """The lines of every system, INPUT among them, by name."""
        from rankings.formats.text import read_text

        folder = self.folder / OUTPUTS
        self.read(f"{OUTPUTS}/{INPUT}")
        outputs = {}
        for path in sorted(folder.iterdir()):
            if path.is_file() and not path.name.startswith("."):
                name = f"{OUTPUTS}/{path.name}"
                text = read_text(self.read(name), self.place(name))
                if not text.usable:
                    raise FormatError(list(text.problems))
                outputs[path.name] = text.lines
        sentences = len(outputs[INPUT])
        for system, lines in outputs.items():
            if len(lines) != sentences:
                expected = f"Expected {sentences:,} lines, as in {INPUT}, one for each sentence"
                message = f"{expected}; there are {len(lines):,}."
                raise FormatError(Problem(self.place(f"{OUTPUTS}/{system}"), message))
        return outputs

    @property
    def sources(self) -> tuple[str, ...]:
        """The sentences before correction."""
        return self.outputs[INPUT]

    def gold(self, name: str) -> Gold:
        """A file of gold edits, by its name without `.m2`."""
        from metrics.references.m2_file import read_m2

        file = f"{GOLD}/{name}.m2"
        return self.once(file, lambda: read_m2(self.read(file), self.place(file)))

    def m2(self, name: str) -> Mapping[str, Score]:
        """MaxMatch of every system against a gold file."""
        from metrics.scorers.m2.metric import M2
        from metrics.scorers.scorer import Material

        def score() -> Mapping[str, Score]:
            return M2().score_systems(self.outputs, Material(self.sources, self.gold(name)))

        return self.once(("m2", name), score)

    def metric_scores(self, name: str) -> MetricScores:
        """Published scores of a metric, from the file `scores.NAME`."""
        from metrics.validation.score_table import read_metric_scores

        file = f"{SCORES}/scores.{name}"

        def read() -> MetricScores:
            (metric,) = read_metric_scores(self.read(file), self.place(file))[0]
            return metric

        return self.once(file, read)

    def independent_references(self) -> tuple[tuple[str, ...], ...]:
        """By sentence the eight references of Bryant and Ng (2015) that the MAEGE paper uses."""
        from metrics.references.edits import gold_references
        from metrics.references.m2_file import read_m2

        def read() -> tuple[tuple[str, ...], ...]:
            texts = []
            for number in REFERENCE_ANNOTATORS:
                file = f"{REFERENCES}/A{number}.m2"
                texts.append([one[0] for one in gold_references(read_m2(self.read(file), self.place(file)))])
            return tuple(zip(*texts, strict=True))

        return self.once(REFERENCES, read)

    def absent(self, system: str) -> str:
        """Why there is nothing about a system."""
        return f"{OUTPUTS}/{system} is missing."

    def place(self, name: str) -> str:
        """A file's name in messages."""
        return str(self.folder / name)
