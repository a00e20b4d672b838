"""What the preview of a campaign shows, before anything is stored."""

import hashlib
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rankings.corpus.open_corpus import OpenCorpus
from rankings.formats.records import OutputSet, Problem
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.items.collapse import collapse_corpus, collapse_key, look_alike
from rankings.items.edits import Segment, mark_edits
from rankings.items.spacing import SpacingTally, outliers, spacing_of
from rankings.sections.outputs import DistinctShown


@dataclass(frozen=True, slots=True)
class SystemSummary:
    """How one system's outputs relate to the source and to the other systems. Numbers count sentences."""

    name: str
    is_input: bool
    unchanged: int
    empty: int
    shared: int


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
    """A sentence as a judge will see it, with its neighbours in the document; `line` is its number."""

    line: int
    before: str
    source: str
    after: str
    outputs: tuple[ScreenOutput, ...]
    distinct: int


@dataclass(frozen=True, slots=True)
class HiddenDifference:
    """Outputs with an invisible difference: how many sentences have them, and the source line of one."""

    sentences: int
    line: int
    systems: tuple[str, str]


@dataclass(frozen=True, slots=True)
class UnlikeSpacing:
    """A system that sets punctuation unlike the others, "apart" or "joined", which gives it away to judges.

    `example` is its output at a line of the source.
    """

    system: str
    style: str
    line: int
    example: str


@dataclass(frozen=True, slots=True)
class CorpusFacts:
    """Everything that the page shows of texts that can be used.

    Element k - 1 of `distinct_counts` counts sentences with k distinct outputs.
    """

    sentences: int
    words: int
    documents: int
    systems: tuple[SystemSummary, ...] = ()
    twins: tuple[tuple[str, str], ...] = ()
    hidden_difference: HiddenDifference | None = None
    distinct_counts: tuple[int, ...] = ()
    screens: tuple[Screen, ...] = ()
    unlike_spacing: tuple[UnlikeSpacing, ...] = ()

    @property
    def distinct(self) -> DistinctShown:
        return DistinctShown.of(self.distinct_counts)


SCREENS = 3
# Sentences that are collapsed at once.
BLOCK = 2_000
_SOURCE = ""

Progress = Callable[[float], None]


def preview_corpus(
    corpus: OpenCorpus, max_outputs: int, progress: Progress = lambda share: None
) -> tuple[list[Problem], CorpusFacts | None]:
    """What is wrong with texts, and a summary of them where they can be used.

    One output file is read after another. `progress` is told the share that is done.
    """
    packed: dict[str, list[bytes]] = {}
    of_outputs: list[Problem] = []
    for number, system in enumerate(corpus.systems):
        progress(0.7 * number / len(corpus.systems))
        read = corpus.read(system)
        of_outputs += read.problems
        if read.lines is not None:
            packed[system] = _packed(read.lines)
    problems = corpus.problems_with(of_outputs)
    if any(problem.fatal for problem in problems):
        return problems, None
    counts = _Counts(corpus.systems)
    for block, first in enumerate(range(0, len(corpus.sentences), BLOCK)):
        outputs = {
            system: zlib.decompress(blocks[block]).decode().split("\n") for system, blocks in packed.items()
        }
        counts.add(corpus.sentences[first : first + BLOCK], outputs)
        progress(0.7 + 0.3 * counts.sentences / len(corpus.sentences))
    facts = CorpusFacts(
        sentences=len(corpus.sentences),
        words=sum(len(sentence.split()) for sentence in corpus.sentences),
        documents=len(set(corpus.documents)),
        systems=counts.summaries(),
        twins=counts.twins(),
        hidden_difference=counts.hidden_difference(corpus.reader.source_lines),
        distinct_counts=tuple(counts.distinct[k] for k in range(1, len(corpus.systems) + 1)),
        screens=tuple(
            _screen(corpus, index, outputs, max_outputs) for index, outputs in counts.examples.items()
        ),
        unlike_spacing=counts.unlike_spacing(corpus.reader.source_lines),
    )
    return problems, facts


def _packed(lines: Sequence[str]) -> list[bytes]:
    """Outputs of a system, compressed in blocks: the files of many systems are large."""
    return [
        zlib.compress("\n".join(lines[first : first + BLOCK]).encode(), 1)
        for first in range(0, len(lines), BLOCK)
    ]


