"""Judgments from files, joined, as every command about them begins."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO, cast

import numpy as np

from appraise_gec.library.inputs import InputFiles, shown_path
from appraise_gec.library.refusals import refused_values
from appraise_gec.library.selection import Selection
from rankings.formats.columns import Judgments
from rankings.formats.filtering import Filtered, filtered
from rankings.formats.held_twice import all_held
from rankings.formats.judgments import read_judgments
from rankings.formats.limits import OWN_FILES
from rankings.formats.problems import quoted
from rankings.formats.records import FormatError, Problem
from rankings.formats.system_choice import look_alike_warning, look_alikes
from rankings.items.sentence_numbers import renumbered

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
    judgments: Judgments
    sha256: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """The judgments of all files that a command works on.

    Attributes:
        judgments: about the chosen systems, as filters leave them; of the chosen judges and of others.
        files: what was read.
        named: the systems that the files name, chosen or not.
        filtered: what filters left out.
    """

    judgments: Judgments
    files: tuple[ReadFile, ...]
    named: tuple[str, ...]
    filtered: Filtered

    def of_chosen_judges(self, selection: Selection) -> Judgments:
        judgments = self.judgments
        counting = [k for k, name in enumerate(judgments.judges) if selection.counts(name)]
        return judgments.where(np.isin(judgments.judge, counting))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The judgments that a command works on.

    Attributes:
        table: of the selected judges.
        chosen: the same with those of other judges, and the files.
        selection: as asked for.
        inputs: the files that were read.
        place: the name of all files together in problems.
        warnings: what a reader should look at.
    """

    table: Judgments
    chosen: Chosen
    selection: Selection
    inputs: InputFiles
    place: str
    warnings: tuple[Problem, ...]

    @property
    def filter_notes(self) -> list[Problem]:
        """Those of the warnings that say what filters left out."""
        return filter_notes(self.place, self.selection, self.chosen.filtered)


def read_evaluation(selection: Selection, *, missing_systems_ok: bool = False) -> Evaluation:
    """Read and join the files, and keep the selected judges and systems.

    Args:
        selection: the files and what counts of them.
        missing_systems_ok: pass over chosen systems and documents that the files do not name.

    Raises:
        FormatError: with every problem of every file; an unknown judge or system; no judgment left.
    """
    inputs = InputFiles()
    place = place_of(selection)
    chosen = read_chosen(selection, inputs, missing_ok=missing_systems_ok)
    table = chosen.of_chosen_judges(selection)
    with refused_values(place):
        if not len(table):
            raise ValueError(none_left(selection, chosen.filtered))
        only_pairs = _only_pairs(table)
    warnings = list(inputs.warnings)
    if only_pairs and not any(warning.message == NO_SENTENCES for warning in warnings):
        warnings.append(Problem(place, ONLY_PAIRS, fatal=False))
    if ADMIN in table.judges:
        message = "The judge called admin counts here; the 2015 scripts leave it out (--exclude-judge admin)."
        warnings.append(Problem(place, message, fatal=False))
    warnings += _look_alikes(place, chosen.named, table.judges)
    warnings += filter_notes(place, selection, chosen.filtered)
    return Evaluation(table, chosen, selection, inputs, place, tuple(warnings))


def read_selected(selection: Selection, inputs: InputFiles) -> Judgments:
    """The judgments of all files, in their order, by the selected judges and about the selected systems.

    Raises:
        FormatError: as `read_evaluation`.
    """
    place = place_of(selection)
    chosen = read_chosen(selection, inputs)
    judgments = chosen.of_chosen_judges(selection)
    if not len(judgments):
        raise FormatError(Problem(place, none_left(selection, chosen.filtered)))
    judges = {name for file in chosen.files for name in file.judgments.judges}
    inputs.warnings += _look_alikes(place, chosen.named, judges)
    inputs.warnings += filter_notes(place, selection, chosen.filtered)
    return judgments


def read_chosen(selection: Selection, inputs: InputFiles, *, missing_ok: bool = False) -> Chosen:
    """Read the files, join them, and keep the chosen systems and what filters leave. Raises FormatError."""
    files = read_files(selection, inputs)
    whole = files[0].judgments.join(*(file.judgments for file in files[1:]))
    with refused_values(place_of(selection)):
        return choose(whole, selection, files, missing_ok=missing_ok)


