"""Samples of items, and the blocks in which the 2015 campaign had them."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from appraise_gec.words import plural
from rankings.formats.corpus import EMPTY_OUTPUT
from rankings.formats.fields import join_systems, split_systems
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import FormatError, OutputSet, Problem
from rankings.formats.text import blocks as blocks_of_lines
from rankings.formats.text import read_text


@dataclass(frozen=True, slots=True)
class SampledBlock:
    """One item to be judged.

    Attributes:
        number: zero-based position in the sample.
        sentence: zero-based line of the source.
        outputs: those to show, each with all systems that produced it.
        probability: with which one draw chooses the sentence; None where it is not known.
    """

    number: int
    sentence: int
    outputs: OutputSet
    probability: float | None


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


def items_of(sampled: Iterable[SampledBlock]) -> tuple[ItemOfSample, ...]:
    """Sampled items without their numbers and probabilities."""
    return tuple(
        ItemOfSample(item.sentence, tuple(map(ShownOutput, item.outputs.texts, item.outputs.systems)))
        for item in sampled
    )


def write_sampler_tsv(items: Iterable[SampledBlock]) -> bytes:
    """One block per item: a header (item, distinct outputs, source line, probability), then text and systems.

    Columns are separated by tabs; systems with the same output by spaces; a blank line follows every block,
    also the last. An empty output is `[EMPTY]`.

    Raises:
        FormatError: if an output contains a line end, or a system name whitespace or a comma; if the
            probability of a sentence is not known.
    """
    written = []
    for item in items:
        if item.probability is None:
            message = f"Item {figure(item.number)} cannot be written: its probability is not known."
            raise FormatError(Problem("sampled items", message))
        header = f"{item.number}\t{len(item.outputs)}\t{item.sentence}\t{item.probability!r}\n"
        written.append(header + "".join(_output_lines(item.outputs)) + "\n")
    return "".join(written).encode("utf-8")


def read_sampler_tsv(
    source: bytes | BinaryIO, name: str, limits: Limits = DEFAULT_LIMITS
) -> list[SampledBlock]:
    """The items of such a file.

    Raises:
        FormatError: with every problem found, each with its line.
    """
    text = read_text(source, name, limits)
    if not text.usable:
        raise FormatError(list(text.problems))
    findings = Findings(name, limits.problems)
    items = [_read_block(lines, findings) for lines in blocks_of_lines(text.lines)]
    findings.raise_if_fatal()
    return [item for item in items if item is not None]


def _output_lines(outputs: OutputSet) -> Iterator[str]:
    for text, systems in zip(outputs.texts, outputs.systems, strict=True):
        if "\n" in text or "\r" in text:
            message = f"The output {quoted(text)} cannot be written: it has a line end in it."
            raise FormatError(Problem("sampled items", message))
        yield f"{text or EMPTY_OUTPUT}\t{join_systems(systems)}\n"


def _read_block(lines: list[tuple[int, str]], findings: Findings) -> SampledBlock | None:
    (header_line, header), *rest = lines
    cells = header.split("\t")
    try:
        number, distinct, sentence = (int(cell) for cell in cells[:3])
        (probability,) = (float(cell) for cell in cells[3:])
        if min(number, distinct, sentence) < 0 or not math.isfinite(probability):
            raise ValueError
    except ValueError:
        findings.error(
            "Expected the header of an item: its number, the number of outputs, the zero-based source "
            "line and the probability, separated by tabs.",
            header_line,
        )
        return None
    texts, systems = [], []
    for line_number, line in rest:
        # A text may contain tabs; names of systems never do.
        text, tab, names = line.rpartition("\t")
        if not tab or not split_systems(names):
            findings.error("Expected an output, a tab, and the systems that produced it.", line_number)
        texts.append("" if text == EMPTY_OUTPUT else text)
        systems.append(split_systems(names))
    if len(texts) != distinct:
        says = plural(distinct, "The header says {n} output", "The header says {n} outputs")
        findings.error(f"{says}, but {figure(len(texts))} follow.", header_line)
    return SampledBlock(number, sentence, OutputSet(tuple(texts), tuple(systems)), probability)
