"""What the preview of a campaign shows, before anything is stored; `previewing` computes it."""

from dataclasses import dataclass

from rankings.items.edits import Segment
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
        return DistinctShown.of(self.distinct_counts, "sentences")
