"""Judgments from files, joined into one table, as every statistics command begins."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO, TypeVar, cast

from appraise_gec.library.inputs import InputFiles, shown_path
from appraise_gec.library.refusals import refused_values
from appraise_gec.library.selection import Selection
from appraise_gec.report.filters_in_words import filter_sentences
from rankings.analysis.judgments import JudgmentTable
from rankings.formats.judgment_filter import Filtering
from rankings.formats.judgments import BYTES_TO_TELL, detect_format, each_judgment, read_judgments
from rankings.formats.limits import OWN_FILES
from rankings.formats.problems import quoted
from rankings.formats.records import FormatError, Judgment, Problem
from rankings.formats.rows_apart import RowsApartError
from rankings.formats.same_judgments import SAME_JUDGMENTS, duplicate_message
from rankings.formats.sources import BoundedSource
from rankings.formats.spool import JudgmentSpool
from rankings.formats.system_choice import (
    each_restricted,
    look_alike_warning,
    look_alikes,
    restricted,
)
from rankings.items.sentence_numbers import each_renumbered, renumbered

Made = TypeVar("Made")
# The published scripts silently leave out this name.
ADMIN = "admin"
ONLY_PAIRS = (
    "Every judgment compares two systems. If larger rankings were expanded into them, then numbers of "
    "rankings and of unexpanded comparisons, agreement, and resampling by rankings speak of single pairs."
)
NO_JUDGMENTS = "there is no judgment in it; expected at least one"
NAMED_DOCUMENTS = 30
NONE_LEFT = "no judgment is left; expected at least one that is not left out"
NO_SENTENCES = (
    "The file names neither judges nor sentences. Every comparison counts as a sentence of its own, so that "
    "agreement cannot be known, and all units of resampling are pairs, with ranges that are too narrow."
)


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file as it was read, under the name that problems use."""

    name: str
    judgments: list[Judgment]
    sha256: str


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The judgments that a command works on.

    Attributes:
        table: of the selected judges.
        files: the judgments of each file, of all judges; none unless they were to be kept.
        named: the systems that the files name, chosen or not.
        selection: as asked for.
        inputs: the files that were read.
        place: the name of all files together in problems.
        warnings: what a reader should look at.
        filtering: what the files went through.
    """

    table: JudgmentTable
    files: tuple[ReadFile, ...]
    named: tuple[str, ...]
    selection: Selection
    inputs: InputFiles
    place: str
    warnings: tuple[Problem, ...]
    filtering: Filtering

    @property
    def filter_notes(self) -> list[Problem]:
        """Those of the warnings that say what filters left out."""
        return filter_notes(self.place, self.filtering)


def read_evaluation(
    selection: Selection, *, missing_systems_ok: bool = False, keep_judgments: bool = False
) -> Evaluation:
    """Read and join the files, and keep the selected judges and systems.

    Args:
        selection: the files and what counts of them.
        missing_systems_ok: pass over chosen systems and documents that the files do not name.
        keep_judgments: whether the judgments stay beside the table; a million take 300 MB.

    Raises:
        FormatError: with every problem of every file; an unknown judge or system; no judgment left.
    """
    inputs = InputFiles()
    place = ", ".join(shown_path(path) for path in selection.files)
    files: tuple[ReadFile, ...]
    filtering = filtering_of(selection)
    names = NamesSeen()
    if len(selection.files) == 1 and not keep_judgments and not selection.systems:
        table = one_by_one(
            selection,
            inputs,
            lambda judgments: JudgmentTable.from_judgments(filtering.of(names.of(judgments))),
        )
        read, named = names.number, names.systems
        files = (ReadFile(place, [], inputs.hashes[-1]["sha256"]),)
    else:
        files = read_all(selection, inputs)
        for _ in names.of(judgment for file in files for judgment in file.judgments):
            pass
        read, named = names.number, names.systems
        files = chosen_systems(files, named, selection, place, missing_ok=missing_systems_ok)
        if filtering:
            files = tuple(
                replace(file, judgments=[one for one in file.judgments if filtering.keeps_judgment(one)])
                for file in files
            )
        with refused_values(place):
            table = JudgmentTable.from_judgments(judgment for file in files for judgment in file.judgments)
    with refused_values(place):
        if not read:
            raise ValueError(NO_JUDGMENTS)
        check_choices(selection, names.judges, filtering, missing_ok=missing_systems_ok)
        if not len(table):
            raise ValueError(none_left(filtering))
        if not keep_judgments:
            files = tuple(replace(file, judgments=[]) for file in files)
        left = [name for name in table.judges if selection.counts(name)]
        if len(left) < len(table.judges):
            table = table.select_judges(left)
        if not len(table):
            raise ValueError(none_left(filtering))
    warnings = list(inputs.warnings)
    if _only_pairs(table) and not any(warning.message == NO_SENTENCES for warning in warnings):
        warnings.append(Problem(place, ONLY_PAIRS, fatal=False))
    if ADMIN in table.judges:
        message = "The judge called admin counts here; the 2015 scripts leave it out (--exclude-judge admin)."
        warnings.append(Problem(place, message, fatal=False))
    warnings += _look_alikes(place, named, table.judges)
    warnings += filter_notes(place, filtering)
    return Evaluation(table, files, named, selection, inputs, place, tuple(warnings), filtering)


def filtering_of(selection: Selection) -> Filtering:
    """What the judgments of the chosen judges go through."""
    return Filtering(selection.filter, selection.counts)


def filter_notes(place: str, filtering: Filtering) -> list[Problem]:
    """What filters left out."""
    stated = {**filtering.wanted.settings, "left_out": filtering.left_out}
    return [Problem(place, str(sentence), fatal=False) for sentence in filter_sentences(stated)]


def none_left(filtering: Filtering) -> str:
    """That no judgment is left, and why."""
    return ". ".join([NONE_LEFT, *(note.message.rstrip(".") for note in filter_notes("", filtering))])


def check_choices(
    selection: Selection, judges: Iterable[str], filtering: Filtering, *, missing_ok: bool = False
) -> None:
    """Raise ValueError for a judge, or a document unless `missing_ok`, that the files do not name."""
    known = sorted(judges)
    if unknown := [name for name in (*selection.judges, *selection.excluded) if name not in known]:
        raise ValueError(f"no judge is called {unknown[0]}; judges are {', '.join(known)}")
    if (absent := filtering.unknown_documents()) and not missing_ok:
        documents = sorted(name for name in filtering.documents if name)
        shown = ", ".join(documents[:NAMED_DOCUMENTS])
        more = f" and {len(documents) - NAMED_DOCUMENTS} more" if len(documents) > NAMED_DOCUMENTS else ""
        there_are = f"; documents are {shown}{more}" if documents else "; the files name no documents"
        raise ValueError(f"no document is called {quoted(absent[0])}{there_are}")


class NamesSeen:
    """The judges and systems of judgments that pass by.

    Attributes:
        judges: in no order.
        number: how many judgments there were.
    """

    def __init__(self) -> None:
        self.judges: set[str] = set()
        self.number = 0
        self._groups: set[tuple[str, ...]] = set()

    def of(self, judgments: Iterable[Judgment]) -> Iterator[Judgment]:
        """The same judgments."""
        self.judges.clear()
        self.number = 0
        self._groups.clear()
        for judgment in judgments:
            self.judges.add(judgment.judge)
            self.number += 1
            self._groups.update([output.systems for output in judgment.outputs])
            yield judgment

    @property
    def systems(self) -> tuple[str, ...]:
        """In the order of their bytes."""
        names = {name for group in self._groups for name in group}
        return tuple(sorted(names, key=lambda name: name.encode("utf-8", "surrogatepass")))


def read_selected(selection: Selection, inputs: InputFiles) -> JudgmentSpool:
    """The judgments of all files, in their order, by the selected judges and about the selected systems.

    They are in a temporary file. Several files are compared with each other, and in memory for that.

    Raises:
        FormatError: as `read_evaluation`.
    """
    place = ", ".join(shown_path(path) for path in selection.files)
    seen = NamesSeen()
    if len(selection.files) == 1:
        spool = one_by_one(selection, inputs, lambda judgments: JudgmentSpool(seen.of(judgments)))
    else:
        files = read_all(selection, inputs)
        spool = JudgmentSpool(seen.of(judgment for file in files for judgment in file.judgments))
    judges, named = seen.judges, seen.systems
    inputs.warnings += _look_alikes(place, named, judges)
    with refused_values(place):
        kept: Iterable[Judgment] = spool
        if selection.systems:
            kept = each_restricted(spool, selection.systems.among(named))
        if not judges:
            raise ValueError(NO_JUDGMENTS)
        filtering = filtering_of(selection)
        if kept is not spool or filtering or not all(map(selection.counts, judges)):
            chosen = (judgment for judgment in kept if selection.counts(judgment.judge))
            spool = JudgmentSpool(filtering.of(chosen))
        check_choices(selection, judges, filtering)
        if not len(spool):
            raise ValueError(none_left(filtering))
    inputs.warnings += filter_notes(place, filtering)
    return spool


def one_by_one(
    selection: Selection, inputs: InputFiles, consume: Callable[[Iterable[Judgment]], Made]
) -> Made:
    """What is made of the judgments of the only file while they are read, so that none has to be kept.

    Where rows of a judgment may stand anywhere, the file is read a second time, and held as a whole.

    Raises:
        FormatError: with every problem of the file; what was made of it until then is dropped.
    """
    path = selection.files[0]
    name = shown_path(path)
    with inputs.opened(path, "judgments") as stream, refused_values(name):
        source = BoundedSource(cast("BinaryIO", stream), OWN_FILES.file_bytes, BYTES_TO_TELL)
        # Sentences that the file does not name are numbered by the reader, which needs no option.
        nameless = detect_format(source.start) == "pairs-tsv"
        first = 0 if nameless else selection.first_sentence
        try:
            made = consume(each_renumbered(each_judgment(source, name, OWN_FILES), first))
        except RowsApartError:
            stream.rewind()
            held = read_judgments(cast("BinaryIO", stream), name, OWN_FILES)
            made = consume(each_renumbered(held, first))
    if nameless:
        inputs.warnings.append(Problem(name, NO_SENTENCES, fatal=False))
    return made


def chosen_systems(
    files: tuple[ReadFile, ...],
    named: Sequence[str],
    selection: Selection,
    place: str,
    *,
    missing_ok: bool = False,
) -> tuple[ReadFile, ...]:
    """The files with the chosen systems alone. Raises FormatError for a name that is not among `named`."""
    if not selection.systems:
        return files
    with refused_values(place):
        systems = selection.systems.among(named, missing_ok=missing_ok)
    return tuple(replace(file, judgments=restricted(file.judgments, systems)) for file in files)


def _look_alikes(place: str, systems: Iterable[str], judges: Iterable[str]) -> list[Problem]:
    """A warning about names that a reader would take for the same."""
    groups = {"systems": look_alikes(systems), "judges": look_alikes(judges)}
    return [
        Problem(place, look_alike_warning(what, names), fatal=False)
        for what, names in groups.items()
        if names
    ]


def read_all(selection: Selection, inputs: InputFiles) -> tuple[ReadFile, ...]:
    """Every file with its judgments, in their order. Raises FormatError with every problem of every file."""
    files: list[ReadFile] = []
    problems: list[Problem] = []
    for number, path in enumerate(selection.files, start=1):
        name = shown_path(path)
        try:
            with inputs.opened(path, "judgments") as stream:
                source = BoundedSource(cast("BinaryIO", stream), OWN_FILES.file_bytes, BYTES_TO_TELL)
                # Sentences that the file does not name are numbered by the reader, which needs no option.
                nameless = detect_format(source.start) == "pairs-tsv"
                judgments = read_judgments(source, name, OWN_FILES)
            with refused_values(name):
                judgments = renumbered(judgments, 0 if nameless else selection.first_sentence)
            sha256 = inputs.hashes[-1]["sha256"]
            file = ReadFile(name, judgments, sha256)
            problems += duplicates_of_earlier(file, files)
            if nameless:
                inputs.warnings.append(Problem(name, NO_SENTENCES, fatal=False))
                if len(selection.files) > 1:
                    # Their sentences are numbered within each file.
                    judgments = [
                        replace(judgment, sentence=f"{number}-{judgment.sentence}") for judgment in judgments
                    ]
            files.append(replace(file, judgments=judgments))
        except FormatError as error:
            problems += error.problems
    if any(problem.fatal for problem in problems):
        raise FormatError(problems)
    return tuple(files)


def duplicates_of_earlier(file: ReadFile, earlier: Iterable[ReadFile]) -> list[Problem]:
    """A problem if an earlier file holds the same: everything in it would count twice."""
    for other in earlier:
        if other.sha256 == file.sha256:
            return [Problem(file.name, SAME_JUDGMENTS.format(other.name))]
        if message := duplicate_message(file.judgments, other.name, other.judgments):
            return [Problem(file.name, message)]
    return []


def _only_pairs(table: JudgmentTable) -> bool:
    answered = table.covered.sum(axis=1)[~table.skipped]
    return len(table.systems) > 2 and len(answered) > 0 and bool((answered == 2).all())
