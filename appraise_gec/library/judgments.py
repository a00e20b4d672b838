"""Judgments from files or memory, joined and chosen, as everything that is said about them begins."""

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TypeVar

import numpy as np

from appraise_gec.declared import Told
from appraise_gec.library.arguments import OnlySystems, Selection, WithoutSystems, path_of
from appraise_gec.library.files import STANDARD_INPUT, InputFiles, refused_values, shown_path
from appraise_gec.library.finding import Finding
from rankings.formats.columns import Judgments
from rankings.formats.filtering import Document
from rankings.formats.judgments import detect_format
from rankings.formats.judgments import read_judgments as read_file
from rankings.formats.problems import OWN_FILES, quoted
from rankings.formats.records import FormatError, Judgment, Problem

if TYPE_CHECKING:
    from appraise_gec.present.blocks import Section
    from rankings.analysis.methods import Method

Result = TypeVar("Result")
Source = Any
"""A path, an open file, bytes, a data frame of pandas or polars, or `Judgment`s."""

LEAST_COLUMNS = ("judgment", "judge", "sentence", "systems", "rank")
# The published scripts silently leave out this name.
ADMIN = "admin"
ADMIN_COUNTS = "The judge called admin counts here; the 2015 scripts leave it out (--exclude-judge admin)."
ONLY_PAIRS = (
    "Every judgment compares two systems. If larger rankings were expanded into them, then numbers of "
    "rankings and of unexpanded comparisons, agreement, and resampling by rankings speak of single pairs."
)
NO_SENTENCES = (
    "The file names neither judges nor sentences. Every comparison counts as a sentence of its own, so that "
    "agreement cannot be known, and all units of resampling are pairs, with ranges that are too narrow."
)
NAMED_DOCUMENTS = 30


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
        from appraise_gec.library.frames import frame_of_judgments

        return frame_of_judgments(self.table, library)

    def save(self, path: str | PathLike[str], format: str = "") -> Path:
        """Write a file; the format is told by the ending unless given, one of `FORMATS`.

        Raises:
            ValueError: an ending without a format.
            FormatError: what the format cannot hold.
        """
        from rankings.formats.writing import FORMATS, format_of, write_judgments

        path = Path(path)
        chosen = format or format_of(path.name)
        if not chosen:
            known = ", ".join(one.extension for one in FORMATS.values())
            raise ValueError(f"{path.name} has no known ending; expected one of {known}")
        path.write_bytes(write_judgments(self.table, chosen))
        return path

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
        from rankings.analysis.methods import software_versions

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


def read_judgments(
    *sources: Source,
    judges: Annotated[Sequence[str] | str, Told("--judge", "JUDGE")] = (),
    exclude_judges: Annotated[Sequence[str] | str, Told("--exclude-judge", "JUDGE")] = (),
    systems: OnlySystems = (),
    without: WithoutSystems = (),
    documents: Annotated[Sequence[str] | str, Told("--only-document", "NAME")] = (),
    first_day: Annotated[str | date | None, Told(metavar="YYYY-MM-DD")] = None,
    last_day: Annotated[str | date | None, Told(metavar="YYYY-MM-DD")] = None,
    time_zone: Annotated[str, Told(metavar="NAME")] = "UTC",
    least_active_seconds: Annotated[float | None, Told(metavar="S")] = None,
    first_sentence: Annotated[int, Told(least=-1, most=1)] = 0,
) -> Evaluation:
    """Judgments in any known format, recognised by content and joined.

    Args:
        sources: at least one. A data frame has the columns of one of the CSV formats (docs/formats.md).
        judges: only this judge.
        exclude_judges: not this judge.
        documents: only judgments of this document.
        first_day: only judgments of this day and later.
        last_day: only judgments of this day and earlier.
        time_zone: of these days, such as Europe/Berlin.
        least_active_seconds: only judgments made in at least this active time; those without a known time
            count.
        first_sentence: number of the first sentence in the judgments.

    Raises:
        FormatError: with every problem of a source, each with its line; a file that cannot be read.
        ValueError: no source, the same judgments twice, an unknown judge or system, or nothing left.
    """
    selection = Selection.of(locals())
    if not sources:
        raise ValueError("expected at least one source of judgments")
    inputs = InputFiles()
    read = _read_all(sources, selection, inputs)
    joined = read[0].judgments.join(*(one.judgments for one in read[1:]))
    if not len(joined):
        raise ValueError("there is no judgment in it; expected at least one")
    _check_names(selection, joined)
    whole = joined
    if selection.systems:
        chosen = selection.systems.among(joined.named_systems)
        whole = joined.of_systems(chosen).without_empty_rows(joined)
    left_out: Document = {}
    if selection.filter:
        from rankings.formats.left_out import filtered

        uncounted = [name for name in whole.judges if not selection.counts(name)]
        left = filtered(whole, selection.filter, uncounted=uncounted)
        whole, left_out = whole.where(left.kept), left.left_out
    table = whole.of_judges(name for name in whole.judges if selection.counts(name))
    made = Evaluation(table, whole, read, selection, left_out, inputs, ())
    notes = filter_notes(made)
    if not len(table):
        none_left = "no judgment is left; expected at least one that is not left out"
        raise ValueError(". ".join([none_left, *(note.message.rstrip(".") for note in notes)]))
    return replace(made, warnings=(*inputs.warnings, *_doubts(made), *notes))


