"""What the preview of a campaign shows, before anything is stored."""

import hashlib
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rankings.corpus.open_corpus import OpenCorpus
from rankings.formats.records import OutputSet, Problem
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.items.collapse import collapse_corpus, collapse_key, look_alike
from rankings.items.edits import Segment, mark_edits
from rankings.items.sampling import multiplicities_of, sample_items
from rankings.items.spacing import SpacingTally, outliers, spacing_of
from rankings.sections.outputs import DistinctShown


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

    sentences: int
    line: int
    systems: tuple[str, str]


@dataclass(frozen=True, slots=True)
class UnlikeSpacing:
    """A system that sets spaces around punctuation unlike the others, which gives it away to judges.

    Attributes:
        style: "apart" ("fish .") or "joined" ("fish."), of this system.
        sentences, decided: sentences in that style, and those with any punctuation.
        others_percent: how many of the other texts' sentences are in that style.
        line: source line of an example.
        example, source: the system's output and the source there.
    """

    system: str
    style: str
    sentences: int
    decided: int
    others_percent: int
    line: int
    example: str
    source: str


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
# A fixed seed, so that the example screens stay the same when the page is loaded again.
PREVIEW_SEED = 4
# Sentences that are collapsed at once.
BLOCK = 2_000
_SOURCE = ""

Progress = Callable[[float], None]


