"""Samples of items, and the two files in which the 2015 campaign had them: blocks of lines, and task XML."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rankings.formats.corpus import EMPTY_OUTPUT, CorpusReading
from rankings.formats.records import OutputSet
from rankings.formats.writing import join_systems
from rankings.formats.xml_writing import attributes, element_text

# The set and its languages, as the task files of 2015 name them.
_SET = {"id": "items", "source-language": "err", "target-language": "cor"}


@dataclass(frozen=True, slots=True)
class SampledItem:
    """One item to be judged.

    Attributes:
        number: zero-based position in the sample.
        sentence: zero-based line of the source.
        outputs: those to show, each with all systems that produced it.
        probability: with which one draw chooses the sentence.
        distinct: number of distinct outputs of the sentence, shown or not.
    """

    number: int
    sentence: int
    outputs: OutputSet
    probability: float
    distinct: int


@dataclass(frozen=True, slots=True)
class SampledSentence:
    """A sentence that items are drawn from.

    Attributes:
        index: its zero-based line.
        distinct: its number of distinct outputs.
        expected_coverage: C_i of the 2015 paper.
        probability: that one draw chooses it (p_i).
    """

    index: int
    distinct: int
    expected_coverage: float
    probability: float


@dataclass(frozen=True, slots=True)
class ShownOutput:
    """A text that an item shows, and the systems that made it."""

    text: str
    systems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemOfSample:
    """An item: the zero-based line of its sentence, and the outputs that it shows."""

    index: int
    outputs: tuple[ShownOutput, ...]


@dataclass(frozen=True, slots=True)
class DistinctOutputs:
    """How many sentences have so many distinct outputs."""

    distinct: int
    sentences: int


@dataclass(frozen=True, slots=True)
class Sample:
    """What `appraise-gec sample` draws.

    Attributes:
        sentences: all of the corpus.
        items: in the order in which they were drawn.
        distinct_outputs: the distribution over the corpus (2015 paper, Figure 1).
        systems: names.
    """

    sentences: tuple[SampledSentence, ...]
    items: tuple[ItemOfSample, ...]
    distinct_outputs: tuple[DistinctOutputs, ...]
    systems: tuple[str, ...]


def items_of(sampled: Iterable[SampledItem]) -> tuple[ItemOfSample, ...]:
    """Sampled items without their numbers and probabilities."""
    return tuple(
        ItemOfSample(item.sentence, tuple(map(ShownOutput, item.outputs.texts, item.outputs.systems)))
        for item in sampled
    )


def write_blocks(items: Iterable[SampledItem]) -> bytes:
    """One block per item: a header (item, distinct outputs, source line, probability), then text and systems.

    Columns are separated by tabs; systems with the same output by spaces; a blank line follows every block,
    also the last. An empty output is `[EMPTY]`.

    Raises:
        FormatError: a system name with whitespace or a comma.
    """
    written = []
    for item in items:
        written.append(f"{item.number}\t{len(item.outputs)}\t{item.sentence}\t{item.probability!r}\n")
        for text, systems in zip(item.outputs.texts, item.outputs.systems, strict=True):
            written.append(f"{text or EMPTY_OUTPUT}\t{join_systems(systems)}\n")
        written.append("\n")
    return "".join(written).encode("utf-8")


def write_task_xml(items: Iterable[SampledItem], corpus: CorpusReading) -> bytes:
    """Items as `seg` in a `set`, with their sentences, and those before and after in the same document.

    Systems with the same output are joined by spaces; an empty output is `[EMPTY]`. How sentences were drawn
    is lost.

    Raises:
        FormatError: XML cannot hold a text.
    """
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<set{attributes(_SET)}>"]
    for item in items:
        lines += _segment(item, corpus)
    return "\n".join([*lines, "</set>\n"]).encode("utf-8")


def _segment(item: SampledItem, corpus: CorpusReading) -> Iterator[str]:
    index = item.sentence
    document = corpus.documents[index]

    def neighbour(place: int) -> str:
        inside = 0 <= place < len(corpus.sentences) and corpus.documents[place] == document
        return corpus.sentences[place].strip() if inside else ""

    values = {"id": str(item.number), "doc-id": document, "src-id": str(index)}
    yield f"  <seg{attributes(values)}>"
    source = corpus.sentences[index].strip()
    texts = {"sourcebefore": neighbour(index - 1), "source": source, "sourceafter": neighbour(index + 1)}
    for tag, text in texts.items():
        if text:
            yield f"    <{tag}>{element_text(text)}</{tag}>"
    for text, systems in zip(item.outputs.texts, item.outputs.systems, strict=True):
        names = attributes({"system": join_systems(systems)})
        yield f"    <translation{names}>{element_text(text or EMPTY_OUTPUT)}</translation>"
    yield "  </seg>\n"