def taken(judgments: Evaluation | Source) -> Evaluation:
    """The judgments of whatever an analysis is given."""
    return judgments if isinstance(judgments, Evaluation) else read_judgments(judgments)


def filter_notes(judged: Evaluation) -> list[Problem]:
    """What filters left out."""
    if not judged.selection.filter:
        return []
    from appraise_gec.report.options import filter_sentences

    stated = {**judged.selection.filter.settings, "left_out": judged.left_out}
    return [Problem(judged.place, sentence, fatal=False) for sentence in filter_sentences(stated)]


def _read_all(sources: Sequence[Source], selection: Selection, inputs: InputFiles) -> tuple[ReadSource, ...]:
    """Every source, in their order. Raises FormatError with every problem of every source."""
    read: list[ReadSource] = []
    problems: list[Problem] = []
    for number, source in enumerate(sources, start=1):
        path = path_of(source)
        name = shown_path(path) if path else str(getattr(source, "name", "") or f"source {number}")
        try:
            judgments = _columns(source, path, name, inputs)
            if _is_nameless(judgments):
                inputs.warnings.append(Problem(name, NO_SENTENCES, fatal=False))
                if len(sources) > 1:
                    # Their sentences are numbered within each file.
                    judgments = judgments.rename(sentence=f"{number}-{{}}".format)
            elif selection.first_sentence:
                from rankings.items.sentence_numbers import renumbered

                with refused_values(name):
                    judgments = renumbered(judgments, selection.first_sentence)
            one = ReadSource(name, judgments, path)
            problems += _same_as_earlier(one, read)
            read.append(one)
        except FormatError as error:
            problems += error.problems
    if problems:
        raise FormatError(problems)
    return tuple(read)


def _is_nameless(judgments: Judgments) -> bool:
    """Whether they are from a file of pairs that names neither judges nor sentences."""
    if len(judgments.judges) != 1:
        return False
    from rankings.formats.pairs_tsv import is_nameless

    return is_nameless(judgments)


def _columns(source: Source, path: Path | None, name: str, inputs: InputFiles) -> Judgments:
    if isinstance(source, Evaluation):
        inputs.hashes += source.inputs.hashes
        return source.table
    if isinstance(source, Judgments):
        return source
    if path:
        with inputs.opened(path, "judgments") as stream, refused_values(name):
            return read_file(stream, name, OWN_FILES)
    from appraise_gec.library.frames import text_of_frame

    content: bytes | BinaryIO | None = None
    if isinstance(source, io.TextIOBase):
        content = source.read().encode()
    elif isinstance(source, bytes) or hasattr(source, "read"):
        content = source
    elif (text := text_of_frame(source)) is not None:
        content = text.encode()
        if detect_format(content) is None:
            raise ValueError(
                f"{name}: a data frame with the columns {', '.join(map(str, source.columns)) or '(none)'}; "
                f"expected {', '.join(LEAST_COLUMNS)}, or the columns of another CSV format of judgments"
            )
    if content is not None:
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


def _same_as_earlier(one: ReadSource, earlier: Sequence[ReadSource]) -> list[Problem]:
    """A problem if an earlier source holds the same, or more or less of it: that would count twice."""
    if not earlier:
        return []
    from rankings.formats.fingerprint import all_held

    for other in earlier:
        if all_held(one.judgments, other.judgments):
            what = f"{other.name} holds every judgment of this file"
        elif all_held(other.judgments, one.judgments):
            what = f"It holds every judgment of {other.name}"
        else:
            continue
        return [Problem(one.name, f"{what}; they would count twice. Leave one of both out.")]
    return []


def _check_names(selection: Selection, judgments: Judgments) -> None:
    """Raise ValueError for a judge or a document that nothing names."""
    known = judgments.judges
    if unknown := [name for name in (*selection.judges, *selection.excluded) if name not in known]:
        raise ValueError(f"no judge is called {unknown[0]}; judges are {', '.join(sorted(known))}")
    if absent := sorted(set(selection.filter.documents) - set(judgments.documents)):
        documents = sorted(name for name in judgments.documents if name)
        shown = ", ".join(documents[:NAMED_DOCUMENTS])
        more = f" and {len(documents) - NAMED_DOCUMENTS} more" if len(documents) > NAMED_DOCUMENTS else ""
        there_are = f"; documents are {shown}{more}" if documents else "; the files name no documents"
        raise ValueError(f"no document is called {quoted(absent[0])}{there_are}")


def _doubts(judged: Evaluation) -> list[Problem]:
    """What may be otherwise than a reader takes it to be."""
    table, said = judged.table, []
    answered = table.covered.sum(axis=1)[~table.skipped]
    is_nameless = any(warning.message == NO_SENTENCES for warning in judged.inputs.warnings)
    if len(table.systems) > 2 and len(answered) and np.all(answered == 2) and not is_nameless:
        said.append(ONLY_PAIRS)
    if ADMIN in table.judges:
        said.append(ADMIN_COUNTS)
    return [Problem(judged.place, one, fatal=False) for one in said]
