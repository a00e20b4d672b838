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
from rankings.formats.same_judgments import SAME_JUDGMENTS, duplicate_message
from rankings.items.sentence_numbers import renumbered

# The published scripts silently leave out this name.
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
    """A file as it was read, under the name that problems use."""

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
        place: the name of all files together in problems.
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
        methods = settings.get("methods") or [method for method in (settings.get("method"),) if method]
        software = software_versions(methods if seed is not None else ())
        selected = {"judges": list(self.selection.judges), "excluded_judges": list(self.selection.excluded)}
        made_from = recipe(command, self.inputs, {**selected, **settings}, seed, software=software)
        reported = {**result, "warnings": [problem.message for problem in self.warnings]}
        return Answer(made_from, reported, text, self.warnings)


def read_evaluation(selection: Selection) -> Evaluation:
    """Read and join the files, and keep the selected judges.

    Raises:
        FormatError: with every problem of every file; an unknown judge; no judgment left.
    """
    inputs = InputFiles()
    place = ", ".join(shown_path(path) for path in selection.files)
    files = read_all(selection, inputs)
    judgments = [judgment for file in files for judgment in file.judgments]
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
    if _only_pairs(table) and not any(warning.message == NO_SENTENCES for warning in warnings):
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
            judgments = read_judgments(data, name)
            with refused_values(name):
                judgments = renumbered(judgments, selection.first_sentence)
            sha256 = inputs.hashes[-1]["sha256"]
            file = ReadFile(name, judgments, sha256)
            problems += duplicates_of_earlier(file, files)
            if detect_format(data) == "pairs-tsv":
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
