"""Preview of a campaign from uploaded files, before anything is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rankings.charts.distinct_outputs import DistinctShown
from rankings.formats.corpus import CorpusReading
from rankings.formats.records import OutputSet, Problem
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.items.collapse import collapse_corpus, collapse_key, distinct_output_counts
from rankings.items.edits import Segment, mark_edits
from rankings.items.look_alikes import look_alikes
from rankings.items.sampling import sample_items

SCREENS = 3
# A fixed seed, so that the example screens stay the same when the page is loaded again.
PREVIEW_SEED = 4
PROBLEMS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class FileProblems:
    """The problems of one file: the first ones, and how many more there are."""

    file: str
    shown: tuple[Problem, ...]
    more: int
    fatal: bool


@dataclass(frozen=True, slots=True)
class SystemSummary:
    """How one system's outputs relate to the source and to the other systems. Numbers count sentences."""

    name: str
    is_input: bool
    sentences: int
    unchanged: int
    empty: int
    shared: int
    alone: int

    @property
    def unchanged_percent(self) -> float:
        return 100 * self.unchanged / self.sentences if self.sentences else 0.0


@dataclass(frozen=True, slots=True)
class ScreenOutput:
    """One output as a judge will see it, and, for the manager, who wrote it."""

    segments: tuple[Segment, ...]
    systems: tuple[str, ...]

    @property
    def unchanged(self) -> bool:
        return not any(segment.is_edit for segment in self.segments)


@dataclass(frozen=True, slots=True)
class Screen:
    """One item as a judge will see it, with the sentences around it inside of its document.

    `line` is the one-based number of the sentence.
    """

    line: int
    before: str
    source: str
    after: str
    outputs: tuple[ScreenOutput, ...]
    distinct: int


@dataclass(frozen=True, slots=True)
class HiddenDifference:
    """Outputs with an invisible difference: how many sentences have them, and the source line of one."""

    difference: str
    sentences: int
    line: int
    systems: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything that the preview page shows. With `fatal`, only the problems are meaningful."""

    sentences: int
    words: int
    documents: int
    errors: tuple[FileProblems, ...]
    warnings: tuple[FileProblems, ...]
    systems: tuple[SystemSummary, ...] = ()
    twins: tuple[tuple[str, str], ...] = ()
    hidden_differences: tuple[HiddenDifference, ...] = ()
    distinct: DistinctShown | None = None
    screens: tuple[Screen, ...] = ()

    @property
    def fatal(self) -> bool:
        return bool(self.errors)

    @property
    def error_count(self) -> int:
        return sum(len(group.shown) + group.more for group in self.errors)

    @property
    def warning_count(self) -> int:
        return sum(len(group.shown) + group.more for group in self.warnings)


def build_preview(reading: CorpusReading, max_outputs: int) -> Preview:
    """Summarise a reading. The texts are summarised only when nothing is fatally wrong with them."""
    errors = group_problems([problem for problem in reading.problems if problem.fatal])
    warnings = group_problems([problem for problem in reading.problems if not problem.fatal])
    words = sum(len(sentence.split()) for sentence in reading.sentences)
    documents = len(set(reading.documents))
    if not reading.usable:
        return Preview(len(reading.sentences), words, documents, errors, warnings)
    sets = collapse_corpus(reading.outputs)
    return Preview(
        sentences=len(reading.sentences),
        words=words,
        documents=documents,
        errors=errors,
        warnings=warnings,
        systems=summarise_systems(reading, sets),
        twins=identical_systems(reading),
        hidden_differences=tuple(
            HiddenDifference(
                look_alike.difference,
                look_alike.sentences,
                reading.source_lines[look_alike.index],
                look_alike.systems,
            )
            for look_alike in look_alikes(sets)
        ),
        distinct=DistinctShown.of(distinct_output_counts(sets, len(reading.outputs)), "sentences"),
        screens=first_screens(reading, sets, max_outputs),
    )


def group_problems(problems: Sequence[Problem]) -> tuple[FileProblems, ...]:
    """Problems by file in the order in which the files appear, capped per file."""
    order = {name: place for place, name in reversed(list(enumerate(problem.file for problem in problems)))}
    ordered = sorted(problems, key=lambda problem: order[problem.file])
    groups = []
    for file, members in groupby(ordered, key=lambda problem: problem.file):
        problems_of_file = tuple(members)
        shown = problems_of_file[:PROBLEMS_SHOWN]
        groups.append(
            FileProblems(file, shown, len(problems_of_file) - len(shown), problems_of_file[0].fatal)
        )
    return tuple(groups)


def summarise_systems(reading: CorpusReading, sets: Sequence[OutputSet]) -> tuple[SystemSummary, ...]:
    """One summary per system. INPUT does not count as another system with which an output is shared."""
    unchanged = dict.fromkeys(reading.outputs, 0)
    empty = dict.fromkeys(reading.outputs, 0)
    shared = dict.fromkeys(reading.outputs, 0)
    for sentence, outputs in zip(reading.sentences, sets, strict=True):
        source = collapse_key(sentence)
        for text, systems in zip(outputs.texts, outputs.systems, strict=True):
            others = len(systems) - (INPUT_SYSTEM in systems)
            for system in systems:
                unchanged[system] += text == source
                empty[system] += not text
                shared[system] += others - (system != INPUT_SYSTEM) > 0
    total = len(sets)
    return tuple(
        SystemSummary(
            name=system,
            is_input=system == INPUT_SYSTEM,
            sentences=total,
            unchanged=unchanged[system],
            empty=empty[system],
            shared=shared[system],
            alone=total - shared[system],
        )
        for system in reading.outputs
    )


def identical_systems(reading: CorpusReading) -> tuple[tuple[str, str], ...]:
    """Pairs of systems whose outputs are the same in every sentence: often one file uploaded twice."""
    first: dict[tuple[str, ...], str] = {}
    pairs = []
    for system, lines in reading.outputs.items():
        twin = first.setdefault(tuple(map(collapse_key, lines)), system)
        if twin != system:
            pairs.append((twin, system))
    return tuple(pairs)


def first_screens(reading: CorpusReading, sets: Sequence[OutputSet], max_outputs: int) -> tuple[Screen, ...]:
    """A few items drawn as the campaign's own will be, each from another sentence."""
    differing = sum(len(outputs) > 1 for outputs in sets)
    least, possible = (2, differing) if differing else (1, len(sets))
    drawn = sample_items(
        sets,
        items=min(SCREENS, possible),
        seed=PREVIEW_SEED,
        max_outputs=max_outputs,
        replacement=False,
        least_outputs=least,
    )
    return tuple(
        make_screen(reading.sentences, reading.documents, item.sentence, item.outputs, item.distinct)
        for item in drawn
    )


def make_screen(
    sentences: Sequence[str], documents: Sequence[object], index: int, outputs: OutputSet, distinct: int
) -> Screen:
    """The screen of one sentence; context is empty at the borders of its document."""

    def neighbour(other: int) -> str:
        inside = 0 <= other < len(sentences) and documents[other] == documents[index]
        return sentences[other] if inside else ""

    return Screen(
        line=index + 1,
        before=neighbour(index - 1),
        source=sentences[index],
        after=neighbour(index + 1),
        outputs=tuple(
            ScreenOutput(tuple(mark_edits(sentences[index], text)), systems)
            for text, systems in zip(outputs.texts, outputs.systems, strict=True)
        ),
        distinct=distinct,
    )