def _screen(corpus: OpenCorpus, index: int, outputs: OutputSet, max_outputs: int) -> Screen:
    """The screen of one sentence; context is empty at the borders of its document."""

    def neighbour(other: int) -> str:
        inside = 0 <= other < len(corpus.sentences) and corpus.documents[other] == corpus.documents[index]
        return corpus.sentences[other] if inside else ""

    source = corpus.sentences[index]
    shown = list(zip(outputs.texts, outputs.systems, strict=True))[:max_outputs]
    return Screen(
        line=index + 1,
        before=neighbour(index - 1),
        source=source,
        after=neighbour(index + 1),
        outputs=tuple(ScreenOutput(tuple(mark_edits(source, text)), systems) for text, systems in shown),
        distinct=len(outputs),
    )


@dataclass(slots=True)
class _Counts:
    """What is counted block by block: `distinct` counts sentences by their number of distinct outputs.

    `examples` are the first sentences on which systems differ, with their outputs.
    """

    systems: Sequence[str]
    sentences: int = 0
    distinct: Counter[int] = field(default_factory=Counter)
    examples: dict[int, OutputSet] = field(default_factory=dict)
    _unchanged: Counter[str] = field(default_factory=Counter)
    _empty: Counter[str] = field(default_factory=Counter)
    _shared: Counter[str] = field(default_factory=Counter)
    _look_alikes: dict[int, tuple[str, str]] = field(default_factory=dict)
    _digests: dict[str, "hashlib._Hash"] = field(default_factory=dict)
    # By system, and "" for the source: sentences in each style, and the first of them as an example.
    _spacing: Counter[tuple[str, str]] = field(default_factory=Counter)
    _spacing_examples: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)

    def add(self, sentences: Sequence[str], outputs: Mapping[str, Sequence[str]]) -> None:
        for system, lines in {_SOURCE: sentences, **outputs}.items():
            for index, line in enumerate(lines, self.sentences):
                if (style := spacing_of(line)) is not None:
                    self._spacing[system, style] += 1
                    self._spacing_examples.setdefault((system, style), (index, line))
        sets = collapse_corpus(outputs)
        for index, (sentence, output_set) in enumerate(zip(sentences, sets, strict=True), self.sentences):
            if alike := look_alike(output_set):
                self._look_alikes[index] = alike
            if len(output_set) > 1 and len(self.examples) < SCREENS:
                self.examples[index] = output_set
            self._add_sentence(collapse_key(sentence), output_set)
        for system, lines in outputs.items():
            digest = self._digests.setdefault(system, hashlib.sha256())
            digest.update("\n".join([*map(collapse_key, lines), ""]).encode())
        self.sentences += len(sentences)

    def _add_sentence(self, source: str, output_set: OutputSet) -> None:
        for text, systems in zip(output_set.texts, output_set.systems, strict=True):
            # INPUT does not count as another system with which an output is shared.
            others = len(systems) - (INPUT_SYSTEM in systems)
            for system in systems:
                self._unchanged[system] += text == source
                self._empty[system] += not text
                self._shared[system] += others - (system != INPUT_SYSTEM) > 0
        self.distinct[len(output_set)] += 1

    def unlike_spacing(self, source_lines: Sequence[int]) -> tuple[UnlikeSpacing, ...]:
        """Systems that set punctuation unlike the others. The source is one of these others."""
        tallies = {
            system: SpacingTally(self._spacing[system, "apart"], self._spacing[system, "joined"])
            for system in (_SOURCE, *self.systems)
            # INPUT is the source.
            if system != INPUT_SYSTEM
        }
        found = []
        for outlier in outliers(tallies):
            if outlier.name == _SOURCE and INPUT_SYSTEM not in self.systems:
                continue
            index, example = self._spacing_examples[outlier.name, outlier.style]
            system = outlier.name or INPUT_SYSTEM
            found.append(UnlikeSpacing(system, outlier.style, source_lines[index], example))
        return tuple(found)

    def summaries(self) -> tuple[SystemSummary, ...]:
        """One summary per system."""
        return tuple(
            SystemSummary(
                name=system,
                is_input=system == INPUT_SYSTEM,
                unchanged=self._unchanged[system],
                empty=self._empty[system],
                shared=self._shared[system],
            )
            for system in self.systems
        )

    def twins(self) -> tuple[tuple[str, str], ...]:
        """Pairs of systems whose outputs are the same in every sentence: often one file uploaded twice."""
        first: dict[bytes, str] = {}
        pairs = []
        for system in self.systems:
            twin = first.setdefault(self._digests[system].digest(), system)
            if twin != system:
                pairs.append((twin, system))
        return tuple(pairs)

    def hidden_difference(self, source_lines: Sequence[int]) -> HiddenDifference | None:
        """Outputs that look the same, with the first sentence that has them."""
        if not self._look_alikes:
            return None
        first, systems = next(iter(self._look_alikes.items()))
        return HiddenDifference(len(self._look_alikes), source_lines[first], systems)
