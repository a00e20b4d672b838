"""Judgments from files, joined into one table, as every statistics command begins."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from appraise_gec.cli.documents import Answer, recipe
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import InputFiles, shown_path
from appraise_gec.cli.options import Selection
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.software import software_versions
from rankings.formats.judgments import detect_format, read_judgments
from rankings.formats.records import FormatError, Judgment, Problem
from rankings.formats.same_judgments import SAME_JUDGMENTS, told_twice
from rankings.items.sentence_numbers import renumbered

# The name that the published scripts leave out without saying so.
ADMIN = "admin"
ONLY_PAIRS = (
    "Every judgment compares two systems. If larger rankings were expanded into them, then numbers of "
    "rankings and of unexpanded comparisons, agreement, and resampling by rankings speak of single pairs."
)
NO_SENTENCES = (
    "The file names neither judges nor sentences. Every comparison counts as a sentence of its own, so that "
    "agreement cannot be known, and all units of resampling are pairs, with ranges that are too narrow."
)


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file as it was read, under the name by which problems call it."""

    name: str
    judgments: list[Judgment]
    sha256: str


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The judgments that a command works on.

    Attributes:
        table: of the selected judges.
        files: the judgments of each file, of all judges.
        selection: as asked for.
        inputs: the files that were read.
        place: how problems call the files together.
        warnings: what a reader should look at.
    """

    table: JudgmentTable
    files: tuple[ReadFile, ...]
    selection: Selection
    inputs: InputFiles
    place: str
    warnings: tuple[Problem, ...]

    def answer(
        self,
        command: str,
        settings: Mapping[str, Any],
        result: Mapping[str, Any],
        text: Callable[[], str],
        seed: int | None = None,
    ) -> Answer:
        """The answer of a command about these judgments; its result repeats what a reader should look at.

        The versions of the numerical libraries belong to the recipe: their last bits differ.
        """
        methods = settings.get("methods") or [one for one in (settings.get("method"),) if one]
        software = software_versions(methods if seed is not None else ())
        selected = {"judges": list(self.selection.judges), "excluded_judges": list(self.selection.excluded)}
        made_from = recipe(command, self.inputs, {**selected, **settings}, seed, software=software)
        told = {**result, "warnings": [problem.message for problem in self.warnings]}
        return Answer(made_from, told, text, self.warnings)


def read_evaluation(selection: Selection) -> Evaluation:
    """Read and join the files, and keep the selected judges.

    Raises:
        FormatError: with every problem of every file; a judge that nobody is called; no judgment left.
    """
    inputs = InputFiles()
    place = ", ".join(shown_path(path) for path in selection.files)
    files = read_all(selection, inputs)
    judgments = [one for file in files for one in file.judgments]
    with refused_values(place):
        if not judgments:
            raise ValueError("there is no judgment in it; expected at least one")
        table = JudgmentTable.from_judgments(judgments)
        if selection.judges:
            table = table.select_judges(selection.judges)
        if selection.excluded:
            table = table.exclude_judges(selection.excluded)
        if not len(table):
            raise ValueError("no judgment is left; expected at least one that is not left out")
    warnings = list(inputs.warnings)
    if _only_pairs(table) and not any(one.message == NO_SENTENCES for one in warnings):
        warnings.append(Problem(place, ONLY_PAIRS, fatal=False))
    if ADMIN in table.judges:
        message = "The judge called admin counts here; the 2015 scripts leave it out (--exclude-judge admin)."
        warnings.append(Problem(place, message, fatal=False))
    return Evaluation(table, files, selection, inputs, place, tuple(warnings))


def read_all(selection: Selection, inputs: InputFiles) -> tuple[ReadFile, ...]:
    """Every file with its judgments, in their order. Raises FormatError with every problem of every file."""
    files: list[ReadFile] = []
    problems: list[Problem] = []
    for number, path in enumerate(selection.files, start=1):
        name = shown_path(path)
        try:
            data = inputs.read(path, "judgments")
            found = read_judgments(data, name)
            with refused_values(name):
                found = renumbered(found, selection.first_sentence)
            sha256 = inputs.hashes[-1]["sha256"]
            file = ReadFile(name, found, sha256)
            problems += told_before(file, files)
            if detect_format(data) == "pairs-tsv":
                inputs.warnings.append(Problem(name, NO_SENTENCES, fatal=False))
                if len(selection.files) > 1:
                    # Their sentences are numbered within each file.
                    found = [replace(one, sentence=f"{number}-{one.sentence}") for one in found]
            files.append(replace(file, judgments=found))
        except FormatError as error:
            problems += error.problems
    if any(problem.fatal for problem in problems):
        raise FormatError(problems)
    return tuple(files)


def told_before(file: ReadFile, earlier: Iterable[ReadFile]) -> list[Problem]:
    """A problem if an earlier file holds the same: everything in it would count twice."""
    for other in earlier:
        if other.sha256 == file.sha256:
            return [Problem(file.name, SAME_JUDGMENTS.format(other.name))]
        if message := told_twice(file.judgments, other.name, other.judgments):
            return [Problem(file.name, message)]
    return []


def _only_pairs(table: JudgmentTable) -> bool:
    answered = table.covered.sum(axis=1)[~table.skipped]
    return len(table.systems) > 2 and len(answered) > 0 and bool((answered == 2).all())
