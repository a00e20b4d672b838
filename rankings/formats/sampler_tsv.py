"""The file of sampled items that the 2015 campaign was set up from: blocks of outputs."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from appraise_gec.words import plural
from rankings.formats.corpus import EMPTY_OUTPUT
from rankings.formats.fields import split_systems
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import FormatError, OutputSet, Problem
from rankings.formats.text import blocks, read_text


class Sampled(Protocol):
    """The fields of a sampled item that the file holds."""

    @property
    def number(self) -> int:
        """Zero-based position in the sample."""

    @property
    def sentence(self) -> int:
        """Zero-based line of the source."""

    @property
    def outputs(self) -> OutputSet:
        """The outputs to show."""

    @property
    def probability(self) -> float | None:
        """The probability with which a draw chooses the sentence; None where it is not known."""


@dataclass(frozen=True, slots=True)
class SampledBlock:
    """One sampled item as read from a file; see `Sampled` for its fields."""

    number: int
    sentence: int
    outputs: OutputSet
    probability: float | None


def write_sampler_tsv(items: Iterable[Sampled]) -> bytes:
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
            message = (
                f"Item {figure(item.number)} cannot be written: the probability of its sentence is not known."
            )
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
    items = [_read_block(lines, findings) for lines in blocks(text.lines)]
    findings.raise_if_fatal()
    return [item for item in items if item is not None]


def _output_lines(outputs: OutputSet) -> Iterator[str]:
    for text, systems in zip(outputs.texts, outputs.systems, strict=True):
        if "\n" in text or "\r" in text or any(split_systems(system) != (system,) for system in systems):
            message = (
                f"The output {quoted(text)} cannot be written: it, or a system name, has a separator in it."
            )
            raise FormatError(Problem("sampled items", message))
        yield f"{text or EMPTY_OUTPUT}\t{' '.join(systems)}\n"


def _read_block(lines: list[tuple[int, str]], findings: Findings) -> SampledBlock | None:
    (header_line, header), *rest = lines
    cells = header.split("\t")
    try:
        number, distinct, sentence = (int(cell) for cell in cells[:3])
        (probability,) = (float(cell) for cell in cells[3:])
        if min(number, distinct, sentence) < 0 or not math.isfinite(probability):
            raise ValueError
    except ValueError:
        message = (
            "Expected the header of an item: its number, the number of outputs, the zero-based "
            "source line and the probability, separated by tabs."
        )
        findings.error(message, header_line)
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
        message = plural(
            distinct,
            "The header says {n} output, but {there} follow.",
            "The header says {n} outputs, but {there} follow.",
            there=figure(len(texts)),
        )
        findings.error(message, header_line)
    return SampledBlock(number, sentence, OutputSet(tuple(texts), tuple(systems)), probability)