def choose(
    whole: Judgments, selection: Selection, files: tuple[ReadFile, ...] = (), *, missing_ok: bool = False
) -> Chosen:
    """The chosen systems, and what filters leave. Raises ValueError for a name that is not known."""
    if not len(whole):
        raise ValueError(NO_JUDGMENTS)
    _check_names(selection, whole, missing_ok=missing_ok)
    named, judgments = whole.named_systems, whole
    if selection.systems:
        systems = selection.systems.among(named, missing_ok=missing_ok)
        judgments = whole.of_systems(systems).without_empty_rows(whole)
    uncounted = [name for name in judgments.judges if not selection.counts(name)]
    left = filtered(judgments, selection.filter, uncounted=uncounted)
    return Chosen(judgments.where(left.kept) if selection.filter else judgments, files, named, left)


def place_of(selection: Selection) -> str:
    """The name of all files together in problems."""
    return ", ".join(shown_path(path) for path in selection.files)


def read_files(selection: Selection, inputs: InputFiles) -> tuple[ReadFile, ...]:
    """Every file with its judgments, in their order. Raises FormatError with every problem of every file."""
    from rankings.formats.pairs_tsv import is_nameless

    files: list[ReadFile] = []
    problems: list[Problem] = []
    for number, path in enumerate(selection.files, start=1):
        name = shown_path(path)
        try:
            with inputs.opened(path, "judgments") as stream, refused_values(name):
                judgments = read_judgments(cast("BinaryIO", stream), name, OWN_FILES)
                if not is_nameless(judgments):
                    judgments = renumbered(judgments, selection.first_sentence)
                else:
                    inputs.warnings.append(Problem(name, NO_SENTENCES, fatal=False))
                    if len(selection.files) > 1:
                        # Their sentences are numbered within each file.
                        judgments = judgments.rename(sentence=f"{number}-{{}}".format)
            file = ReadFile(name, judgments, inputs.hashes[-1]["sha256"])
            problems += same_as_earlier(file, files)
            files.append(file)
        except FormatError as error:
            problems += error.problems
    if any(problem.fatal for problem in problems):
        raise FormatError(problems)
    return tuple(files)


def same_as_earlier(file: ReadFile, earlier: Iterable[ReadFile]) -> list[Problem]:
    """A problem if an earlier file holds the same, or more or less of it: that would count twice."""
    for other in earlier:
        if file.sha256 == other.sha256 or all_held(file.judgments, other.judgments):
            what = f"{other.name} holds every judgment of this file"
        elif all_held(other.judgments, file.judgments):
            what = f"It holds every judgment of {other.name}"
        else:
            continue
        return [Problem(file.name, f"{what}; they would count twice. Leave one of both out.")]
    return []


def filter_notes(place: str, selection: Selection, left: Filtered) -> list[Problem]:
    """What filters left out."""
    if not selection.filter:
        return []
    from appraise_gec.report.filters_in_words import filter_sentences

    stated = {**selection.filter.settings, "left_out": left.left_out}
    return [Problem(place, str(sentence), fatal=False) for sentence in filter_sentences(stated)]


def none_left(selection: Selection, left: Filtered) -> str:
    """That no judgment is left, and why."""
    notes = filter_notes("", selection, left)
    return ". ".join([NONE_LEFT, *(note.message.rstrip(".") for note in notes)])


def _check_names(selection: Selection, judgments: Judgments, *, missing_ok: bool) -> None:
    """Raise ValueError for a judge, or a document unless `missing_ok`, that the files do not name."""
    known = judgments.judges
    if unknown := [name for name in (*selection.judges, *selection.excluded) if name not in known]:
        raise ValueError(f"no judge is called {unknown[0]}; judges are {', '.join(sorted(known))}")
    absent = sorted(set(selection.filter.documents) - set(judgments.documents))
    if absent and not missing_ok:
        documents = sorted(name for name in judgments.documents if name)
        shown = ", ".join(documents[:NAMED_DOCUMENTS])
        more = f" and {len(documents) - NAMED_DOCUMENTS} more" if len(documents) > NAMED_DOCUMENTS else ""
        there_are = f"; documents are {shown}{more}" if documents else "; the files name no documents"
        raise ValueError(f"no document is called {quoted(absent[0])}{there_are}")


def _look_alikes(place: str, systems: Iterable[str], judges: Iterable[str]) -> list[Problem]:
    """A warning about names that a reader would take for the same."""
    groups = {"systems": look_alikes(systems), "judges": look_alikes(judges)}
    return [
        Problem(place, look_alike_warning(what, names), fatal=False)
        for what, names in groups.items()
        if names
    ]


def _only_pairs(table: Judgments) -> bool:
    answered = table.covered.sum(axis=1)[~table.skipped]
    return len(table.systems) > 2 and len(answered) > 0 and bool((answered == 2).all())