class Texts:
    """The texts to summarise, in the order of the source; outputs compressed, in blocks of sentences."""

    def __init__(self, corpus: OpenCorpus) -> None:
        self.sentences = corpus.sentences
        self.documents = corpus.documents
        self.source_lines = corpus.reader.source_lines
        self.systems = corpus.systems
        self._packed: dict[str, list[bytes]] = {}

    def keep(self, system: str, lines: Sequence[str]) -> None:
        """Compress the outputs of a system."""
        self._packed[system] = [
            zlib.compress("\n".join(lines[first : first + BLOCK]).encode(), 1)
            for first in range(0, len(lines), BLOCK)
        ]

    def block(self, first: int) -> Mapping[str, Sequence[str]]:
        """The outputs of the block that begins at this sentence, by system."""
        return {
            system: zlib.decompress(blocks[first // BLOCK]).decode().split("\n")
            for system, blocks in self._packed.items()
        }


def preview_corpus(
    corpus: OpenCorpus, max_outputs: int, progress: Progress = lambda share: None
) -> tuple[list[Problem], CorpusFacts | None]:
    """What is wrong with texts, and a summary of them where they can be used.

    One output file is read after another. `progress` is told the share that is done.
    """
    texts = Texts(corpus)
    of_outputs: list[Problem] = []
    for number, system in enumerate(corpus.systems):
        progress(0.7 * number / len(corpus.systems))
        read = corpus.read(system)
        of_outputs += read.problems
        if read.lines is not None:
            texts.keep(system, read.lines)
    problems = corpus.problems_with(of_outputs)
    if any(problem.fatal for problem in problems):
        return problems, None
    return problems, _summarise(texts, max_outputs, lambda share: progress(0.7 + 0.3 * share))


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


def _summarise(texts: Texts, max_outputs: int, progress: Progress) -> CorpusFacts:
    counts = _Counts(texts.systems)
    for first, sets, outputs in _collapsed_blocks(texts):
        counts.add(texts.sentences[first : first + len(sets)], sets, outputs)
        progress((first + len(sets)) / len(texts.sentences))
    return CorpusFacts(
        sentences=len(texts.sentences),
        words=sum(len(sentence.split()) for sentence in texts.sentences),
        documents=len(set(texts.documents)),
        systems=counts.summaries(),
        twins=counts.twins(),
        hidden_difference=counts.hidden_difference(texts.source_lines),
        distinct_counts=tuple(counts.distinct[k] for k in range(1, len(texts.systems) + 1)),
        screens=_first_screens(texts, counts.shapes, max_outputs),
        unlike_spacing=counts.unlike_spacing(texts.source_lines),
    )


def _collapsed_blocks(
    texts: Texts, firsts: Sequence[int] | None = None
) -> Iterator[tuple[int, list[OutputSet], Mapping[str, Sequence[str]]]]:
    """First sentence, distinct outputs by sentence, outputs by system: of every block, or of those named."""
    for first in range(0, len(texts.sentences), BLOCK) if firsts is None else firsts:
        outputs = texts.block(first)
        yield first, collapse_corpus(outputs), outputs


@dataclass(slots=True)
class _Counts:
    """What is counted block by block.

    Attributes:
        distinct: sentences by number of distinct outputs.
        shapes: for every sentence, an output set with as many systems behind each output, and with numbers
            for texts: all that a sample depends on. Equal shapes are one object.
    """

    systems: Sequence[str]
    distinct: Counter[int] = field(default_factory=Counter)
    shapes: list[OutputSet] = field(default_factory=list)
    _unchanged: Counter[str] = field(default_factory=Counter)
    _empty: Counter[str] = field(default_factory=Counter)
    _shared: Counter[str] = field(default_factory=Counter)
    _look_alikes: dict[int, tuple[str, str]] = field(default_factory=dict)
    _digests: dict[str, "hashlib._Hash"] = field(default_factory=dict)
    _known_shapes: dict[tuple[int, ...], OutputSet] = field(default_factory=dict)
    # By system, and "" for the source: sentences in each style, and the first of them as an example.
    _spacing: Counter[tuple[str, str]] = field(default_factory=Counter)
    _spacing_examples: dict[tuple[str, str], tuple[int, str, str]] = field(default_factory=dict)

    def add(
        self, sentences: Sequence[str], sets: Sequence[OutputSet], outputs: Mapping[str, Sequence[str]]
    ) -> None:
        self._add_spacing(sentences, outputs)
        for index, output_set in enumerate(sets, len(self.shapes)):
            if alike := look_alike(output_set):
                self._look_alikes[index] = alike
        for sentence, output_set in zip(sentences, sets, strict=True):
            self._add_sentence(collapse_key(sentence), output_set)
        for system, lines in outputs.items():
            digest = self._digests.setdefault(system, hashlib.sha256())
            digest.update("\n".join([*map(collapse_key, lines), ""]).encode())

    def _add_spacing(self, sentences: Sequence[str], outputs: Mapping[str, Sequence[str]]) -> None:
        for system, lines in {_SOURCE: sentences, **outputs}.items():
            for offset, line in enumerate(lines):
                if (style := spacing_of(line)) is not None:
                    self._spacing[system, style] += 1
                    example = (len(self.shapes) + offset, line, sentences[offset])
                    self._spacing_examples.setdefault((system, style), example)

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
            index, example, source = self._spacing_examples[outlier.name, outlier.style]
            found.append(
                UnlikeSpacing(
                    system=outlier.name or INPUT_SYSTEM,
                    style=outlier.style,
                    sentences=getattr(outlier.own, outlier.style),
                    decided=outlier.own.decided,
                    others_percent=round(
                        100 * getattr(outlier.others, outlier.style) / outlier.others.decided
                    ),
                    line=source_lines[index],
                    example=example,
                    source=source,
                )
            )
        return tuple(found)

    def _add_sentence(self, source: str, output_set: OutputSet) -> None:
        for text, systems in zip(output_set.texts, output_set.systems, strict=True):
            # INPUT does not count as another system with which an output is shared.
            others = len(systems) - (INPUT_SYSTEM in systems)
            for system in systems:
                self._unchanged[system] += text == source
                self._empty[system] += not text
                self._shared[system] += others - (system != INPUT_SYSTEM) > 0
        self.distinct[len(output_set)] += 1
        sizes = multiplicities_of(output_set)
        if sizes not in self._known_shapes:
            self._known_shapes[sizes] = OutputSet(
                tuple(map(str, range(len(sizes)))), tuple(("",) * size for size in sizes)
            )
        self.shapes.append(self._known_shapes[sizes])

    def summaries(self) -> tuple[SystemSummary, ...]:
        """One summary per system."""
        total = len(self.shapes)
        return tuple(
            SystemSummary(
                name=system,
                is_input=system == INPUT_SYSTEM,
                sentences=total,
                unchanged=self._unchanged[system],
                empty=self._empty[system],
                shared=self._shared[system],
                alone=total - self._shared[system],
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


def _first_screens(texts: Texts, shapes: Sequence[OutputSet], max_outputs: int) -> tuple[Screen, ...]:
    """A few items drawn as the campaign's own will be, each from another sentence."""
    differing = sum(len(shape) > 1 for shape in shapes)
    least, possible = (2, differing) if differing else (1, len(shapes))
    drawn = sample_items(
        shapes,
        items=min(SCREENS, possible),
        seed=PREVIEW_SEED,
        max_outputs=max_outputs,
        replacement=False,
        least_outputs=least,
    )
    firsts = sorted({item.sentence - item.sentence % BLOCK for item in drawn})
    blocks = {first: sets for first, sets, _ in _collapsed_blocks(texts, firsts)}
    screens = []
    for item in drawn:
        offset = item.sentence % BLOCK
        full = blocks[item.sentence - offset][offset]
        shown = [int(number) for number in item.outputs.texts]
        outputs = OutputSet(tuple(full.texts[k] for k in shown), tuple(full.systems[k] for k in shown))
        screens.append(make_screen(texts.sentences, texts.documents, item.sentence, outputs, item.distinct))
    return tuple(screens)
